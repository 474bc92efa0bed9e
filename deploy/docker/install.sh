#!/bin/sh
# Installs the packages of the published folder, in the versions of its shrinkwrap. No package runs a script.
set -eu
cd "$1"
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
