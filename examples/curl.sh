#!/usr/bin/env bash
# Speech with curl: a WAV file, an MP3 file, and events as they come.
set -euo pipefail
: "${SONORANT_API_KEY:?Set it to the key that the server printed at its first start.}"
url=${SPEECH_URL:-http://127.0.0.1:8080}
output=${SPEECH_OUTPUT:-$(dirname "$0")/output}
mkdir -p "$output"

speak() { # path, body, further arguments
  curl -sS --fail-with-body "$url$1" -H "Authorization: Bearer $SONORANT_API_KEY" -H 'Service-Version: 2026-08-14' -H 'Content-Type: application/json' -d "$2" "${@:3}"
}

speak /tts/bytes '{"model_id":"sonorant-1","transcript":"One file from one command.","voice":"a0e99841-438c-4a64-b679-ae501e7d6091","output_format":{"container":"wav"}}' -o "$output/curl.wav"
echo "   curl.wav: $(wc -c <"$output/curl.wav") bytes"

speak /tts/bytes '{"model_id":"sonorant-1","transcript":"Guten Tag aus dem eigenen Rechner.","language":"de","voice":"'"$(curl -sS "$url/voices?language=de&limit=1" -H "X-API-Key: $SONORANT_API_KEY" -H 'Service-Version: 2026-08-14' | sed 's/.*"id":"\([^"]*\)".*/\1/')"'","output_format":{"container":"mp3","sample_rate":44100,"bit_rate":128000}}' -o "$output/curl.mp3"
echo "   curl.mp3: $(wc -c <"$output/curl.mp3") bytes"

echo "   events:"
speak /tts/sse '{"model_id":"sonorant-1","transcript":"Two words.","voice":"a0e99841-438c-4a64-b679-ae501e7d6091","output_format":{"container":"raw","encoding":"pcm_s16le","sample_rate":8000},"add_timestamps":true}' -N | cut -c 1-110 | sed '/^$/d; s/^/      /'
