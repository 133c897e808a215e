#pragma once

#include <stddef.h>
#include <stdint.h>

/// The processor's own instructions for CRC-32C (Castagnoli, RFC 3720 §B.4), which Swift has no name for.

/// 1 when the processor has them.
int fita_crc32c_available(void);
/// Goes on from `state`, the complement of the checksum of the bytes before. Only where they are available.
uint32_t fita_crc32c(uint32_t state, const void *bytes, size_t count);
