"""Chromium without a screen: a page fetches the paths, and what it got is written to the files.

URL and file in pairs; "POST SENT" before a pair has the page send the bytes 0 to 255 again and again, as many as the
file has. Trust is a certificate database in a home folder of its own.
"""
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

PROXY = os.environ.get("ALL_PROXY") or os.environ.get("HTTPS_PROXY")


def page(chromium, home, origin, paths):
    command = [
        chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
        "--disable-default-apps", "--disable-features=OptimizationHints,MediaRouter,Translate,DialMediaRouteProvider",
        f"--user-data-dir={home}/profile", "--virtual-time-budget=60000", "--dump-dom",
    ]
    if PROXY:
        # Chromium goes past any proxy to the loopback unless told not to.
        command += [f"--proxy-server={PROXY.replace('socks5h', 'socks5')}", "--proxy-bypass-list=<-loopback>"]
    else:
        # What it asks of its maker's servers of its own accord leads nowhere.
        command += ["--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"]
    target = f"{origin}/page.html#{urllib.parse.quote(json.dumps(paths))}"
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    outcome = subprocess.run(
        [*command, target], env={**environment, "HOME": home}, capture_output=True, text=True, timeout=100)
    found = re.search(r"<pre>(.*?)</pre>", outcome.stdout, re.DOTALL)
    if not found:
        raise SystemExit(f"no page from {origin}: {outcome.stderr[-400:]}")
    return json.loads(found.group(1))


def main(arguments):
    chromium = arguments.pop(0)
    places = {}
    while arguments:
        size = 0
        if arguments[0] == "POST":
            size = os.path.getsize(arguments[1])
            arguments = arguments[2:]
        url, out = arguments[:2]
        arguments = arguments[2:]
        parts = urllib.parse.urlsplit(url)
        places.setdefault(f"{parts.scheme}://{parts.netloc}", {})[parts.path] = (out, size)
    with tempfile.TemporaryDirectory() as home:
        database = f"{home}/.pki/nssdb"
        os.makedirs(database)
        subprocess.run(["certutil", "-N", "-d", f"sql:{database}", "--empty-password"], check=True)
        subprocess.run(["certutil", "-A", "-d", f"sql:{database}", "-n", "trusted", "-t", "C,,", "-i",
                        os.environ["SSL_CERT_FILE"]], check=True)
        for origin, paths in places.items():
            for path, got in page(chromium, home, origin, {path: size for path, (_, size) in paths.items()}).items():
                with open(paths[path][0], "wb") as file:
                    file.write(base64.b64decode(got))


main(sys.argv[1:])
