#!/bin/sh
# ffmpeg, which copies what it reads: URL and file in pairs.
set -e
while [ $# -gt 0 ]; do
    case "$1" in https*) trust="-tls_verify 1 -ca_file $SSL_CERT_FILE" ;; *) trust="" ;; esac
    # shellcheck disable=SC2086 # one word an option
    ffmpeg -nostdin -loglevel error -y $trust -f data -i "$1" -map 0 -c copy -f data "$2"
    shift 2
done
