#include "cpcap.h"
void fita_pcap_placeholder(void) {}
