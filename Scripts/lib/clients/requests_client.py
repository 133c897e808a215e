"""Python's requests: URL and file in pairs; "POST SENT" before a pair sends a file."""
import sys

import requests

session = requests.Session()
arguments = sys.argv[1:]
while arguments:
    if arguments[0] == "POST":
        _, sent, url, out = arguments[:4]
        arguments = arguments[4:]
        with open(sent, "rb") as file:
            answer = session.post(url, data=file.read())
    else:
        url, out = arguments[:2]
        arguments = arguments[2:]
        answer = session.get(url)
    answer.raise_for_status()
    with open(out, "wb") as file:
        file.write(answer.content)
