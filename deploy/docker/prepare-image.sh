#!/bin/sh
# What the image needs beside its files: an account without a shell, and a folder that this account may write.
# Argument (for trying it out): the root of the image.
set -eu
image=${1:-}
grep -q '^sonorant:' "$image/etc/group" || echo 'sonorant:x:10001:' >>"$image/etc/group"
grep -q '^sonorant:' "$image/etc/passwd" || echo 'sonorant:x:10001:10001:Sonorant:/data:/usr/sbin/nologin' >>"$image/etc/passwd"
mkdir -p "$image/data"
chown 10001:10001 "$image/data"
