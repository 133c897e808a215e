#!/bin/sh
# wget: URL and file in pairs; "POST SENT" before a pair sends a file.
set -e
while [ $# -gt 0 ]; do
    if [ "$1" = POST ]; then
        wget --quiet --ca-certificate="$SSL_CERT_FILE" --tries=1 --post-file="$2" \
            --header="Content-Type: application/octet-stream" --output-document="$4" "$3"
        shift 4
    else
        wget --quiet --ca-certificate="$SSL_CERT_FILE" --tries=1 --compression=gzip --output-document="$2" "$1"
        shift 2
    fi
done
