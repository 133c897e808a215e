void fita_pcap_placeholder(void);
