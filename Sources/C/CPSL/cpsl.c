#include "cpsl.h"

#include <dlfcn.h>
#include <libpsl.h>
#include <pthread.h>
#include <stddef.h>

// What is used of libpsl, with the types its header gives.
#define FUNCTIONS(each) each(psl_builtin) each(psl_registrable_domain) each(psl_builtin_sha1sum)

static struct {
#define DECLARE(name) __typeof__(&name) name;
    FUNCTIONS(DECLARE)
} lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const psl_ctx_t *list;

static void load(void) {
    static const char *const names[] = {"libpsl.so.5", "libpsl.so", "libpsl.5.dylib", "libpsl.dylib"};
    void *handle = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && handle == NULL; i++) handle = dlopen(names[i], RTLD_NOW);
    if (handle == NULL) return;
#define FIND(name)                                                                                                  \
    lib.name = (__typeof__(&name))dlsym(handle, #name);                                                             \
    if (lib.name == NULL) return;
    FUNCTIONS(FIND)
    list = lib.psl_builtin();
}

int fita_psl_available(void) {
    pthread_once(&once, load);
    return list != NULL;
}

const char *fita_psl_registrable_domain(const char *host) {
    return fita_psl_available() ? lib.psl_registrable_domain(list, host) : NULL;
}

const char *fita_psl_digest(void) { return fita_psl_available() ? lib.psl_builtin_sha1sum() : NULL; }
