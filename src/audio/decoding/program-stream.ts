/** MPEG program streams, the container of `.mpeg` files: ISO/IEC 11172-1, 2.4, and 13818-1, 2.5. Only the first audio stream is read. */
const packStart = 0xba;
const streamEnd = 0xb9;
function isAudioStream(id: number): boolean {
  return id >= 0xc0 && id <= 0xdf;
}

function isStartCode(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1 && at + 3 < bytes.length;
}

export function isProgramStream(bytes: Uint8Array, start: number): boolean {
  return isStartCode(bytes, start) && bytes[start + 3] === packStart;
}

/** The elementary stream of the first audio stream, as pieces of `bytes`. */
export function audioOfProgramStream(bytes: Uint8Array, start: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let audio: number | undefined;
  for (let at = start; at + 4 <= bytes.length;) {
    if (!isStartCode(bytes, at)) {
      at++;
      continue;
    }
    const id = bytes[at + 3]!;
    if (id === streamEnd || id < streamEnd) {
      at += 4;
      continue;
    }
    if (id === packStart) {
      at += packBytes(bytes, at);
      continue;
    }
    const body = at + 6;
    const end = Math.min(bytes.length, body + ((bytes[at + 4] ?? 0) << 8) + (bytes[at + 5] ?? 0));
    if (isAudioStream(id) && (audio ??= id) === id) {
      pieces.push(bytes.subarray(Math.min(end, endOfPacketHeader(bytes, body, end)), end));
    }
    at = Math.max(end, at + 4);
  }
  return pieces;
}

/** Bytes of a pack header: MPEG-2 has `01` where MPEG-1 has `0010`, and stuffing at its end. */
function packBytes(bytes: Uint8Array, at: number): number {
  return (bytes[at + 4] ?? 0) >> 6 === 1 ? 14 + ((bytes[at + 13] ?? 0) & 7) : 12;
}

/** Where the payload of a packet begins. */
function endOfPacketHeader(bytes: Uint8Array, body: number, end: number): number {
  if ((bytes[body] ?? 0) >> 6 === 2) return body + 3 + (bytes[body + 2] ?? 0);
  let at = body;
  while (at < end && bytes[at] === 0xff) at++;
  if ((bytes[at] ?? 0) >> 6 === 1) at += 2;
  const stamps = (bytes[at] ?? 0) >> 4;
  return at + (stamps === 2 ? 5 : stamps === 3 ? 10 : 1);
}
