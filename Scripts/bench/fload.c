// fload: one-thread epoll load generator for proxies, HTTP/1.1 and (-2) HTTP/2.
// Modes: origin (plain), tls (direct TLS), absolute (forward proxy, absolute-form),
//        connect (CONNECT tunnel, plain inside), mitm (CONNECT tunnel, TLS inside).
// Closed loop by default; -q RATE gives an open loop whose latency counts from the scheduled send time.
// Prints one JSON object. TLS certificates are not verified (the load generator must stay cheap).
#define _GNU_SOURCE
#include "fload.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static struct sockaddr_in addr;
const char *authority = "127.0.0.1:18080";
static const char *path = "/px.gif";
static char **lines;
static long nlines;
static enum mode mode = ORIGIN;
static int conns = 1, oneshot = 0, http2 = 0, hold = 0, sni_vary = 0;
static double dur = 0, warm = 0, rate = 0, readrate = 0;
static long total = 0, postlen = 0;
static long issued, done_, errs, bad, connfail, handshakes;
uint64_t bytes;
static int ep;
static SSL_CTX *ctx;
static uint64_t tstart, tmeasure, tend;
static int stopping;
static uint32_t *lat;
static size_t nlat, caplat;
static struct conn *cs;
static int *freel;
static int nfree;
static char rbuf[1 << 18];
static char *post;
static const char *extra = "";
static uint64_t first_ns;
static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static void arm(struct conn *c, int w) {
    struct epoll_event e = {.events = EPOLLIN | (w ? EPOLLOUT : 0), .data.ptr = c};
    if (c->want_write != w) {
        epoll_ctl(ep, EPOLL_CTL_MOD, c->fd, &e);
        c->want_write = w;
    }
}
static void open_conn(struct conn *c);
static void start_req(struct conn *c, uint64_t t0);
static void drop(struct conn *c) {
    nghttp2_session_del(c->h2);
    c->h2 = NULL;
    if (c->ssl) {
        SSL_free(c->ssl);
        c->ssl = NULL;
    }
    if (c->fd >= 0) close(c->fd);
    c->fd = -1;
}
void fail(struct conn *c) {
    int was = c->st;
    drop(c);
    if (was == S_SEND || was == S_READ) {
        errs++;
        done_++;
    } else
        connfail++;
    if (connfail > 1000 + conns) {
        fprintf(stderr, "too many connection failures\n");
        stopping = 1;
        return;
    }
    if (!stopping) {
        open_conn(c);
    }
}
static int may_issue(void) {
    return !stopping && (total == 0 || issued < total);
}
static void idle(struct conn *c) {
    c->st = S_IDLE;
    if (rate > 0) {
        freel[nfree++] = c->id;
        return;
    }
    if (hold && c->reqs >= 1) return;
    if (may_issue()) start_req(c, now());
}
void finish(struct conn *c) {
    uint64_t t = now();
    c->reqs++;
    done_++;
    if (!first_ns) first_ns = t;
    if (c->status < 200 || c->status > 299) bad++;
    if (t >= tmeasure) {
        if (nlat == caplat) lat = realloc(lat, (caplat = caplat ? caplat * 2 : 1 << 20) * sizeof *lat);
        uint64_t us10 = (t - c->t0) / 100;
        lat[nlat++] = us10 > 4000000000u ? 4000000000u : us10;
    }
    if (oneshot || c->close_after) {
        drop(c);
        c->st = S_CONN;
        if (may_issue()) open_conn(c);
        return;
    }
    idle(c);
}
static long io_read(struct conn *c, char *b, size_t n) {
    if (c->ssl) {
        int r = SSL_read(c->ssl, b, n);
        if (r > 0) return r;
        int e = SSL_get_error(c->ssl, r);
        ERR_clear_error();
        if (e == SSL_ERROR_WANT_READ || e == SSL_ERROR_WANT_WRITE) return -1;
        return e == SSL_ERROR_ZERO_RETURN ? 0 : -2;
    }
    ssize_t r = recv(c->fd, b, n, 0);
    if (r >= 0) return r;
    return errno == EAGAIN ? -1 : -2;
}
static long io_write(struct conn *c, const char *b, size_t n) {
    if (c->ssl) {
        int r = SSL_write(c->ssl, b, n);
        if (r > 0) return r;
        int e = SSL_get_error(c->ssl, r);
        ERR_clear_error();
        return e == SSL_ERROR_WANT_READ || e == SSL_ERROR_WANT_WRITE ? -1 : -2;
    }
    ssize_t r = send(c->fd, b, n, MSG_NOSIGNAL);
    if (r >= 0) return r;
    return errno == EAGAIN ? -1 : -2;
}
void flush_out(struct conn *c) {
    while (c->ooff < c->olen) {
        long r = io_write(c, c->out + c->ooff, c->olen - c->ooff);
        if (r == -1) {
            arm(c, 1);
            return;
        }
        if (r < 0) {
            fail(c);
            return;
        }
        c->ooff += r;
    }
    arm(c, 0);
    if (c->st == S_SEND) c->st = S_READ;
}
static void start_req(struct conn *c, uint64_t t0) {
    long i = issued++;
    const char *p = path;
    char tmp[2048];
    if (nlines)
        p = lines[i % nlines];
    else if (strstr(path, "%d")) {
        snprintf(tmp, sizeof tmp, path, (int)i);
        p = tmp;
    }
    c->t0 = t0;
    c->st = S_SEND;
    c->status = 0;
    if (http2) {
        http2_request(c, p);
        return;
    }
    c->olen =
        snprintf(c->out, 8192,
                 "%s %s%s%s HTTP/1.1\r\nHost: %s\r\nUser-Agent: adsdk/4.2 (iPhone; iOS 17.5)\r\nAccept: */*\r\n%s",
                 postlen ? "POST" : "GET", mode == ABSOLUTE ? "http://" : "", mode == ABSOLUTE ? authority : "", p,
                 authority, extra);
    if (postlen) {
        c->olen +=
            snprintf(c->out + c->olen, 256, "Content-Type: application/json\r\nContent-Length: %ld\r\n", postlen);
    }
    memcpy(c->out + c->olen, "\r\n", 2);
    c->olen += 2;
    if (postlen) {
        memcpy(c->out + c->olen, post, postlen);
        c->olen += postlen;
    }
    c->ooff = 0;
    c->ph = P_HEAD;
    c->hlen = 0;
    c->close_after = 0;
    flush_out(c);
}
static void hand(struct conn *c) {
    int r = SSL_do_handshake(c->ssl);
    if (r == 1) {
        handshakes++;
        arm(c, 0);
        if (http2 && http2_open(c)) {
            fail(c);
            return;
        }
        idle(c);
        return;
    }
    int e = SSL_get_error(c->ssl, r);
    ERR_clear_error();
    if (e == SSL_ERROR_WANT_READ)
        arm(c, 0);
    else if (e == SSL_ERROR_WANT_WRITE)
        arm(c, 1);
    else
        fail(c);
}
static void begin_tls(struct conn *c) {
    c->ssl = SSL_new(ctx);
    SSL_set_fd(c->ssl, c->fd);
    SSL_set_connect_state(c->ssl);
    char h[256];
    snprintf(h, sizeof h, "%s", authority);
    char *k = strrchr(h, ':');
    if (k) *k = 0;
    static int sn;
    int ip = strspn(h, "0123456789.") == strlen(h);
    if (sni_vary) {
        char v[300];
        snprintf(v, sizeof v, "h%d.%s", sn++ % sni_vary, ip ? "ads.test" : h);
        SSL_set_tlsext_host_name(c->ssl, v);
    } else
        SSL_set_tlsext_host_name(c->ssl, ip ? "localhost" : h);
    c->st = S_HAND;
    hand(c);
}
static void connected(struct conn *c) {
    int e = 0;
    socklen_t l = sizeof e;
    getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &e, &l);
    if (e) {
        fail(c);
        return;
    }
    if (mode == CONNECT || mode == MITM) {
        c->olen = snprintf(c->out, 8192, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", authority, authority);
        c->ooff = 0;
        c->st = S_TUNNEL;
        c->hlen = 0;
        flush_out(c);
    } else if (mode == TLS)
        begin_tls(c);
    else {
        arm(c, 0);
        idle(c);
    }
}
static void open_conn(struct conn *c) {
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    int one = 1;
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct linger lg = {1, 0};
    if (oneshot) setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &lg, sizeof lg);
    c->st = S_CONN;
    c->ssl = NULL;
    c->olen = c->ooff = 0;
    c->want_write = 1;
    struct epoll_event e = {.events = EPOLLIN | EPOLLOUT, .data.ptr = c};
    int r = connect(c->fd, (struct sockaddr *)&addr, sizeof addr);
    if (r < 0 && errno != EINPROGRESS) {
        epoll_ctl(ep, EPOLL_CTL_ADD, c->fd, &e);
        fail(c);
        return;
    }
    epoll_ctl(ep, EPOLL_CTL_ADD, c->fd, &e);
}
static void readable(struct conn *c) {
    for (;;) {
        size_t want = readrate > 0 ? 65536 : sizeof rbuf;
        long r = io_read(c, rbuf, want);
        if (r == -1) return;
        if (r == 0 && c->st == S_READ && c->ph == P_EOF && c->status) {
            c->close_after = 1;
            finish(c);
            return;
        }
        if (r <= 0) {
            if (c->st == S_IDLE && rate > 0) {
                for (int i = 0; i < nfree; i++)
                    if (freel[i] == c->id) {
                        freel[i] = freel[--nfree];
                        break;
                    }
            }
            if (c->st == S_IDLE && !may_issue()) {
                drop(c);
                return;
            }
            fail(c);
            return;
        }
        if (c->st == S_TUNNEL) {
            if (c->hlen + r > 8000) {
                fail(c);
                return;
            }
            memcpy(c->hb + c->hlen, rbuf, r);
            c->hlen += r;
            c->hb[c->hlen] = 0;
            if (strstr(c->hb, "\r\n\r\n")) {
                if (atoi(c->hb + 9) / 100 != 2) {
                    bad++;
                    fail(c);
                    return;
                }
                c->hlen = 0;
                if (mode == MITM)
                    begin_tls(c);
                else {
                    idle(c);
                }
                return;
            }
            continue;
        }
        if (c->h2) {
            if (http2_feed(c, rbuf, r)) fail(c);
            if (!c->h2) return;
            continue;
        }
        if (c->st != S_READ) {
            fail(c);
            return;
        }
        int fd = c->fd, reqs = c->reqs;
        http1_feed(c, rbuf, r);
        if (readrate > 0) {
            usleep(r / readrate * 1e6);
            if (!c->ssl) {
                if (now() > tend) stopping = 1;
                if (c->fd == fd && c->reqs == reqs) return;
            }
        }
        if (c->fd != fd || c->reqs != reqs || c->st != S_READ) {
            if (c->fd == fd && c->ssl && c->st == S_READ && SSL_pending(c->ssl)) continue;
            return;
        }
        if (!c->ssl && r < (long)want) return;
    }
}
static int cmp(const void *a, const void *b) {
    uint32_t x = *(uint32_t *)a, y = *(uint32_t *)b;
    return x < y ? -1 : x > y;
}
static double pct(double q) {
    if (!nlat) return 0;
    size_t i = q * (nlat - 1);
    return lat[i] / 10.0;
}
int main(int ac, char **av) {
    int o;
    const char *a = "127.0.0.1:18080", *file = NULL, *tls12 = NULL;
    while ((o = getopt(ac, av, "a:H:m:c:d:n:w:p:f:xS:P:q:R:I:e:T2")) != -1)
        switch (o) {
        case 'a':
            a = optarg;
            break;
        case 'H':
            authority = optarg;
            break;
        case 'c':
            conns = atoi(optarg);
            break;
        case 'm':
            mode = !strcmp(optarg, "tls")        ? TLS
                   : !strcmp(optarg, "absolute") ? ABSOLUTE
                   : !strcmp(optarg, "connect")  ? CONNECT
                   : !strcmp(optarg, "mitm")     ? MITM
                                                 : ORIGIN;
            break;
        case 'd':
            dur = atof(optarg);
            break;
        case 'n':
            total = atol(optarg);
            break;
        case 'w':
            warm = atof(optarg);
            break;
        case 'p':
            path = optarg;
            break;
        case 'f':
            file = optarg;
            break;
        case 'x':
            oneshot = 1;
            break;
        case 'S':
            sni_vary = atoi(optarg);
            break;
        case 'P':
            postlen = atol(optarg);
            break;
        case 'q':
            rate = atof(optarg);
            break;
        case 'R':
            readrate = atof(optarg);
            break;
        case 'I':
            hold = atoi(optarg);
            break;
        case 'e':
            extra = optarg;
            break;
        case 'T':
            tls12 = "1";
            break;
        case '2':
            http2 = 1;
            break;
        default:
            return 2;
        }
    char h[64];
    snprintf(h, sizeof h, "%s", a);
    char *k = strrchr(h, ':');
    if (!k) return 2;
    *k = 0;
    addr.sin_family = AF_INET;
    addr.sin_port = htons(atoi(k + 1));
    if (inet_pton(AF_INET, h, &addr.sin_addr) != 1) return 2;
    if ((ntohl(addr.sin_addr.s_addr) >> 24) != 127) {
        fprintf(stderr, "loopback only\n");
        return 2;
    }
    if (file) {
        FILE *f = fopen(file, "r");
        if (!f) return 2;
        char *l = NULL;
        size_t z = 0;
        ssize_t r;
        long cap = 0;
        while ((r = getline(&l, &z, f)) > 0) {
            if (r > 2000) continue;
            if (l[r - 1] == '\n') l[r - 1] = 0;
            if (nlines == cap) lines = realloc(lines, (cap = cap ? cap * 2 : 1024) * sizeof *lines);
            lines[nlines++] = strdup(l);
        }
        fclose(f);
    }
    if (postlen > 4000000) return 2;
    post = malloc(postlen + 1);
    for (long i = 0; i < postlen; i++)
        post[i] = "0123456789abcdef"[i * 7 % 16];
    ctx = SSL_CTX_new(TLS_client_method());
    if (http2) SSL_CTX_set_alpn_protos(ctx, (const unsigned char *)"\x02h2", 3);
    if (tls12) SSL_CTX_set_max_proto_version(ctx, TLS1_2_VERSION);
    SSL_CTX_set_mode(ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_read_ahead(ctx, 1);
    ep = epoll_create1(0);
    cs = calloc(conns, sizeof *cs);
    freel = calloc(conns + 1, sizeof *freel);
    tstart = now();
    tmeasure = tstart + warm * 1e9;
    tend = dur > 0 ? tmeasure + dur * 1e9 : UINT64_MAX;
    uint64_t last = tstart;
    long sent_sched = 0;
    for (int i = 0; i < conns; i++) {
        cs[i].id = i;
        cs[i].out = malloc(8192 + postlen);
        cs[i].hb = malloc(16384);
    }
    int opened = 0;
    long done0 = 0;
    uint64_t b0 = 0;
    int mset = warm == 0;
    struct epoll_event ev[512];
    uint64_t holdend = 0;
    for (;;) {
        // Connections to be held come in turn, so that what is measured is holding them and not a storm of requests.
        int in_turn = hold ? 16 + done_ + connfail : conns;
        for (int k2 = 0; k2 < 64 && opened < conns && opened < in_turn; k2++)
            open_conn(&cs[opened++]);
        int to = opened < conns && opened < in_turn ? 0 : 100;
        if (rate > 0) {
            double gap = 1e9 / rate;
            uint64_t t = now();
            while (nfree && may_issue()) {
                uint64_t due = tstart + (uint64_t)(sent_sched * gap);
                if (due > t) break;
                sent_sched++;
                start_req(&cs[freel[--nfree]], due);
            }
            uint64_t due = tstart + (uint64_t)(sent_sched * gap);
            if (nfree) to = due > t ? (due - t) / 1000000 : 0;
        }
        int n = epoll_wait(ep, ev, 512, to);
        uint64_t t = now();
        if (!mset && t >= tmeasure) {
            mset = 1;
            done0 = done_;
            b0 = bytes;
        }
        for (int i = 0; i < n; i++) {
            struct conn *c = ev[i].data.ptr;
            if (c->fd < 0) continue;
            if (c->st == S_CONN) {
                connected(c);
                continue;
            }
            if (c->st == S_HAND) {
                hand(c);
                continue;
            }
            if (ev[i].events & EPOLLOUT) {
                flush_out(c);
                if (c->fd < 0) continue;
            }
            if (ev[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) readable(c);
        }
        last = t;
        if (hold && !holdend && done_ >= conns) {
            holdend = t + hold * 1000000000ull;
            fprintf(stderr, "held\n");
        }
        if (holdend ? t >= holdend : (t >= tend || (total && done_ >= total) || (stopping && connfail > 1000))) break;
        if (hold && t - tstart > 120000000000ull) break;
        if (!hold && dur == 0 && t - tstart > 900000000000ull) break;
    }
    double secs = (last - tmeasure) / 1e9;
    qsort(lat, nlat, sizeof *lat, cmp);
    double sum = 0;
    for (size_t i = 0; i < nlat; i++)
        sum += lat[i] / 10.0;
    printf("{\"requests\":%ld,\"all\":%ld,\"errors\":%ld,\"non2xx\":%ld,\"connfail\":%ld,\"handshakes\":%ld,"
           "\"bytes\":%llu,\"secs\":%.4f,\"rps\":%.1f,\"MBps\":%.1f,\"mean_us\":%.1f,\"p50_us\":%.1f,\"p90_us\":%.1f,"
           "\"p99_us\":%.1f,\"max_us\":%.1f,\"first_ms\":%.2f}\n",
           done_ - done0, done_, errs, bad, connfail, handshakes, (unsigned long long)(bytes - b0), secs,
           (done_ - done0) / secs, (bytes - b0) / secs / 1e6, nlat ? sum / nlat : 0, pct(.5), pct(.9), pct(.99),
           pct(1), first_ns ? (first_ns - tstart) / 1e6 : 0.0);
    return errs || bad || !done_ ? 1 : 0;
}
