#pragma once

/// The public suffix list of libpsl, which is loaded on first use.

/// 1 when libpsl can be loaded and has a list built in.
int fita_psl_available(void);
/// The registrable domain of a host in lower case without a trailing dot: a part of `host`. NULL where it has none.
const char *fita_psl_registrable_domain(const char *host);
/// The SHA-1 digest of the list that is built in, in hexadecimal.
const char *fita_psl_digest(void);
