"""Python's httpx, with HTTP/2 where it is offered: URL and file in pairs; "POST SENT" before a pair sends a file."""
import os
import sys

import httpx

# It leaves names to a SOCKS proxy anyway, and knows no word for that.
for name in ("ALL_PROXY", "all_proxy"):
    if name in os.environ:
        os.environ[name] = os.environ[name].replace("socks5h", "socks5")

# Of this client's own accord the variables for trust are heeded since a version that Debian 12 has not.
with httpx.Client(http2=True, verify=os.environ["SSL_CERT_FILE"], timeout=30) as client:
    arguments = sys.argv[1:]
    while arguments:
        if arguments[0] == "POST":
            _, sent, url, out = arguments[:4]
            arguments = arguments[4:]
            with open(sent, "rb") as file:
                answer = client.post(url, content=file.read())
        else:
            url, out = arguments[:2]
            arguments = arguments[2:]
            answer = client.get(url)
        answer.raise_for_status()
        with open(out, "wb") as file:
            file.write(answer.content)
