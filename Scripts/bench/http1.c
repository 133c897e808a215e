// HTTP/1.1 answers, as they come.
#define _GNU_SOURCE
#include "fload.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int head(struct conn *c) { // 1 = body complete
    c->hb[c->hlen] = 0;
    c->status = atoi(c->hb + 9);
    c->left = -1;
    c->ph = P_EOF;
    c->cst = 0;
    int chunk = 0;
    for (char *p = strstr(c->hb, "\r\n"); p && p[2]; p = strstr(p + 2, "\r\n")) {
        p += 2;
        if (!strncasecmp(p, "content-length:", 15))
            c->left = atoll(p + 15);
        else if (!strncasecmp(p, "transfer-encoding:", 18))
            chunk = strncasecmp(p + 18, " chunked", 8) == 0;
        else if (!strncasecmp(p, "connection: close", 17))
            c->close_after = 1;
        p -= 2;
    }
    if (c->status == 204 || c->status == 304) return 1;
    if (chunk) {
        c->ph = P_CHUNK;
        c->left = 0;
        return 0;
    }
    if (c->left == 0) return 1;
    if (c->left > 0)
        c->ph = P_LEN;
    else
        c->close_after = 1;
    return 0;
}
static int chunks(struct conn *c, const char *b,
                  long n) { // cst: 0 size, 1 skip to LF, 2 data, 3 CRLF after data, 4 trailer
    for (long i = 0; i < n;) {
        char ch = b[i];
        switch (c->cst) {
        case 0:
            if (ch == '\n') {
                i++;
                c->cst = c->left ? 2 : 4;
                c->hlen = 0;
                break;
            }
            if (ch == ';' || ch == '\r') {
                i++;
                break;
            }
            c->left = c->left * 16 + (ch <= '9' ? ch - '0' : (ch | 32) - 'a' + 10);
            i++;
            break;
        case 2: {
            long k = n - i < c->left ? n - i : c->left;
            i += k;
            c->left -= k;
            if (!c->left) c->cst = 3;
            break;
        }
        case 3:
            if (ch == '\n') c->cst = 0;
            i++;
            break;
        case 4:
            i++;
            if (ch == '\n') {
                if (c->hlen == 0) return 1;
                c->hlen = 0;
            } else if (ch != '\r')
                c->hlen = 1;
            break;
        }
    }
    return 0;
}
void http1_feed(struct conn *c, char *b, long n) {
    bytes += n;
    if (c->ph == P_HEAD) {
        int old = c->hlen;
        long k = n < 16000 - c->hlen ? n : 16000 - c->hlen;
        memcpy(c->hb + c->hlen, b, k);
        c->hlen += k;
        c->hb[c->hlen] = 0;
        char *e = memmem(c->hb, c->hlen, "\r\n\r\n", 4);
        if (!e) {
            if (c->hlen >= 16000) fail(c);
            return;
        }
        long used = e + 4 - c->hb - old;
        c->hlen = e + 2 - c->hb;
        if (head(c)) {
            finish(c);
            return;
        }
        b += used;
        n -= used;
        c->hlen = 0;
        if (!n) return;
    }
    if (c->ph == P_LEN) {
        c->left -= n;
        if (c->left <= 0) finish(c);
    } else if (c->ph == P_CHUNK) {
        if (chunks(c, b, n)) finish(c);
    }
}
