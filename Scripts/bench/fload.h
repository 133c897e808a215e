// What the parts of fload share: fload.c has the connections and the load, http1.c and http2.c read answers.
#ifndef FLOAD_H
#define FLOAD_H
#include <nghttp2/nghttp2.h>
#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>

enum mode { ORIGIN, TLS, ABSOLUTE, CONNECT, MITM };
enum st { S_CONN, S_TUNNEL, S_HAND, S_IDLE, S_SEND, S_READ };
enum ph { P_HEAD, P_LEN, P_CHUNK, P_EOF };
struct conn {
    int fd, id;
    SSL *ssl;
    nghttp2_session *h2;
    enum st st;
    enum ph ph;
    int want_write;
    char *out;
    size_t olen, ooff;
    uint64_t t0;
    char *hb;
    int hlen;
    int status;
    long long left;
    int cst;
    int close_after;
    int reqs;
};

extern const char *authority;
extern uint64_t bytes;

// fload.c
void fail(struct conn *c);
void finish(struct conn *c);
void flush_out(struct conn *c);

// http1.c: takes in what has been read; calls finish when the answer is whole.
void http1_feed(struct conn *c, char *b, long n);

// http2.c: one stream at a time on each connection.
int http2_open(struct conn *c);
void http2_request(struct conn *c, const char *path);
int http2_feed(struct conn *c, const char *b, size_t n); // 0, or -1 when the connection is broken
#endif
