#include "ccurl.h"
void fita_curl_placeholder(void) {}
