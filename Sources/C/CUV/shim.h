#pragma once
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>

// libuv's handles are C "subclasses": these casts are what Swift cannot write. All handles live in memory that the
// Sockets room allocates, since libuv keeps their addresses.

static inline uv_handle_t *fita_uv_handle(void *handle) { return (uv_handle_t *)handle; }
static inline uv_stream_t *fita_uv_stream(uv_tcp_t *tcp) { return (uv_stream_t *)tcp; }

/// Binds to a numeric address; returns a libuv error code for anything that is none.
static inline int fita_uv_bind(uv_tcp_t *tcp, const char *address, int port) {
    struct sockaddr_storage storage;
    memset(&storage, 0, sizeof storage);
    int error = strchr(address, ':') ? uv_ip6_addr(address, port, (struct sockaddr_in6 *)&storage)
                                     : uv_ip4_addr(address, port, (struct sockaddr_in *)&storage);
    return error ? error : uv_tcp_bind(tcp, (const struct sockaddr *)&storage, 0);
}

/// Connects to a numeric address.
static inline int fita_uv_connect(uv_connect_t *request, uv_tcp_t *tcp, const char *address, int port,
                                  uv_connect_cb done) {
    struct sockaddr_storage storage;
    memset(&storage, 0, sizeof storage);
    int error = strchr(address, ':') ? uv_ip6_addr(address, port, (struct sockaddr_in6 *)&storage)
                                     : uv_ip4_addr(address, port, (struct sockaddr_in *)&storage);
    return error ? error : uv_tcp_connect(request, tcp, (const struct sockaddr *)&storage, done);
}

/// Writes the numeric address of this side (peer = 0) or of the peer into `text`, and gives its port, or -1.
static inline int fita_uv_address(uv_tcp_t *tcp, int peer, char *text, size_t size) {
    struct sockaddr_storage storage;
    int length = sizeof storage;
    int error = peer ? uv_tcp_getpeername(tcp, (struct sockaddr *)&storage, &length)
                     : uv_tcp_getsockname(tcp, (struct sockaddr *)&storage, &length);
    if (error) return -1;
    if (storage.ss_family == AF_INET6) {
        struct sockaddr_in6 *six = (struct sockaddr_in6 *)&storage;
        uv_ip6_name(six, text, size);
        return ntohs(six->sin6_port);
    }
    struct sockaddr_in *four = (struct sockaddr_in *)&storage;
    uv_ip4_name(four, text, size);
    return ntohs(four->sin_port);
}

/// A child with this process's standard streams; with `output` >= 0 its output and errors go there.
static inline int fita_uv_spawn(uv_loop_t *loop, uv_process_t *process, char **arguments, char **environment,
                                int output, uv_exit_cb exited) {
    uv_stdio_container_t streams[3];
    for (int i = 0; i < 3; i++) {
        streams[i].flags = UV_INHERIT_FD;
        streams[i].data.fd = i > 0 && output >= 0 ? output : i;
    }
    uv_process_options_t options;
    memset(&options, 0, sizeof options);
    options.file = arguments[0];
    options.args = arguments;
    options.env = environment;
    options.exit_cb = exited;
    options.stdio_count = 3;
    options.stdio = streams;
    return uv_spawn(loop, process, &options);
}

/// Writes the numeric address of one of the machine's interfaces into `text`.
static inline void fita_uv_interface_address(const uv_interface_address_t *list, int index, char *text, size_t size) {
    if (list[index].address.address4.sin_family == AF_INET6) uv_ip6_name(&list[index].address.address6, text, size);
    else uv_ip4_name(&list[index].address.address4, text, size);
}

/// Two connected sockets of this process, closed in children; 0, or an error of libuv.
static inline int fita_uv_pair(int ends[2]) {
    return uv_socketpair(SOCK_STREAM, 0, ends, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE);
}

/// A second descriptor for the same socket, closed in children; or -1.
static inline int fita_uv_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }
