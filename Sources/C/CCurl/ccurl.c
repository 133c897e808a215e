#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>

#include "ccurl.h"

#ifdef __APPLE__
static const char library_name[] = "libcurl.4.dylib";
#else
static const char library_name[] = "libcurl.so.4";
#endif

/* ---- The constants of ccurl.h are libcurl's ------------------------------------------------------------------ */

#define SAME(name) _Static_assert((int)FITA_##name == (int)name, #name)

SAME(CURLE_OK);
SAME(CURLE_UNSUPPORTED_PROTOCOL);
SAME(CURLE_URL_MALFORMAT);
SAME(CURLE_COULDNT_RESOLVE_PROXY);
SAME(CURLE_COULDNT_RESOLVE_HOST);
SAME(CURLE_COULDNT_CONNECT);
SAME(CURLE_WEIRD_SERVER_REPLY);
SAME(CURLE_PARTIAL_FILE);
SAME(CURLE_WRITE_ERROR);
SAME(CURLE_OUT_OF_MEMORY);
SAME(CURLE_OPERATION_TIMEDOUT);
SAME(CURLE_SSL_CONNECT_ERROR);
SAME(CURLE_ABORTED_BY_CALLBACK);
SAME(CURLE_GOT_NOTHING);
SAME(CURLE_SEND_ERROR);
SAME(CURLE_RECV_ERROR);
SAME(CURLE_PEER_FAILED_VERIFICATION);
SAME(CURLE_SSL_CACERT_BADFILE);
SAME(CURLE_PROXY);
SAME(CURL_ERROR_SIZE);
SAME(CURLOPT_NOBODY);
SAME(CURLOPT_POST);
SAME(CURLOPT_FOLLOWLOCATION);
SAME(CURLOPT_HTTPPROXYTUNNEL);
SAME(CURLOPT_SSL_VERIFYPEER);
SAME(CURLOPT_MAXCONNECTS);
SAME(CURLOPT_FRESH_CONNECT);
SAME(CURLOPT_FORBID_REUSE);
SAME(CURLOPT_HTTPGET);
SAME(CURLOPT_SSL_VERIFYHOST);
SAME(CURLOPT_HTTP_VERSION);
SAME(CURLOPT_NOSIGNAL);
SAME(CURLOPT_PROXYTYPE);
SAME(CURLOPT_IPRESOLVE);
SAME(CURLOPT_TCP_NODELAY);
SAME(CURLOPT_CONNECT_ONLY);
SAME(CURLOPT_TIMEOUT_MS);
SAME(CURLOPT_CONNECTTIMEOUT_MS);
SAME(CURLOPT_HTTP_TRANSFER_DECODING);
SAME(CURLOPT_HTTP_CONTENT_DECODING);
SAME(CURLOPT_SSL_ENABLE_ALPN);
SAME(CURLOPT_HEADEROPT);
SAME(CURLOPT_PATH_AS_IS);
SAME(CURLOPT_SUPPRESS_CONNECT_HEADERS);
SAME(CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS);
SAME(CURLOPT_HTTP09_ALLOWED);
SAME(CURLOPT_URL);
SAME(CURLOPT_PROXY);
SAME(CURLOPT_CUSTOMREQUEST);
SAME(CURLOPT_INTERFACE);
SAME(CURLOPT_CAINFO);
SAME(CURLOPT_PROXYUSERPWD);
SAME(CURLOPT_NOPROXY);
SAME(CURLOPT_PROXY_CAINFO);
SAME(CURLOPT_REQUEST_TARGET);
SAME(CURLOPT_PROTOCOLS_STR);
SAME(CURLOPT_POSTFIELDSIZE_LARGE);
SAME(CURLOPT_ERRORBUFFER);
SAME(CURLOPT_POSTFIELDS);
SAME(CURLOPT_PRIVATE);
SAME(CURLOPT_HTTPHEADER);
SAME(CURLOPT_RESOLVE);
SAME(CURLOPT_PROXYHEADER);
SAME(CURLOPT_CONNECT_TO);
SAME(CURL_HTTP_VERSION_1_1);
SAME(CURLINFO_RESPONSE_CODE);
SAME(CURLINFO_SSL_VERIFYRESULT);
SAME(CURLINFO_HTTP_CONNECTCODE);
SAME(CURLINFO_OS_ERRNO);
SAME(CURLINFO_NUM_CONNECTS);
SAME(CURLINFO_PRIMARY_PORT);
SAME(CURLINFO_LOCAL_PORT);
SAME(CURLINFO_PRIMARY_IP);
SAME(CURLINFO_LOCAL_IP);
SAME(CURLINFO_TOTAL_TIME_T);
SAME(CURLINFO_NAMELOOKUP_TIME_T);
SAME(CURLINFO_CONNECT_TIME_T);
SAME(CURLINFO_PRETRANSFER_TIME_T);
SAME(CURLINFO_STARTTRANSFER_TIME_T);
SAME(CURLINFO_APPCONNECT_TIME_T);
SAME(CURL_SOCKET_TIMEOUT);
SAME(CURL_POLL_IN);
SAME(CURL_POLL_OUT);
SAME(CURL_POLL_INOUT);
SAME(CURL_POLL_REMOVE);
_Static_assert(FITA_CURL_SELECT_IN == CURL_CSELECT_IN, "CURL_CSELECT_IN");
_Static_assert(FITA_CURL_SELECT_OUT == CURL_CSELECT_OUT, "CURL_CSELECT_OUT");
_Static_assert(FITA_CURL_SELECT_ERROR == CURL_CSELECT_ERR, "CURL_CSELECT_ERR");
_Static_assert(FITA_CURL_PAUSE_RECV == CURLPAUSE_RECV, "CURLPAUSE_RECV");
_Static_assert(FITA_CURL_PAUSE_SEND == CURLPAUSE_SEND, "CURLPAUSE_SEND");
_Static_assert(FITA_CURL_HEADER_SEPARATE == CURLHEADER_SEPARATE, "CURLHEADER_SEPARATE");
_Static_assert(sizeof(curl_socket_t) == sizeof(int), "a socket is an int");

/* ---- Loading -------------------------------------------------------------------------------------------------- */

static struct {
    CURLcode (*global_init)(long);
    char *(*version)(void);
    const char *(*easy_strerror)(CURLcode);
    const char *(*multi_strerror)(CURLMcode);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *);
    void (*easy_reset)(CURL *);
    CURLcode (*easy_perform)(CURL *);
    CURLcode (*easy_pause)(CURL *, int);
    CURLcode (*easy_send)(CURL *, const void *, size_t, size_t *);
    CURLcode (*easy_recv)(CURL *, void *, size_t, size_t *);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_socket_action)(CURLM *, curl_socket_t, int, int *);
    CURLMcode (*multi_assign)(CURLM *, curl_socket_t, void *);
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];
static const char *result_of_load;

static void *symbol(void *library, const char *name) {
    void *address = dlsym(library, name);
    if (address == NULL && result_of_load == NULL) {
        snprintf(failure, sizeof failure, "%s has no %s", library_name, name);
        result_of_load = failure;
    }
    return address;
}

static void load(void) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *text = dlerror();
        snprintf(failure, sizeof failure, "%s", text != NULL ? text : library_name);
        result_of_load = failure;
        return;
    }
#define LOAD(member) *(void **)&curl.member = symbol(library, "curl_" #member)
    LOAD(global_init);
    LOAD(version);
    LOAD(easy_strerror);
    LOAD(multi_strerror);
    LOAD(easy_init);
    LOAD(easy_cleanup);
    LOAD(easy_reset);
    LOAD(easy_perform);
    LOAD(easy_pause);
    LOAD(easy_send);
    LOAD(easy_recv);
    LOAD(easy_setopt);
    LOAD(easy_getinfo);
    LOAD(slist_append);
    LOAD(slist_free_all);
    LOAD(multi_init);
    LOAD(multi_cleanup);
    LOAD(multi_add_handle);
    LOAD(multi_remove_handle);
    LOAD(multi_socket_action);
    LOAD(multi_assign);
    LOAD(multi_setopt);
    LOAD(multi_info_read);
#undef LOAD
    if (result_of_load != NULL) return;
    CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK) {
        snprintf(failure, sizeof failure, "libcurl does not start: %s", curl.easy_strerror(code));
        result_of_load = failure;
    }
}

const char *fita_curl_load(void) {
    pthread_once(&once, load);
    return result_of_load;
}

const char *fita_curl_version(void) { return curl.version(); }

const char *fita_curl_easy_error_text(int result) { return curl.easy_strerror((CURLcode)result); }
const char *fita_curl_multi_error_text(int result) { return curl.multi_strerror((CURLMcode)result); }

/* ---- Lists ------------------------------------------------------------------------------------------------------ */

FitaCurlList *fita_curl_list_append(FitaCurlList *list, const char *text) {
    return (FitaCurlList *)curl.slist_append((struct curl_slist *)list, text);
}

void fita_curl_list_free(FitaCurlList *list) { curl.slist_free_all((struct curl_slist *)list); }

/* ---- Easy handles ---------------------------------------------------------------------------------------------- */

FitaCurlEasy *fita_curl_easy_new(void) { return (FitaCurlEasy *)curl.easy_init(); }
void fita_curl_easy_free(FitaCurlEasy *easy) { curl.easy_cleanup(easy); }
void fita_curl_easy_reset(FitaCurlEasy *easy) { curl.easy_reset(easy); }
int fita_curl_easy_perform(FitaCurlEasy *easy) { return curl.easy_perform(easy); }
int fita_curl_easy_pause(FitaCurlEasy *easy, int bits) { return curl.easy_pause(easy, bits); }

int fita_curl_easy_set_long(FitaCurlEasy *easy, FitaCurlLongOption option, long value) {
    return curl.easy_setopt(easy, (CURLoption)option, value);
}

int fita_curl_easy_set_string(FitaCurlEasy *easy, FitaCurlStringOption option, const char *value) {
    return curl.easy_setopt(easy, (CURLoption)option, value);
}

int fita_curl_easy_set_offset(FitaCurlEasy *easy, FitaCurlOffsetOption option, long long value) {
    return curl.easy_setopt(easy, (CURLoption)option, (curl_off_t)value);
}

int fita_curl_easy_set_pointer(FitaCurlEasy *easy, FitaCurlPointerOption option, const void *value) {
    return curl.easy_setopt(easy, (CURLoption)option, value);
}

int fita_curl_easy_set_list(FitaCurlEasy *easy, FitaCurlListOption option, FitaCurlList *value) {
    return curl.easy_setopt(easy, (CURLoption)option, (struct curl_slist *)value);
}

int fita_curl_easy_set_write(FitaCurlEasy *easy, FitaCurlBytesCallback callback, void *context) {
    CURLcode code = curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
    return code != CURLE_OK ? code : curl.easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

int fita_curl_easy_set_header(FitaCurlEasy *easy, FitaCurlBytesCallback callback, void *context) {
    CURLcode code = curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
    return code != CURLE_OK ? code : curl.easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    FitaCurlOpenSocketSlot *slot = data;
    FitaCurlAddress own = {
        .family = address->family,
        .type = address->socktype,
        .protocol = address->protocol,
        .length = address->addrlen,
        .address = &address->addr,
    };
    return slot->callback(slot->context, &own);
}

int fita_curl_open_socket(const FitaCurlAddress *address) {
    int socket_descriptor = socket(address->family, address->type, address->protocol);
    if (socket_descriptor >= 0) fcntl(socket_descriptor, F_SETFD, FD_CLOEXEC);
    return socket_descriptor;
}

int fita_curl_easy_set_open_socket(FitaCurlEasy *easy, FitaCurlOpenSocketSlot *slot) {
    CURLcode code = curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    return code != CURLE_OK ? code : curl.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, slot);
}

int fita_curl_easy_set_close_socket(FitaCurlEasy *easy, FitaCurlCloseSocketCallback callback, void *context) {
    CURLcode code = curl.easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
    return code != CURLE_OK ? code : curl.easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
}

int fita_curl_easy_get_long(FitaCurlEasy *easy, FitaCurlLongFact fact, long *value) {
    return curl.easy_getinfo(easy, (CURLINFO)fact, value);
}

int fita_curl_easy_get_string(FitaCurlEasy *easy, FitaCurlStringFact fact, const char **value) {
    return curl.easy_getinfo(easy, (CURLINFO)fact, (char **)value);
}

int fita_curl_easy_get_time(FitaCurlEasy *easy, FitaCurlTimeFact fact, long long *microseconds) {
    curl_off_t value = 0;
    CURLcode code = curl.easy_getinfo(easy, (CURLINFO)fact, &value);
    *microseconds = value;
    return code;
}

int fita_curl_easy_get_active_socket(FitaCurlEasy *easy, int *socket) {
    curl_socket_t value = CURL_SOCKET_BAD;
    CURLcode code = curl.easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &value);
    *socket = value;
    return code;
}

static CURLcode wait_until_ready(FitaCurlEasy *easy, short events, int milliseconds) {
    struct pollfd watched = {.fd = -1, .events = events};
    CURLcode code = (CURLcode)fita_curl_easy_get_active_socket(easy, &watched.fd);
    if (code != CURLE_OK) return code;
    int ready;
    do ready = poll(&watched, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready > 0 ? CURLE_OK : ready == 0 ? CURLE_OPERATION_TIMEDOUT : CURLE_RECV_ERROR;
}

int fita_curl_easy_send(FitaCurlEasy *easy, const void *bytes, size_t count, int milliseconds) {
    const char *rest = bytes;
    while (count > 0) {
        size_t sent = 0;
        CURLcode code = curl.easy_send(easy, rest, count, &sent);
        if (code == CURLE_AGAIN) code = wait_until_ready(easy, POLLOUT, milliseconds);
        if (code != CURLE_OK) return code;
        rest += sent;
        count -= sent;
    }
    return CURLE_OK;
}

int fita_curl_easy_receive(FitaCurlEasy *easy, void *bytes, size_t capacity, int milliseconds, size_t *count) {
    CURLcode code;
    while ((code = curl.easy_recv(easy, bytes, capacity, count)) == CURLE_AGAIN) {
        code = wait_until_ready(easy, POLLIN, milliseconds);
        if (code != CURLE_OK) break;
    }
    return code;
}

int fita_curl_easy_get_private(FitaCurlEasy *easy, void **value) {
    char *pointer = NULL;
    CURLcode code = curl.easy_getinfo(easy, CURLINFO_PRIVATE, &pointer);
    *value = pointer;
    return code;
}

/* ---- Multi handles ---------------------------------------------------------------------------------------------- */

FitaCurlMulti *fita_curl_multi_new(void) { return (FitaCurlMulti *)curl.multi_init(); }
int fita_curl_multi_free(FitaCurlMulti *multi) { return curl.multi_cleanup(multi); }
int fita_curl_multi_add(FitaCurlMulti *multi, FitaCurlEasy *easy) { return curl.multi_add_handle(multi, easy); }

int fita_curl_multi_remove(FitaCurlMulti *multi, FitaCurlEasy *easy) {
    return curl.multi_remove_handle(multi, easy);
}

int fita_curl_multi_socket_action(FitaCurlMulti *multi, int socket, int events, int *running) {
    return curl.multi_socket_action(multi, socket, events, running);
}

int fita_curl_multi_assign(FitaCurlMulti *multi, int socket, void *socket_context) {
    return curl.multi_assign(multi, socket, socket_context);
}

int fita_curl_multi_set_socket(FitaCurlMulti *multi, FitaCurlSocketCallback callback, void *context) {
    CURLMcode code = curl.multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
    return code != CURLM_OK ? code : curl.multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}

int fita_curl_multi_set_timer(FitaCurlMulti *multi, FitaCurlTimerCallback callback, void *context) {
    CURLMcode code = curl.multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
    return code != CURLM_OK ? code : curl.multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

int fita_curl_multi_next_done(FitaCurlMulti *multi, FitaCurlEasy **easy, int *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl.multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *easy = (FitaCurlEasy *)message->easy_handle;
        *result = message->data.result;
        return 1;
    }
    return 0;
}
