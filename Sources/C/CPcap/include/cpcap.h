#pragma once
#include <stddef.h>
#include <stdint.h>

/// A capture file or a live interface, opened through libpcap, which is loaded on first use.
typedef struct fita_capture fita_capture;
/// A capture file being written.
typedef struct fita_capture_writer fita_capture_writer;

typedef struct {
    int64_t seconds;
    /// As libpcap gives it: a damaged file can hold more than a second.
    int64_t nanoseconds;
    uint32_t captured;
    uint32_t length;
    /// Valid until the next packet is asked for.
    const uint8_t *bytes;
} fita_packet;

enum { FITA_CAPTURE_PACKET = 1, FITA_CAPTURE_NOTHING = 0, FITA_CAPTURE_END = -1, FITA_CAPTURE_FAILED = -2 };

/// 1 when libpcap can be loaded.
int fita_capture_available(void);

/// NULL on failure, with a text in `error`.
fita_capture *fita_capture_open_file(const char *path, char *error, size_t error_size);

/// Waits at most `timeout` milliseconds in each `fita_capture_next`.
fita_capture *fita_capture_open_interface(
    const char *name, int snapshot, int timeout, char *error, size_t error_size);

int fita_capture_link_type(fita_capture *capture);
int fita_capture_next(fita_capture *capture, fita_packet *packet);
/// The reason after FITA_CAPTURE_FAILED; valid until the capture is closed.
const char *fita_capture_error(fita_capture *capture);
/// Bytes of a file read so far, -1 for an interface.
int64_t fita_capture_offset(fita_capture *capture);
/// Packets an interface lost because nobody read them in time, -1 for a file.
int64_t fita_capture_lost(fita_capture *capture);
void fita_capture_close(fita_capture *capture);

fita_capture_writer *fita_capture_writer_open(
    const char *path, int link_type, int snapshot, char *error, size_t error_size);
void fita_capture_writer_add(fita_capture_writer *writer, const fita_packet *packet);
/// 0 when all packets were handed to the system.
int fita_capture_writer_flush(fita_capture_writer *writer);
void fita_capture_writer_close(fita_capture_writer *writer);
