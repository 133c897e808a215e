#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Swift imports neither function-like macros, nor variadic functions, nor constants made by expressions.

static inline EVP_PKEY *fita_make_p256_key(void) { return EVP_EC_gen("P-256"); }
static inline EVP_PKEY *fita_make_ed25519_key(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"); }

static inline void fita_ssl_ctx_prepare(SSL_CTX *ctx) {
    SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
    SSL_CTX_set_options(
        ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                 SSL_OP_PRIORITIZE_CHACHA);
    // Not SSL_MODE_RELEASE_BUFFERS: an allocation per record costs bulk a third of its speed. Idle sessions give their
    // buffers back when told to.
    SSL_CTX_set_mode(ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

static inline void fita_ssl_ctx_set_session_cache_mode(SSL_CTX *ctx, long mode) {
    SSL_CTX_set_session_cache_mode(ctx, mode);
}

// Counts up the certificate's users.
static inline int fita_ssl_ctx_add_chain_certificate(SSL_CTX *ctx, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(ctx, certificate);
}

static inline int fita_ssl_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

// Asks servers for a staple (RFC 6066 §8) and calls back where one may have come; 0 ends the handshake.
static inline void fita_ssl_ctx_ask_for_staples(SSL_CTX *ctx, int (*judge)(SSL *, void *)) {
    SSL_CTX_set_tlsext_status_type(ctx, TLSEXT_STATUSTYPE_ocsp);
    SSL_CTX_set_tlsext_status_cb(ctx, judge);
}

static inline long fita_ssl_staple(SSL *ssl, const unsigned char **bytes) {
    return SSL_get_tlsext_status_ocsp_resp(ssl, bytes);
}

static inline int fita_x509_count(const STACK_OF(X509) *chain) { return sk_X509_num(chain); }
static inline X509 *fita_x509_at(const STACK_OF(X509) *chain, int index) { return sk_X509_value(chain, index); }

static inline int fita_name_count(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }
static inline const GENERAL_NAME *fita_name_at(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}

static inline int fita_err_reason(unsigned long code) { return ERR_GET_REASON(code); }

static inline void fita_bio_set_retry_read(BIO *bio) { BIO_set_retry_read(bio); }
static inline void fita_bio_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

static inline int fita_x509_name_print(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}
