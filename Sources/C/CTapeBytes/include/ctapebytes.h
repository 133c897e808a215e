#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The processor's own instructions for CRC-32C (Castagnoli, RFC 3720 §B.4), which Swift has no name for.

/// 1 when the processor has them.
int fita_crc32c_available(void);
/// Goes on from `state`, the complement of the checksum of the bytes before. Only where they are available.
uint32_t fita_crc32c(uint32_t state, const void *bytes, size_t count);

/// How many of the bytes stand before the first `byte`; `count` where there is none. By the C library's own search,
/// which takes the widest registers that the processor has.
static inline size_t fita_find(const void *bytes, unsigned char byte, size_t count) {
    const void *found = memchr(bytes, byte, count);
    return found ? (size_t)((const char *)found - (const char *)bytes) : count;
}
