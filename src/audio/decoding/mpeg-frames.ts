/** Finds MPEG audio by its frame headers. */
import { readFrameHeader, type FrameHeader } from '../mp3/frame-header.ts';

/** How far into the file audio may begin, behind what other software left there. */
const searchedBytes = 1 << 16;
/** Headers in a row, each where the one before points, that make a stream: noise has one such pair in 2³⁰ places. */
const neededFrames = 3;

/** Where the first run of whole frames begins; undefined when there is none near the beginning. */
export function findMpegAudio(bytes: Uint8Array, start: number): number | undefined {
  const end = Math.min(bytes.length, start + searchedBytes);
  for (let at = start; at < end; at++) if (bytes[at] === 0xff && isRun(bytes, at)) return at;
  return undefined;
}

function isRun(bytes: Uint8Array, start: number): boolean {
  let at = start;
  let first: FrameHeader | undefined;
  for (let frame = 0; frame < neededFrames; frame++) {
    const header = readFrameHeader(bytes, at);
    if (header === undefined || !isOfOneStream(header, (first ??= header))) return false;
    at += header.length;
  }
  return true;
}

function isOfOneStream(one: FrameHeader, other: FrameHeader): boolean {
  return one.version === other.version && one.layer === other.layer && one.sampleRate === other.sampleRate;
}
