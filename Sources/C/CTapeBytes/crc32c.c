#include "ctapebytes.h"

#include <string.h>

#if defined(__x86_64__)

#define INSTRUCTIONS __attribute__((target("sse4.2")))
#define STEP8(state, word) __builtin_ia32_crc32di(state, word)
#define STEP1(state, byte) __builtin_ia32_crc32qi(state, byte)

int fita_crc32c_available(void) { return __builtin_cpu_supports("sse4.2") != 0; }

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

#include <arm_acle.h>

#define INSTRUCTIONS
#define STEP8(state, word) __crc32cd((uint32_t)(state), word)
#define STEP1(state, byte) __crc32cb(state, byte)

int fita_crc32c_available(void) { return 1; }

#else

#define INSTRUCTIONS
#define STEP8(state, word) (state)
#define STEP1(state, byte) (state)

int fita_crc32c_available(void) { return 0; }

#endif

INSTRUCTIONS uint32_t fita_crc32c(uint32_t state, const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    uint64_t wide = state;
    for (; count >= 8; count -= 8, next += 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        wide = STEP8(wide, word);
    }
    state = (uint32_t)wide;
    for (; count > 0; count--, next++) state = STEP1(state, *next);
    return state;
}
