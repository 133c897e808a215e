"""Crowds of clients, good and bad, and the origin they ask: each a process of its own.

A request's number stands in its target, and decides the answer: whoever gets another one's sees it.
"""
import asyncio
import hashlib
import multiprocessing
import random
import socket
import ssl
import struct
import time

FORK = multiprocessing.get_context("fork")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def content(number):
    """The answer to a request: its number, and as many bytes more as the number says. It is text, and stands in the
    cassette itself."""
    seed = hashlib.md5(number.encode()).digest()
    size = {0: 0, 1: 40_000, 2: 5_000}.get(seed[0] % 50, 43) if not number.startswith("slow") else 400_000
    return number.encode() + b"\n" + seed.hex().encode() * (size // 32 + 1)


def is_chunked(number):
    return hashlib.md5(number.encode()).digest()[1] % 4 == 0


class Origin:
    """Answers `/n/NUMBER` in clear and over TLS; `cut-` numbers are broken off, `odd-` ones are no HTTP."""

    def __init__(self, leaf, authority):
        self.authority = authority
        self.port, self.tls_port = free_port(), free_port()
        self.process = FORK.Process(target=lambda: asyncio.run(self.serve(leaf)), daemon=True)
        self.process.start()
        for port in (self.port, self.tls_port):
            for _ in range(500):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.01)

    async def serve(self, leaf):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*leaf)
        loop = asyncio.get_running_loop()
        await loop.create_server(Answering, "127.0.0.1", self.port, backlog=4096)
        await loop.create_server(Answering, "127.0.0.1", self.tls_port, backlog=4096, ssl=context)
        await asyncio.Event().wait()

    def stop(self):
        self.process.kill()


class Answering(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.buffer = transport, b""

    def data_received(self, data):
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, rest = self.buffer.split(b"\r\n\r\n", 1)
            length = 0
            for line in head.split(b"\r\n")[1:]:
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if len(rest) < length:
                return
            self.buffer = rest[length:]
            self.answer(head.split(b" ")[1].rsplit(b"/n/", 1)[-1].decode("latin-1"))

    def answer(self, number):
        body = content(number)
        write = self.transport.write
        if number.startswith("odd"):
            write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef")
            self.transport.close()
        elif number.startswith("cut"):
            write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body) + 9, body))
            self.transport.close()
        elif is_chunked(number):
            middle = len(body) // 2
            pieces = b"".join(b"%x\r\n%b\r\n" % (len(p), p) for p in (body[:middle], body[middle:]) if p)
            write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces + b"0\r\n\r\n")
        else:
            write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))


class Cut(Exception):
    """The connection ended; `begun` says whether within an answer."""

    def __init__(self, begun):
        super().__init__(begun)
        self.begun = begun


async def read_answer(reader, pace=None):
    """Status and content of one answer."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        raise Cut(bool(error.partial)) from None
    except OSError:
        raise Cut(False) from None
    try:
        status, fields = int(head[9:12]), head.lower()
        if b"transfer-encoding: chunked" in fields:
            body = b""
            while True:
                size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
                body += (await reader.readexactly(size + 2))[:-2]
                if size == 0:
                    return status, body
        size = int(fields.split(b"content-length:")[1].split(b"\r\n")[0])
        if not pace:
            return status, await reader.readexactly(size)
        body = b""
        while len(body) < size:
            body += await reader.readexactly(min(20_000, size - len(body)))
            await asyncio.sleep(pace)
        return status, body
    except (asyncio.IncompleteReadError, OSError, ValueError):
        raise Cut(True) from None


class Crowd:
    """Clients of one kind, within a process."""

    def __init__(self, kind, size, port, origin, seed, name, stop):
        self.kind, self.size, self.port, self.origin, self.name, self.stop = kind, size, port, origin, name, stop
        self.random = random.Random(seed)
        self.last = 0
        self.result = dict(kind=kind, completed=[], answers=0, offered=0, mixed=0, failed=0, cut=0, held=0)

    def number(self, prefix=""):
        self.last += 1
        return f"{prefix}{self.name}-{self.last}"

    def request(self, number, form=None):
        form = form if form is not None else f"http://localhost:{self.origin.port}"
        if self.last % 7 == 0:
            body = number.encode() * 10
            return b"POST %b/n/%b HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: %d\r\n\r\n%b" % (
                form.encode(), number.encode(), self.origin.port, len(body), body)
        return b"GET %b/n/%b HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % (form.encode(), number.encode(), self.origin.port)

    def judge(self, number, answer):
        status, body = answer
        if status != 200:
            self.result["failed"] += 1
        elif body != content(number):
            self.result["mixed"] += 1
        else:
            self.result["answers"] += 1
            self.result["completed"].append(number)

    async def connect(self):
        while not self.stop.is_set():
            try:
                return await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
            except OSError:  # between two recordings
                await asyncio.sleep(0.02)
        raise asyncio.CancelledError

    async def ask(self, connection, number, **more):
        """Whether the connection can be used again."""
        reader, writer = connection
        self.result["offered"] += 1
        try:
            writer.write(self.request(number, more.pop("form", None)))
            self.judge(number, await read_answer(reader, **more))
            return True
        except Cut as cut:
            self.result["cut"] += cut.begun
            return False
        except OSError:
            return False

    async def run(self):
        clients = {
            "closed": self.closed, "slow": self.slow, "aborting": self.aborting, "hostile": self.hostile,
            "tls": self.tls, "idle": self.idle,
        }
        if self.kind == "open":
            tasks = [asyncio.create_task(self.open())]
        else:
            tasks = [asyncio.create_task(clients[self.kind]()) for _ in range(self.size)]
        begun = time.monotonic()
        while not self.stop.is_set():
            await asyncio.sleep(0.05)
        # Requests under way may end.
        _, pending = await asyncio.wait(tasks, timeout=20)
        self.result["seconds"] = time.monotonic() - begun
        for task in pending:
            task.cancel()
        for task in tasks:
            if task.done() and not task.cancelled() and task.exception():
                raise task.exception()
        return self.result

    async def closed(self):
        """The next request when the last one has its answer."""
        connection = None
        while not self.stop.is_set():
            connection = connection or await self.connect()
            if not await self.ask(connection, self.number()):
                connection[1].close()
                connection = None
        if connection:
            connection[1].close()

    async def open(self):
        """`size` requests a second, whatever becomes of those before; at most 400 at once."""
        free, under_way, begun, offered = [], set(), time.monotonic(), 0

        async def one():
            connection = free.pop() if free else await self.connect()
            if await self.ask(connection, self.number()):
                free.append(connection)
            else:
                connection[1].close()

        while not self.stop.is_set():
            due = int((time.monotonic() - begun) * self.size)
            while offered < due:
                offered += 1
                if len(under_way) < 400:
                    task = asyncio.create_task(one())
                    under_way.add(task)
                    task.add_done_callback(under_way.discard)
                else:
                    self.result["offered"] += 1  # turned away by the client's own limit
            await asyncio.sleep(0.005)
        if under_way:
            await asyncio.wait(under_way, timeout=15)
        for connection in free:
            connection[1].close()

    async def slow(self):
        """Takes 400 KB in small pieces."""
        while not self.stop.is_set():
            connection = await self.connect()
            await self.ask(connection, self.number("slow-"), pace=0.1)
            connection[1].close()

    async def aborting(self):
        """Goes away at some moment: within its request, before the answer, within it; and asks for broken answers."""
        while not self.stop.is_set():
            reader, writer = await self.connect()
            self.result["offered"] += 1
            way = self.random.randrange(5)
            number = self.number(["gone-", "gone-", "slow-gone-", "cut-", "odd-"][way])
            request = self.request(number)
            try:
                writer.write(request[:self.random.randrange(len(request))] if way == 0 else request)
                if way == 2:
                    await reader.readexactly(5_000)
                if way > 2:
                    await asyncio.wait_for(reader.read(), 1)
                elif self.random.randrange(2):
                    linger = struct.pack("ii", 1, 0)
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
                pass
            writer.close()
            await asyncio.sleep(0.02)

    HOSTILE = [
        b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00" + bytes(300), b"GET http://a/ HTTP/9.9\r\nHost: a\r\n\r\n",
        b"POST http://localhost/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 300_000, b"\x00" * 5_000, b"\r\n" * 3_000,
        b"CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n" + b"x" * 100, b"GET http://[::1 HTTP/1.1\r\n\r\n",
        b"POST http://localhost/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET http://localhost:0/ HTTP/1.1\r\nHost: localhost:0\r\n\r\n",
    ]

    async def hostile(self):
        """What no client should send, whole or dribbled, with and without waiting for what comes of it."""
        while not self.stop.is_set():
            reader, writer = await self.connect()
            self.result["offered"] += 1
            words = self.random.choice(self.HOSTILE) + self.random.randbytes(self.random.randrange(50))
            try:
                if self.random.randrange(4) == 0:
                    for place in range(0, min(len(words), 40)):
                        writer.write(words[place:place + 1])
                        await asyncio.sleep(0.02)
                else:
                    writer.write(words)
                await asyncio.wait_for(reader.read(), self.random.choice([0.01, 1.0]))
            except (OSError, asyncio.TimeoutError):
                pass
            writer.close()
            await asyncio.sleep(0.01)

    async def tls(self):
        """Through CONNECT, trusting whom it finds."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        while not self.stop.is_set():
            reader, writer = await self.connect()
            try:
                writer.write(b"CONNECT localhost:%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % self.origin.tls_port)
                await reader.readuntil(b"\r\n\r\n")
                await writer.start_tls(context, server_hostname="localhost")
                for _ in range(20):
                    if self.stop.is_set() or not await self.ask((reader, writer), self.number(), form=""):
                        break
            except (OSError, asyncio.IncompleteReadError):
                pass
            writer.close()

    async def idle(self):
        """Asks now and then, before its connection would be closed as forgotten."""
        connection = await self.connect()
        due = 0  # a connection that says nothing is closed after ten seconds
        while not self.stop.is_set():
            if time.monotonic() > due:
                due = time.monotonic() + self.random.uniform(40, 80)
                if not await self.ask(connection, self.number()):
                    return
            await asyncio.sleep(1)
        self.result["held"] += 1
        connection[1].close()


class Group:
    """Crowds, a process for each."""

    def __init__(self, kinds, port, origin, seed):
        self.stop_event, self.results, self.processes = FORK.Event(), FORK.Queue(), []
        for place, (kind, size) in enumerate(kinds):
            name = f"{seed % 10_000}-{kind}{place}"
            crowd = Crowd(kind, size, port, origin, seed + place, name, self.stop_event)
            process = FORK.Process(target=self.work, args=(crowd,), daemon=True)
            process.start()
            self.processes.append(process)

    def work(self, crowd):
        self.results.put(asyncio.run(crowd.run()))

    def stop(self):
        self.stop_event.set()
        results = [self.results.get(timeout=120) for _ in self.processes]
        for process in self.processes:
            process.join(20)
        return results
