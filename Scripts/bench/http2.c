// HTTP/2 answers: one stream at a time on each connection, over nghttp2.
#define _GNU_SOURCE
#include "fload.h"
#include <stdlib.h>
#include <string.h>

static const size_t OUT_ROOM = 8192; // of struct conn's `out`

static int on_header(nghttp2_session *s, const nghttp2_frame *f, const uint8_t *name, size_t nlen, const uint8_t *value,
                     size_t vlen, uint8_t flags, void *user) {
    (void)s, (void)f, (void)vlen, (void)flags;
    if (nlen == 7 && !memcmp(name, ":status", 7)) ((struct conn *)user)->status = atoi((const char *)value);
    return 0;
}
// The session may not be freed inside its callbacks, so this only notes the end.
static int on_close(nghttp2_session *s, int32_t stream, uint32_t code, void *user) {
    (void)s, (void)stream;
    ((struct conn *)user)->close_after = code ? -1 : 1;
    return 0;
}
// Moves the frames that wait to be sent to `out`, behind what is there still.
static void flush(struct conn *c) {
    if (c->ooff == c->olen) c->ooff = c->olen = 0;
    const uint8_t *frames;
    while (c->olen < OUT_ROOM / 2) {
        ssize_t n = nghttp2_session_mem_send(c->h2, &frames);
        if (n <= 0) break;
        if (c->olen + n > OUT_ROOM) {
            fail(c);
            return;
        }
        memcpy(c->out + c->olen, frames, n);
        c->olen += n;
    }
    if (c->ooff < c->olen) flush_out(c);
}
int http2_open(struct conn *c) {
    const unsigned char *chosen;
    unsigned length;
    SSL_get0_alpn_selected(c->ssl, &chosen, &length);
    if (length != 2 || memcmp(chosen, "h2", 2)) return -1;
    nghttp2_session_callbacks *callbacks;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    nghttp2_session_client_new(&c->h2, callbacks, c);
    nghttp2_session_callbacks_del(callbacks);
    c->olen = c->ooff = 0;
    return nghttp2_submit_settings(c->h2, NGHTTP2_FLAG_NONE, NULL, 0);
}
#define FIELD(name, value) {(uint8_t *)(name), (uint8_t *)(value), strlen(name), strlen(value), NGHTTP2_NV_FLAG_NONE}
void http2_request(struct conn *c, const char *path) {
    nghttp2_nv fields[] = {
        FIELD(":method", "GET"),
        FIELD(":scheme", "https"),
        FIELD(":authority", authority),
        FIELD(":path", path),
        FIELD("user-agent", "adsdk/4.2 (iPhone; iOS 17.5)"),
        FIELD("accept", "*/*"),
    };
    c->close_after = 0;
    if (nghttp2_submit_request(c->h2, NULL, fields, sizeof fields / sizeof *fields, NULL, NULL) < 0) {
        fail(c);
        return;
    }
    flush(c);
}
int http2_feed(struct conn *c, const char *b, size_t n) {
    bytes += n;
    if (nghttp2_session_mem_recv(c->h2, (const uint8_t *)b, n) < 0) return -1;
    if (c->close_after < 0) return -1;
    if (c->close_after > 0) {
        c->close_after = 0;
        finish(c);
    }
    if (c->h2) flush(c);
    return 0;
}
