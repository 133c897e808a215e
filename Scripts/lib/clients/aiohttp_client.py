"""Python's aiohttp: URL and file in pairs; "POST SENT" before a pair sends a file. SOCKS is aiohttp_socks'."""
import asyncio
import os
import ssl
import sys

import aiohttp


async def main(arguments):
    trust = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])
    socks = os.environ.get("ALL_PROXY")
    if socks:
        from aiohttp_socks import ProxyConnector

        # The word for leaving names to the proxy is an option there.
        connector = ProxyConnector.from_url(socks.replace("socks5h", "socks5"), rdns=True, ssl=trust)
    else:
        connector = aiohttp.TCPConnector(ssl=trust)
    async with aiohttp.ClientSession(trust_env=not socks, connector=connector) as session:
        while arguments:
            sent = None
            if arguments[0] == "POST":
                with open(arguments[1], "rb") as file:
                    sent = file.read()
                arguments = arguments[2:]
            url, out = arguments[:2]
            arguments = arguments[2:]
            async with session.request("POST" if sent else "GET", url, data=sent) as answer:
                answer.raise_for_status()
                with open(out, "wb") as file:
                    file.write(await answer.read())


asyncio.run(main(sys.argv[1:]))
