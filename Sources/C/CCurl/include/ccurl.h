void fita_curl_placeholder(void);
