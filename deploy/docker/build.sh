#!/bin/sh
# Builds what is published. Arguments: the checkout, and the folder that gets it.
set -eu
cd "$1"
npm ci
node release/stage.ts "$2"
