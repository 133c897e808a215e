"""Python's aiohttp: URL and file in pairs; "POST SENT" before a pair sends a file."""
import asyncio
import os
import ssl
import sys

import aiohttp


async def main(arguments):
    trust = aiohttp.TCPConnector(ssl=ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"]))
    async with aiohttp.ClientSession(trust_env=True, connector=trust) as session:
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
