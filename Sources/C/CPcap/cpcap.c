#define _GNU_SOURCE
#include "cpcap.h"

#include <dlfcn.h>
#include <pcap/pcap.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is used of libpcap, with the types its header gives.
#define FUNCTIONS(each)                                                                                             \
    each(pcap_open_offline_with_tstamp_precision) each(pcap_create) each(pcap_set_snaplen) each(pcap_set_timeout)   \
    each(pcap_set_tstamp_precision) each(pcap_activate) each(pcap_setnonblock) each(pcap_get_selectable_fd)         \
    each(pcap_datalink) each(pcap_next_ex) each(pcap_geterr) each(pcap_statustostr) each(pcap_file)                 \
    each(pcap_stats) each(pcap_close) each(pcap_open_dead_with_tstamp_precision) each(pcap_dump_open)               \
    each(pcap_dump) each(pcap_dump_flush) each(pcap_dump_close)

static struct {
#define DECLARE(name) __typeof__(&name) name;
    FUNCTIONS(DECLARE)
} lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int loaded;

static void load(void) {
    static const char *const names[] = {
        "libpcap.so.0.8", "libpcap.so.1", "libpcap.so", "libpcap.dylib", "libpcap.A.dylib"};
    void *handle = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && handle == NULL; i++) handle = dlopen(names[i], RTLD_NOW);
    if (handle == NULL) return;
#define FIND(name)                                                                                                  \
    lib.name = (__typeof__(&name))dlsym(handle, #name);                                                             \
    if (lib.name == NULL) return;
    FUNCTIONS(FIND)
    loaded = 1;
}

int fita_capture_available(void) {
    pthread_once(&once, load);
    return loaded;
}

static int available(char *error, size_t error_size) {
    if (fita_capture_available()) return 1;
    snprintf(error, error_size, "libpcap is not installed");
    return 0;
}

struct fita_capture {
    pcap_t *pcap;
    int is_live;
    int timeout;
};

static fita_capture *wrap(pcap_t *pcap, int is_live, int timeout) {
    fita_capture *capture = calloc(1, sizeof *capture);
    if (capture == NULL) abort();
    *capture = (fita_capture){.pcap = pcap, .is_live = is_live, .timeout = timeout};
    return capture;
}

fita_capture *fita_capture_open_file(const char *path, char *error, size_t error_size) {
    if (!available(error, error_size)) return NULL;
    char text[PCAP_ERRBUF_SIZE] = "";
    pcap_t *pcap = lib.pcap_open_offline_with_tstamp_precision(path, PCAP_TSTAMP_PRECISION_NANO, text);
    if (pcap == NULL) {
        snprintf(error, error_size, "%s", text);
        return NULL;
    }
    return wrap(pcap, 0, 0);
}

fita_capture *fita_capture_open_interface(
    const char *name, int snapshot, int timeout, char *error, size_t error_size) {
    if (!available(error, error_size)) return NULL;
    char text[PCAP_ERRBUF_SIZE] = "";
    pcap_t *pcap = lib.pcap_create(name, text);
    if (pcap == NULL) {
        snprintf(error, error_size, "%s", text);
        return NULL;
    }
    lib.pcap_set_snaplen(pcap, snapshot);
    lib.pcap_set_timeout(pcap, timeout);
    // Not every interface knows nanoseconds; then libpcap scales, as for files.
    lib.pcap_set_tstamp_precision(pcap, PCAP_TSTAMP_PRECISION_NANO);
    int status = lib.pcap_activate(pcap);
    if (status < 0) {
        const char *detail = lib.pcap_geterr(pcap);
        snprintf(error, error_size, "%s", *detail ? detail : lib.pcap_statustostr(status));
        lib.pcap_close(pcap);
        return NULL;
    }
    // On Linux a blocking read returns only when a packet comes; so we wait ourselves.
    if (lib.pcap_setnonblock(pcap, 1, text) != 0) {
        snprintf(error, error_size, "%s", text);
        lib.pcap_close(pcap);
        return NULL;
    }
    return wrap(pcap, 1, timeout);
}

int fita_capture_link_type(fita_capture *capture) { return lib.pcap_datalink(capture->pcap); }

int fita_capture_next(fita_capture *capture, fita_packet *packet) {
    struct pcap_pkthdr *header;
    const u_char *bytes;
    int result = lib.pcap_next_ex(capture->pcap, &header, &bytes);
    if (result == 0 && capture->is_live) {
        struct pollfd wait = {.fd = lib.pcap_get_selectable_fd(capture->pcap), .events = POLLIN};
        if (poll(&wait, 1, capture->timeout) > 0) result = lib.pcap_next_ex(capture->pcap, &header, &bytes);
    }
    if (result == 1) {
        *packet = (fita_packet){
            .seconds = header->ts.tv_sec,
            .nanoseconds = header->ts.tv_usec,
            .captured = header->caplen,
            .length = header->len,
            .bytes = bytes,
        };
        return FITA_CAPTURE_PACKET;
    }
    if (result == 0) return FITA_CAPTURE_NOTHING;
    return result == PCAP_ERROR_BREAK ? FITA_CAPTURE_END : FITA_CAPTURE_FAILED;
}

const char *fita_capture_error(fita_capture *capture) { return lib.pcap_geterr(capture->pcap); }

int64_t fita_capture_offset(fita_capture *capture) {
    FILE *file = lib.pcap_file(capture->pcap);
    return file == NULL ? -1 : (int64_t)ftello(file);
}

int64_t fita_capture_lost(fita_capture *capture) {
    struct pcap_stat counts;
    if (!capture->is_live || lib.pcap_stats(capture->pcap, &counts) != 0) return -1;
    return (int64_t)counts.ps_drop + (int64_t)counts.ps_ifdrop;
}

void fita_capture_close(fita_capture *capture) {
    lib.pcap_close(capture->pcap);
    free(capture);
}

struct fita_capture_writer {
    pcap_t *format;
    pcap_dumper_t *dumper;
};

fita_capture_writer *fita_capture_writer_open(
    const char *path, int link_type, int snapshot, char *error, size_t error_size) {
    if (!available(error, error_size)) return NULL;
    pcap_t *format = lib.pcap_open_dead_with_tstamp_precision(link_type, snapshot, PCAP_TSTAMP_PRECISION_NANO);
    if (format == NULL) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    pcap_dumper_t *dumper = lib.pcap_dump_open(format, path);
    if (dumper == NULL) {
        snprintf(error, error_size, "%s", lib.pcap_geterr(format));
        lib.pcap_close(format);
        return NULL;
    }
    fita_capture_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) abort();
    *writer = (fita_capture_writer){.format = format, .dumper = dumper};
    return writer;
}

void fita_capture_writer_add(fita_capture_writer *writer, const fita_packet *packet) {
    struct pcap_pkthdr header = {
        .ts = {.tv_sec = (time_t)packet->seconds, .tv_usec = (suseconds_t)packet->nanoseconds},
        .caplen = packet->captured,
        .len = packet->length,
    };
    lib.pcap_dump((u_char *)writer->dumper, &header, packet->bytes);
}

int fita_capture_writer_flush(fita_capture_writer *writer) { return lib.pcap_dump_flush(writer->dumper); }

void fita_capture_writer_close(fita_capture_writer *writer) {
    lib.pcap_dump_close(writer->dumper);
    lib.pcap_close(writer->format);
    free(writer);
}
