"""What the end-to-end checks share: fita as a process, a certificate authority, and an origin, all on loopback."""
import gzip
import hashlib
import http.server
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def fita():
    """The binary under test: FITA, else the debug build."""
    if "FITA" in os.environ:
        return os.environ["FITA"]
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()
    path = f"{folder}/fita"
    if not os.access(path, os.X_OK):
        subprocess.run(["swift", "build", "--product", "fita"], cwd=ROOT, check=True)
    return path


def make_authority(folder, *names):
    """An authority and a leaf for localhost and these names; gives the authority's file and the leaf's two."""

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=check authority",
            "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign,cRLSign")
    openssl("req", *key, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=localhost")
    with open(f"{folder}/leaf.ext", "w") as file:
        places = ",".join(["DNS:localhost", "IP:127.0.0.1", *(f"DNS:{name}" for name in names)])
        file.write(f"subjectAltName={places}\nextendedKeyUsage=serverAuth\n")
    openssl("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "1",
            "-out", "leaf.pem", "-extfile", "leaf.ext")
    return f"{folder}/ca.pem", (f"{folder}/leaf.pem", f"{folder}/leaf.key")


def bodies():
    """Answers by path: content as a client must see it, and the fields and bytes that carry it."""
    noise = random.Random(7).randbytes(1 << 20)
    text = b"<VAST version=\"4.2\"><Ad id=\"1\"/></VAST>\n" * 2000
    return {
        "/empty": (b"", {"Content-Type": "text/plain"}, b""),
        "/pixel.gif": (b"GIF89a" + bytes(37), {"Content-Type": "image/gif"}, b"GIF89a" + bytes(37)),
        "/vast.xml": (text, {"Content-Type": "application/xml", "Content-Encoding": "gzip"}, gzip.compress(text)),
        "/media.mp4": (noise, {"Content-Type": "video/mp4"}, noise),
    }


# Fetches the paths its fragment names, each with the size of what is to be sent there, and shows what it got.
PAGE = b"""<!doctype html><pre></pre><script>
(async () => {
  const got = {};
  for (const [path, size] of Object.entries(JSON.parse(decodeURIComponent(location.hash.slice(1))))) {
    const sent = Uint8Array.from({length: size}, (_, place) => place % 256);
    const answer = await fetch(path, size ? {method: 'POST', body: sent} : {});
    let text = '';
    for (const byte of new Uint8Array(await answer.arrayBuffer())) text += String.fromCharCode(byte);
    got[path] = btoa(text);
  }
  document.querySelector('pre').textContent = JSON.stringify(got);
})();
</script>"""


class Origin:
    """Answers `bodies()`, the large one in chunks; `/page.html` is a page that fetches them; `/echo` sends a request's
    body back, other paths their own name. `more` are fields of every answer."""

    def __init__(self, tls=None, address="127.0.0.1", port=0, more={}):
        answers = bodies()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                if self.path == "/page.html":
                    return self.answer({"Content-Type": "text/html"}, PAGE)
                self.answer(*answers.get(self.path.split("?")[0], (b"", {}, self.path.encode()))[1:])

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.answer({"Content-Type": "application/octet-stream"}, body)

            def answer(self, fields, wire):
                self.send_response(200)
                for name, value in {**fields, **more}.items():
                    self.send_header(name, value)
                if len(wire) < 1 << 20:
                    self.send_header("Content-Length", str(len(wire)))
                    self.end_headers()
                    self.wfile.write(wire)
                    return
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for start in range(0, len(wire), 40_000):
                    piece = wire[start:start + 40_000]
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.write(b"0\r\n\r\n")

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_):
                pass  # a client that was killed is part of some checks

        self.server = Server((address, port), Handler)
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False
            )
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def free_port():
    """A port of the loopback that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Recording:
    """`fita record` without a command, ready for clients when made."""

    def __init__(self, program, tape, authority_folder, *options, listen="127.0.0.1:0"):
        self.running = subprocess.Popen(
            [program, "record", "-o", tape, "--listen", listen, "--ca-dir", authority_folder, *options],
            stderr=subprocess.PIPE, text=True,
        )
        line = self.running.stderr.readline()
        if "listening on" not in line:
            raise SystemExit(f"fita did not start: {line}{self.running.stderr.read()}")
        self.port = int(line.rsplit(":", 1)[1])
        # Its messages are read away, or a full pipe would stop it.
        threading.Thread(target=self.running.stderr.read, daemon=True).start()

    def kill(self):
        self.running.send_signal(signal.SIGKILL)
        self.running.wait()

    def stop(self):
        """Ends it as a person would; gives its status."""
        self.running.send_signal(signal.SIGTERM)
        return self.running.wait(20)


def exchanges(program, tape):
    """The rows of `fita list --format json`."""
    # The first party is named, so that it need not be searched for in traffic that is none of an SDK's.
    options = ["--format", "json", "--base-url", "http://localhost"]
    output = subprocess.run([program, "list", tape, *options], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def sha256(content):
    return hashlib.sha256(content).hexdigest()
