#ifndef FITA_CCURL_H
#define FITA_CCURL_H

/*
 * libcurl, loaded when it is first needed, without variadic calls.
 *
 * Most verbs of the tool never dial, so the library is opened with dlopen and a missing library is an ordinary
 * error text instead of a program that does not start. The constants are libcurl's own values; ccurl.c holds
 * them against <curl/curl.h> at compile time. Every result of type int is a CURLcode or CURLMcode: 0 is success.
 * Nothing but fita_curl_load may be called before fita_curl_load returned NULL.
 */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Loads the library once for the process; safe from any thread. NULL on success, else a text of static life. */
const char *fita_curl_load(void);
/* The library's own version line, such as "libcurl/7.88.1 OpenSSL/3.0.15". */
const char *fita_curl_version(void);

typedef struct FitaCurlEasy FitaCurlEasy;
typedef struct FitaCurlMulti FitaCurlMulti;
typedef struct FitaCurlList FitaCurlList;

/* ---- Results --------------------------------------------------------------------------------------------- */

enum {
    FITA_CURLE_OK = 0,
    FITA_CURLE_UNSUPPORTED_PROTOCOL = 1,
    FITA_CURLE_URL_MALFORMAT = 3,
    FITA_CURLE_COULDNT_RESOLVE_PROXY = 5,
    FITA_CURLE_COULDNT_RESOLVE_HOST = 6,
    FITA_CURLE_COULDNT_CONNECT = 7,
    FITA_CURLE_WEIRD_SERVER_REPLY = 8,
    FITA_CURLE_PARTIAL_FILE = 18,
    FITA_CURLE_WRITE_ERROR = 23,
    FITA_CURLE_OUT_OF_MEMORY = 27,
    FITA_CURLE_OPERATION_TIMEDOUT = 28,
    FITA_CURLE_SSL_CONNECT_ERROR = 35,
    FITA_CURLE_ABORTED_BY_CALLBACK = 42,
    FITA_CURLE_GOT_NOTHING = 52,
    FITA_CURLE_SEND_ERROR = 55,
    FITA_CURLE_RECV_ERROR = 56,
    FITA_CURLE_PEER_FAILED_VERIFICATION = 60,
    FITA_CURLE_SSL_CACERT_BADFILE = 77,
    FITA_CURLE_PROXY = 97
};

const char *fita_curl_easy_error_text(int result);
const char *fita_curl_multi_error_text(int result);

/* ---- Options --------------------------------------------------------------------------------------------- */

enum { FITA_CURL_ERROR_SIZE = 256 };

typedef enum {
    FITA_CURLOPT_NOBODY = 44,
    FITA_CURLOPT_POST = 47,
    FITA_CURLOPT_FOLLOWLOCATION = 52,
    FITA_CURLOPT_HTTPPROXYTUNNEL = 61,
    FITA_CURLOPT_SSL_VERIFYPEER = 64,
    FITA_CURLOPT_MAXCONNECTS = 71,
    FITA_CURLOPT_FRESH_CONNECT = 74,
    FITA_CURLOPT_FORBID_REUSE = 75,
    FITA_CURLOPT_HTTPGET = 80,
    FITA_CURLOPT_SSL_VERIFYHOST = 81,
    FITA_CURLOPT_HTTP_VERSION = 84,
    FITA_CURLOPT_NOSIGNAL = 99,
    FITA_CURLOPT_PROXYTYPE = 101,
    FITA_CURLOPT_IPRESOLVE = 113,
    FITA_CURLOPT_TCP_NODELAY = 121,
    FITA_CURLOPT_CONNECT_ONLY = 141,
    FITA_CURLOPT_TIMEOUT_MS = 155,
    FITA_CURLOPT_CONNECTTIMEOUT_MS = 156,
    FITA_CURLOPT_HTTP_TRANSFER_DECODING = 157,
    FITA_CURLOPT_HTTP_CONTENT_DECODING = 158,
    FITA_CURLOPT_SSL_ENABLE_ALPN = 226,
    FITA_CURLOPT_HEADEROPT = 229,
    FITA_CURLOPT_PATH_AS_IS = 234,
    FITA_CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    FITA_CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS = 271,
    FITA_CURLOPT_HTTP09_ALLOWED = 285
} FitaCurlLongOption;

typedef enum {
    FITA_CURLOPT_URL = 10002,
    FITA_CURLOPT_PROXY = 10004,
    FITA_CURLOPT_CUSTOMREQUEST = 10036,
    FITA_CURLOPT_INTERFACE = 10062,
    FITA_CURLOPT_CAINFO = 10065,
    FITA_CURLOPT_PROXYUSERPWD = 10006,
    FITA_CURLOPT_NOPROXY = 10177,
    FITA_CURLOPT_PROXY_CAINFO = 10246,
    FITA_CURLOPT_REQUEST_TARGET = 10266,
    FITA_CURLOPT_PROTOCOLS_STR = 10318
} FitaCurlStringOption;

typedef enum { FITA_CURLOPT_POSTFIELDSIZE_LARGE = 30120 } FitaCurlOffsetOption;

typedef enum {
    FITA_CURLOPT_ERRORBUFFER = 10010, /* FITA_CURL_ERROR_SIZE bytes, kept by the caller */
    FITA_CURLOPT_POSTFIELDS = 10015,  /* not copied: kept by the caller until perform is over */
    FITA_CURLOPT_PRIVATE = 10103
} FitaCurlPointerOption;

typedef enum {
    FITA_CURLOPT_HTTPHEADER = 10023,
    FITA_CURLOPT_RESOLVE = 10203,
    FITA_CURLOPT_PROXYHEADER = 10228,
    FITA_CURLOPT_CONNECT_TO = 10243
} FitaCurlListOption;

enum {
    FITA_CURL_HEADER_SEPARATE = 1,
    FITA_CURL_HTTP_VERSION_1_1 = 2,
    FITA_CURL_PAUSE_RECV = 1,
    FITA_CURL_PAUSE_SEND = 4
};

/* ---- Lists: a list is kept by the caller as long as an easy handle uses it --------------------------------- */

/* Appends a copy of text and returns the list (a new one where list is NULL); NULL when memory is short, and then
 * the old list is still the caller's. */
FitaCurlList *fita_curl_list_append(FitaCurlList *list, const char *text);
void fita_curl_list_free(FitaCurlList *list);

/* ---- Easy handles ---------------------------------------------------------------------------------------- */

FitaCurlEasy *fita_curl_easy_new(void);
void fita_curl_easy_free(FitaCurlEasy *easy);
/* Back to default options; live connections and caches stay. */
void fita_curl_easy_reset(FitaCurlEasy *easy);
int fita_curl_easy_perform(FitaCurlEasy *easy);
/* FITA_CURL_PAUSE_ bits; 0 goes on. */
int fita_curl_easy_pause(FitaCurlEasy *easy, int bits);

int fita_curl_easy_set_long(FitaCurlEasy *easy, FitaCurlLongOption option, long value);
/* The text is copied; NULL unsets. */
int fita_curl_easy_set_string(FitaCurlEasy *easy, FitaCurlStringOption option, const char *value);
int fita_curl_easy_set_offset(FitaCurlEasy *easy, FitaCurlOffsetOption option, long long value);
int fita_curl_easy_set_pointer(FitaCurlEasy *easy, FitaCurlPointerOption option, const void *value);
int fita_curl_easy_set_list(FitaCurlEasy *easy, FitaCurlListOption option, FitaCurlList *value);

/* Body and header bytes: returns the count taken; less than size * count stops the transfer. */
typedef size_t (*FitaCurlBytesCallback)(char *bytes, size_t size, size_t count, void *context);
int fita_curl_easy_set_write(FitaCurlEasy *easy, FitaCurlBytesCallback callback, void *context);
int fita_curl_easy_set_header(FitaCurlEasy *easy, FitaCurlBytesCallback callback, void *context);

/* The address libcurl wants a socket for. `address` is a struct sockaddr of `length` bytes. */
typedef struct {
    int family;
    int type;
    int protocol;
    unsigned int length;
    const void *address;
} FitaCurlAddress;

/* Returns a socket, or -1 to refuse the address. */
typedef int (*FitaCurlOpenSocketCallback)(void *context, const FitaCurlAddress *address);
/* `context` must stay valid until the easy handle is freed. `slot` is the caller's memory for the pair. */
typedef struct {
    FitaCurlOpenSocketCallback callback;
    void *context;
} FitaCurlOpenSocketSlot;
/* A socket for the address, as libcurl would make it, and closed in children; -1 where there is none to be had. */
int fita_curl_open_socket(const FitaCurlAddress *address);
int fita_curl_easy_set_open_socket(FitaCurlEasy *easy, FitaCurlOpenSocketSlot *slot);

/* Closes, or keeps, the socket; returns 0. */
typedef int (*FitaCurlCloseSocketCallback)(void *context, int socket);
int fita_curl_easy_set_close_socket(FitaCurlEasy *easy, FitaCurlCloseSocketCallback callback, void *context);

/* ---- What a transfer tells ------------------------------------------------------------------------------- */

typedef enum {
    FITA_CURLINFO_RESPONSE_CODE = 0x200002,
    FITA_CURLINFO_SSL_VERIFYRESULT = 0x20000D,
    FITA_CURLINFO_HTTP_CONNECTCODE = 0x200016,
    FITA_CURLINFO_OS_ERRNO = 0x200019,
    FITA_CURLINFO_NUM_CONNECTS = 0x20001A,
    FITA_CURLINFO_PRIMARY_PORT = 0x200028,
    FITA_CURLINFO_LOCAL_PORT = 0x20002A
} FitaCurlLongFact;

typedef enum {
    FITA_CURLINFO_PRIMARY_IP = 0x100020,
    FITA_CURLINFO_LOCAL_IP = 0x100029
} FitaCurlStringFact;

/* In microseconds from the start of the transfer. */
typedef enum {
    FITA_CURLINFO_TOTAL_TIME_T = 0x600032,
    FITA_CURLINFO_NAMELOOKUP_TIME_T = 0x600033,
    FITA_CURLINFO_CONNECT_TIME_T = 0x600034,
    FITA_CURLINFO_PRETRANSFER_TIME_T = 0x600035,
    FITA_CURLINFO_STARTTRANSFER_TIME_T = 0x600036,
    FITA_CURLINFO_APPCONNECT_TIME_T = 0x600038
} FitaCurlTimeFact;

int fita_curl_easy_get_long(FitaCurlEasy *easy, FitaCurlLongFact fact, long *value);
/* The text belongs to the handle and lives until the next perform or free. */
int fita_curl_easy_get_string(FitaCurlEasy *easy, FitaCurlStringFact fact, const char **value);
int fita_curl_easy_get_time(FitaCurlEasy *easy, FitaCurlTimeFact fact, long long *microseconds);
/* The socket that CONNECT_ONLY left open; -1 where there is none. It stays libcurl's: duplicate it to keep it. */
int fita_curl_easy_get_active_socket(FitaCurlEasy *easy, int *socket);

/* Bytes on the connection that CONNECT_ONLY left open, for the caller's own protocol. Both wait at most so many
 * milliseconds. send: all of them, or an error. receive: at least one; a count of 0 is the peer's end. */
int fita_curl_easy_send(FitaCurlEasy *easy, const void *bytes, size_t count, int milliseconds);
int fita_curl_easy_receive(FitaCurlEasy *easy, void *bytes, size_t capacity, int milliseconds, size_t *count);
int fita_curl_easy_get_private(FitaCurlEasy *easy, void **value);

/* ---- Multi handles on the caller's own loop ----------------------------------------------------------------- */

enum { FITA_CURL_SOCKET_TIMEOUT = -1 };
enum { FITA_CURL_POLL_IN = 1, FITA_CURL_POLL_OUT = 2, FITA_CURL_POLL_INOUT = 3, FITA_CURL_POLL_REMOVE = 4 };
enum { FITA_CURL_SELECT_IN = 1, FITA_CURL_SELECT_OUT = 2, FITA_CURL_SELECT_ERROR = 4 };

FitaCurlMulti *fita_curl_multi_new(void);
/* After every easy handle was removed. */
int fita_curl_multi_free(FitaCurlMulti *multi);
int fita_curl_multi_add(FitaCurlMulti *multi, FitaCurlEasy *easy);
int fita_curl_multi_remove(FitaCurlMulti *multi, FitaCurlEasy *easy);
/* Tells of readiness (SELECT bits) on a socket, or of a run-out timer with FITA_CURL_SOCKET_TIMEOUT and 0. */
int fita_curl_multi_socket_action(FitaCurlMulti *multi, int socket, int events, int *running);
/* Gives a value that the socket callback gets back as socket_context. */
int fita_curl_multi_assign(FitaCurlMulti *multi, int socket, void *socket_context);

/* `what` is one of FITA_CURL_POLL_. Returns 0. */
typedef int (*FitaCurlSocketCallback)(
    FitaCurlEasy *easy, int socket, int what, void *context, void *socket_context);
/* A timer of that many milliseconds replaces the earlier one; -1 deletes it. Returns 0. */
typedef int (*FitaCurlTimerCallback)(FitaCurlMulti *multi, long milliseconds, void *context);
int fita_curl_multi_set_socket(FitaCurlMulti *multi, FitaCurlSocketCallback callback, void *context);
int fita_curl_multi_set_timer(FitaCurlMulti *multi, FitaCurlTimerCallback callback, void *context);

/* The next transfer that is done and its CURLcode: 1, or 0 when there is none. Remove the handle after reading. */
int fita_curl_multi_next_done(FitaCurlMulti *multi, FitaCurlEasy **easy, int *result);

#ifdef __cplusplus
}
#endif

#endif
