"""How to start each program under test, one entry a (program, mode).

A mode says how the load generator talks to the program:
  forward   absolute-form requests, plain HTTP       record     the same while recording to disk
  mitm      CONNECT, then TLS inside                 mitmrec    the same while recording
  h2        the same with HTTP/2 inside              h2rec      the same while recording
  h2both    the same, HTTP/2 to the origin too: mitmdump takes it from clients only where the origin has it
  replay1k  as forward, answers from a tape          replay100k: each exchange once, from the start on
  same1k    the same, all exchanges of one URL       same100k
  firstcold the start on a tape never opened before  firstwarm  the start on that tape once more
nginx and haproxy do not intercept: for them mitm and h2 are TLS straight to them, ended and begun anew upstream.
nginx has no tape: in the modes of replay it forwards what fita plays, the same requests after a start of its own.
Each entry gives the arguments, the port, the client mode of fload; and, where needed, its further options, the origin's
port if it is not the usual one, files to write, things to do before the start, and the folder recorded to.
"""
import os
import shutil
import subprocess

import cases

HTTP_PORT, TLS_PORT, HTTP2_PORT, PROXY_PORT = 18080, 18443, 18444, 18090
HTTP2 = ("-2",)


def nginx(work, client, listen, upstream, scheme, load=()):
    configuration = f"""
worker_processes 1; error_log {work}/nginx.err crit; pid {work}/nginx.pid; worker_rlimit_nofile 20000;
events {{ worker_connections 16000; }}
http {{
 access_log off; client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3;
 uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;
 keepalive_requests 100000000; keepalive_timeout 600s; proxy_max_temp_file_size 0;
 upstream o {{ server {upstream}; keepalive 512; keepalive_requests 100000000; }}
 server {{
  listen 127.0.0.1:{listen}; ssl_certificate {work}/leaf.pem; ssl_certificate_key {work}/leaf.key;
  ssl_session_tickets off;
  location / {{
   proxy_pass {scheme}://o; proxy_http_version 1.1; proxy_set_header Connection "";
   proxy_set_header Host localhost; proxy_ssl_session_reuse on;
  }}
 }}
}}
"""
    return dict(
        argv=["nginx", "-c", f"{work}/nginx.conf", "-g", "daemon off;"],
        client=client,
        files={"nginx.conf": configuration},
        load=load,
    )


def haproxy(work, client, upstream, bind="", server="", load=()):
    configuration = f"""
global
 maxconn 9000
 nbthread 1
defaults
 mode http
 timeout connect 5s
 timeout client 600s
 timeout server 600s
 http-reuse always
frontend f
 bind 127.0.0.1:{PROXY_PORT} {bind}
 default_backend b
backend b
 server o 127.0.0.1:{upstream} {server}
"""
    return dict(
        argv=["haproxy", "-db", "-f", f"{work}/haproxy.cfg"], client=client, files={"haproxy.cfg": configuration},
        load=load,
    )


def squid(work, client, bump=False):
    own = f"{work}/squid"
    helper = "/usr/lib/squid/security_file_certgen"
    port = f"http_port 127.0.0.1:{PROXY_PORT}"
    if bump:
        port += f""" ssl-bump generate-host-certificates=on dynamic_cert_mem_cache_size=16MB tls-cert={own}/ca.pem
sslcrtd_program {helper} -s {own}/certificates -M 16MB
sslcrtd_children 2
ssl_bump bump all
sslproxy_cert_error allow all
tls_outgoing_options flags=DONT_VERIFY_PEER"""
    configuration = f"""
{port}
http_access allow all
cache deny all
cache_mem 8 MB
access_log none
cache_log {own}/cache.log
cache_store_log none
pid_filename {own}/squid.pid
coredump_dir {own}
netdb_filename none
max_filedescriptors 16000
server_persistent_connections on
client_persistent_connections on
pipeline_prefetch 0
shutdown_lifetime 0 seconds
logfile_rotate 0
hosts_file /etc/hosts
"""

    def setup():
        shutil.rmtree(own, ignore_errors=True)
        os.makedirs(own)
        shutil.copy(f"{work}/ca-both.pem", f"{own}/ca.pem")
        if bump:
            subprocess.run([helper, "-c", "-s", f"{own}/certificates", "-M", "16MB"], check=True, capture_output=True)
        subprocess.run(["chown", "-R", "proxy", own], check=False)

    return dict(
        argv=["squid", "--foreground", "-f", f"{work}/squid.conf"],
        client=client,
        files={"squid.conf": configuration},
        setup=setup,
        authority="localhost",
    )


def tinyproxy(work):
    configuration = f"""
User root
Group root
Port {PROXY_PORT}
Listen 127.0.0.1
Timeout 600
MaxClients 2000
LogLevel Critical
LogFile "{work}/tinyproxy.log"
DisableViaHeader Yes
"""
    return dict(
        argv=["tinyproxy", "-d", "-c", f"{work}/tinyproxy.conf"],
        client="absolute",
        files={"tinyproxy.conf": configuration},
        load=["-x"],
    )


def mitmdump(work, client, record=False, load=()):
    tape = f"{work}/mitmdump.flows"
    argv = [os.environ.get("MITMDUMP", "mitmdump"), "-q", "--listen-host", "127.0.0.1", "-p", str(PROXY_PORT)]
    argv += ["--set", f"confdir={work}/mitmproxy", "--ssl-insecure", "--set", "connection_strategy=lazy"]
    argv += ["-w", tape] if record else []

    def setup():
        if os.path.exists(tape):
            os.unlink(tape)

    return dict(argv=argv, client=client, authority="localhost", setup=setup, load=load)


def fita(work, client, *arguments, record=False, load=()):
    """Without `record` nothing is taped. Each start has a fresh tape."""
    tape = f"{work}/tapes/bench.fita"

    def setup():
        shutil.rmtree(f"{work}/tapes", ignore_errors=True)
        os.makedirs(f"{work}/tapes")

    argv = [os.environ.get("FITA", "fita"), *arguments, "--listen", f"127.0.0.1:{PROXY_PORT}"]
    argv += ["--ca-dir", f"{work}/fita-ca"]
    if arguments[0] == "record":
        argv += ["--upstream-ca", f"{work}/ca.pem", *(["-o", tape] if record else ["--no-tape"])]
    return dict(
        argv=argv, client=client, authority="localhost", setup=setup, tape=f"{work}/tapes" if record else None,
        load=load,
    )


def tape_path(work, mode):
    return f"{work}/{mode}.fita"


def replay(work, mode):
    return fita(work, "absolute", "replay", tape_path(work, mode))


def first_answer(work, fresh):
    """`fresh`: of a copy of the tape, for which nothing can be at hand that an earlier start has left."""
    entry = replay(work, "first")
    if not fresh:
        return entry

    def setup():
        for name in os.listdir(work):
            if name.startswith("first."):
                path = f"{work}/{name}"
                shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
        shutil.copy(tape_path(work, "replay100k"), tape_path(work, "first"))
        if os.path.isdir(f"{work}/replay100k.blobs"):
            shutil.copytree(f"{work}/replay100k.blobs", f"{work}/first.blobs")

    return dict(entry, setup=setup)


def table(work):
    encrypted = f"127.0.0.1:{TLS_PORT}"
    plain = f"127.0.0.1:{HTTP_PORT}"
    return {
        ("direct", "forward"): lambda: dict(argv=None, port=HTTP_PORT, client="origin"),
        ("direct", "mitm"): lambda: dict(argv=None, port=TLS_PORT, client="tls"),
        ("nginx", "forward"): lambda: nginx(work, "absolute", PROXY_PORT, plain, "http"),
        **{("direct", mode): lambda: dict(argv=None, port=HTTP_PORT, client="origin") for mode in cases.TAPES},
        **{("nginx", mode): lambda: nginx(work, "absolute", PROXY_PORT, plain, "http") for mode in cases.TAPES},
        ("nginx", "mitm"): lambda: nginx(work, "tls", f"{PROXY_PORT} ssl", encrypted, "https"),
        ("haproxy", "forward"): lambda: haproxy(work, "absolute", HTTP_PORT),
        ("haproxy", "mitm"): lambda: haproxy(
            work, "tls", TLS_PORT, f"ssl crt {work}/leaf-both.pem", "ssl verify none"
        ),
        ("nginx", "h2"): lambda: nginx(work, "tls", f"{PROXY_PORT} ssl http2", encrypted, "https", load=HTTP2),
        ("haproxy", "h2"): lambda: haproxy(
            work, "tls", TLS_PORT, f"ssl crt {work}/leaf-both.pem alpn h2", "ssl verify none", load=HTTP2
        ),
        ("squid", "forward"): lambda: squid(work, "absolute"),
        ("squid", "mitm"): lambda: squid(work, "mitm", bump=True),
        ("tinyproxy", "forward"): lambda: tinyproxy(work),
        ("mitmdump", "forward"): lambda: mitmdump(work, "absolute"),
        ("mitmdump", "record"): lambda: mitmdump(work, "absolute", record=True),
        ("mitmdump", "mitm"): lambda: mitmdump(work, "mitm"),
        ("mitmdump", "mitmrec"): lambda: mitmdump(work, "mitm", record=True),
        ("mitmdump", "h2both"): lambda: dict(mitmdump(work, "mitm", record=True, load=HTTP2), origin=HTTP2_PORT),
        ("fita", "forward"): lambda: fita(work, "absolute", "record"),
        ("fita", "record"): lambda: fita(work, "absolute", "record", record=True),
        ("fita", "mitm"): lambda: fita(work, "mitm", "record"),
        ("fita", "mitmrec"): lambda: fita(work, "mitm", "record", record=True),
        ("fita", "h2"): lambda: fita(work, "mitm", "record", load=HTTP2),
        ("fita", "h2rec"): lambda: fita(work, "mitm", "record", record=True, load=HTTP2),
        ("fita", "h2both"): lambda: dict(fita(work, "mitm", "record", record=True, load=HTTP2), origin=HTTP2_PORT),
        **{("fita", mode): lambda mode=mode: replay(work, mode) for mode in cases.TAPES},
        ("fita", "firstcold"): lambda: first_answer(work, fresh=True),
        ("fita", "firstwarm"): lambda: first_answer(work, fresh=False),
    }
