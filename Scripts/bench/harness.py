#!/usr/bin/env python3
"""Runs the programs named on the command line through the cases, interleaved, and prints medians and ratios.

Everything listens on loopback only. Linux only: processor time and memory come from /proc.
"""
import argparse
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time

import bars
import cases
import process
import proxies
import traffic

HERE = os.path.dirname(os.path.abspath(__file__))
PROXY_CORE, LOAD_CORE = ("1", "0") if (os.cpu_count() or 1) >= 2 else (None, None)
SHOWN = ("rps", "p50_us", "p99_us", "MBps", "cpu_us", "rss_mb", "grow_mb", "disk_b", "kb_per_conn", "first_s")


class ProgramFailed(Exception):
    pass


def pinned(core):
    return ["taskset", "-c", core] if core and shutil.which("taskset") else []


def prepare(work, big):
    """Load generator, bodies, targets, certificates and the origin's configuration."""
    fload = f"{work}/fload"
    sources = [f"{HERE}/{name}" for name in ("fload.c", "http1.c", "http2.c", "fload.h")]
    if not os.path.exists(fload) or os.path.getmtime(fload) < max(map(os.path.getmtime, sources)):
        subprocess.run(["cc", "-O2", "-o", fload, *sources[:3], "-lssl", "-lcrypto", "-lnghttp2"], check=True)
    os.makedirs(f"{work}/www", exist_ok=True)
    for name, body in (("px.gif", traffic.GIF), ("vast.xml", traffic.vast()), ("serve.json", traffic.serve())):
        with open(f"{work}/www/{name}", "wb") as file:
            file.write(body)
    sizes = {"media.mp4": 2, "big.bin": 1024 if big else 0}
    for name, megabytes in sizes.items():
        path = f"{work}/www/{name}"
        if megabytes and not (os.path.exists(path) and os.path.getsize(path) == megabytes << 20):
            block = os.urandom(1 << 20)
            with open(path, "wb") as file:
                for _ in range(megabytes):
                    file.write(block)
    for count in (1000, 100_000):
        traffic.write_targets(f"{work}/c{count}.urls", count)
    traffic.write_unique_targets(f"{work}/unique", cases.UNIQUE_THOUSANDS)
    if not os.path.exists(f"{work}/leaf-both.pem"):
        make_certificates(work)
    with open(f"{work}/origin.conf", "w") as file:
        file.write(origin_configuration(work))


def make_certificates(work):
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=work)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "365", "-subj", "/CN=bench CA",
            "-addext", "basicConstraints=critical,CA:TRUE")
    openssl("req", *key, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=localhost")
    with open(f"{work}/ext", "w") as file:
        file.write("subjectAltName=DNS:localhost,DNS:*.ads.test,DNS:*.localhost,IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "300",
            "-out", "leaf.pem", "-extfile", "ext")
    for name in ("ca", "leaf"):
        with open(f"{work}/{name}-both.pem", "w") as both:
            for part in ("pem", "key"):
                with open(f"{work}/{name}.{part}") as file:
                    both.write(file.read())


def origin_configuration(work):
    plain, encrypted, http2 = proxies.HTTP_PORT, proxies.TLS_PORT, proxies.HTTP2_PORT
    return f"""
worker_processes 1; error_log {work}/origin.err crit; pid {work}/origin.pid; worker_rlimit_nofile 20000;
events {{ worker_connections 16000; }}
http {{
 access_log off; sendfile on; tcp_nopush on; client_body_temp_path {work}/o1; proxy_temp_path {work}/o2;
 fastcgi_temp_path {work}/o3; uwsgi_temp_path {work}/o4; scgi_temp_path {work}/o5;
 types {{ image/gif gif; application/xml xml; application/json json; video/mp4 mp4; }}
 default_type application/octet-stream;
 keepalive_requests 100000000; keepalive_timeout 600s; open_file_cache max=100; open_file_cache_valid 600s;
 server {{
  listen 127.0.0.1:{plain} backlog=8192; listen [::1]:{plain};
  listen 127.0.0.1:{encrypted} ssl backlog=8192; listen [::1]:{encrypted} ssl;
  listen 127.0.0.1:{http2} ssl http2 backlog=8192; listen [::1]:{http2} ssl http2;
  ssl_certificate {work}/leaf.pem; ssl_certificate_key {work}/leaf.key; root {work}/www;
  location = /beacon {{ rewrite ^ /px.gif last; }}
  location = /vast {{ rewrite ^ /vast.xml last; }}
  location = /serve {{ rewrite ^ /serve.json last; }}
  location / {{ }}
 }}
}}
"""


def wait_until_listening(port, running, seconds):
    end = time.time() + seconds
    while time.time() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return True
        except OSError:
            time.sleep(0.001)
        if running.poll() is not None:
            return False
    return False


class Program:
    """One program under test, running while the `with` block lasts."""

    def __init__(self, work, name, mode, entry, origin):
        self.work, self.name, self.mode, self.entry, self.origin = work, name, mode, entry, origin
        self.port = entry.get("port", proxies.PROXY_PORT)
        self.running = None

    def __enter__(self):
        for name, text in self.entry.get("files", {}).items():
            with open(f"{self.work}/{name}", "w") as file:
                file.write(text)
        if "setup" in self.entry:
            self.entry["setup"]()
        self.started = time.time()
        if self.entry["argv"]:
            errors = f"{self.work}/program.err"
            with open(errors, "w") as sink:
                self.running = subprocess.Popen(
                    pinned(PROXY_CORE) + self.entry["argv"], stdout=subprocess.DEVNULL, stderr=sink, cwd=self.work,
                    start_new_session=True,
                )
            if not wait_until_listening(self.port, self.running, 120):
                self.__exit__()
                with open(errors) as file:
                    raise ProgramFailed(f"{self.name}/{self.mode} did not start: {file.read()[-400:]}")
        return self

    @property
    def pid(self):
        return self.running.pid if self.running else self.origin.pid

    def __exit__(self, *_):
        if not self.running:
            return
        started = process.tree(self.running.pid)
        for sign, seconds in ((signal.SIGTERM, 60), (signal.SIGKILL, 5)):
            try:
                self.running.send_signal(sign)
                self.running.wait(seconds)
                break
            except subprocess.TimeoutExpired:
                continue
        for pid in started:  # children that outlived their parent
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass

    def load_command(self):
        usual = proxies.TLS_PORT if self.entry["client"] in ("tls", "mitm") else proxies.HTTP_PORT
        port = self.entry.get("origin", usual)
        authority = f"{self.entry.get('authority', '127.0.0.1')}:{port}"
        return pinned(LOAD_CORE) + [
            f"{self.work}/fload", "-a", f"127.0.0.1:{self.port}", "-H", authority, "-m", self.entry["client"],
            *self.entry.get("load", []),
        ]

    def load(self, *options, limit=700):
        """Runs the load generator; processor time is the program's own, per request."""
        before = process.cpu_seconds(self.pid)
        run = subprocess.run(
            self.load_command() + [str(option) for option in options], capture_output=True, text=True, timeout=limit
        )
        try:
            result = json.loads(run.stdout)
        except ValueError:
            raise ProgramFailed(f"load on {self.name}/{self.mode}: {run.stderr[-200:]}") from None
        result["cpu_us"] = (process.cpu_seconds(self.pid) - before) * 1e6 / max(1, result["all"])
        result["rss_mb"] = process.memory_mb(self.pid)
        return result

    def memory_mb(self):
        return process.memory_mb(self.pid, "VmRSS")

    def hold_idle(self, connections):
        self.load("-c", 16, "-n", 500)
        base = self.memory_mb()
        with subprocess.Popen(
            self.load_command() + ["-c", str(connections), "-I", "3"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        ) as run:
            run.stderr.readline()
            time.sleep(1.0)
            held = self.memory_mb()
            output, _ = run.communicate(timeout=200)
        result = json.loads(output)
        result.update(kb_per_conn=(held - base) * 1024 / connections, rss_mb=held)
        return result

    def growth(self, *options):
        process.forget_peak(self.pid)
        base = self.memory_mb()
        result = self.load("-c", 1, "-p", "/big.bin", *options)
        result["grow_mb"] = process.memory_mb(self.pid) - base
        return result


def make_tape(work, origin, mode):
    """Records with fita what the replay modes play."""
    count, same = cases.TAPES[mode]
    targets = ("-p", cases.ONE_TARGET) if same else ("-f", f"{work}/c{count}.urls")
    entry = proxies.fita(work, "absolute", "record", record=True)
    with Program(work, "fita", "record", entry, origin) as program:
        result = program.load("-c", 4, "-n", count, *targets)
    if result["all"] != count or result["errors"] or result["non2xx"]:
        raise ProgramFailed(f"recording {count} exchanges: {result}")
    path = proxies.tape_path(work, mode)
    shutil.rmtree(path.replace(".fita", ".blobs"), ignore_errors=True)
    for ending in (".fita", ".blobs"):
        if os.path.exists(f"{work}/tapes/bench{ending}"):
            os.rename(f"{work}/tapes/bench{ending}", path.replace(".fita", ending))


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench/run", description=__doc__)
    parser.add_argument("programs", nargs="*", default=["nginx", "haproxy", "mitmdump", "fita"])
    parser.add_argument("--sets", default="bars", help=f"of bars, {', '.join(cases.SETS)}")
    parser.add_argument("--modes", default="", help="only these of the sets' modes")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--idle", type=int, default=5000)
    parser.add_argument("--work", required=True, help="scratch folder")
    options = parser.parse_args()
    work = options.work
    sets = [part for name in options.sets.split(",") for part in (cases.BARS if name == "bars" else [name])]
    unknown = [name for name in sets if name not in cases.SETS]
    if unknown:
        parser.error(f"no such set: {', '.join(unknown)}")
    modes = [mode for mode in options.modes.split(",") if mode]
    if not set(modes) <= {mode for parts in cases.SETS.values() for mode, _, _ in parts}:
        parser.error(f"no such mode: {options.modes}")
    programs = ["direct"] + [name for name in options.programs if name != "direct"]
    plan = cases.plan(sets, modes, programs)

    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = 20000 if limit == resource.RLIM_INFINITY else min(20000, limit)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, limit))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    for port in (proxies.HTTP_PORT, proxies.TLS_PORT, proxies.HTTP2_PORT, proxies.PROXY_PORT):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                sys.exit(f"port {port} is taken: is another run under way?")

    prepare(work, "big" in sets)
    origin = subprocess.Popen(
        pinned(LOAD_CORE) + ["nginx", "-c", f"{work}/origin.conf", "-g", "daemon off;"], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    results, failures = [], []
    try:
        if not wait_until_listening(proxies.HTTP_PORT, origin, 10):
            sys.exit("the origin (nginx) did not start")
        measure(options, plan, origin, results, failures)
    finally:
        origin.terminate()
        origin.wait(10)
    with open(f"{work}/results.json", "w") as file:
        json.dump(results, file)
    print(bars.measurements(results))
    own_failures = sum(name == "fita" for name, _ in failures)
    sys.exit(bars.report(results, own_failures, f"{work}/bars.json"))


def measure(options, plan, origin, results, failures):
    work = options.work
    entries = proxies.table(work)
    plan = [step for step in plan if step[:2] in entries]
    played = {mode for _, mode, _ in plan}
    for mode in cases.TAPES:
        if mode in played or (mode == "replay100k" and played.intersection(cases.FIRST_ANSWER)):
            make_tape(work, origin, mode)
    for round_number in range(options.repeats):
        for name, mode, wanted in cases.steps(plan):
            try:
                with Program(work, name, mode, entries[(name, mode)](), origin) as program:
                    for case in wanted:
                        for part, result in cases.run(case, program, options):
                            result.update(round=round_number, program=name, mode=mode, case=part)
                            results.append(result)
                            show(result)
            except (ProgramFailed, subprocess.TimeoutExpired, FileNotFoundError) as error:
                failures.append((name, mode))
                print(f"{round_number} {name:9} {mode:10} FAILED {str(error)[:400]}", flush=True)


def show(result):
    shown = " ".join(f"{key}={result[key]:.4g}" for key in SHOWN if key in result)
    print("{round} {program:9} {mode:10} {case:9}".format(**result), shown, f"bad={bars.bad(result)}", flush=True)


if __name__ == "__main__":
    main()
