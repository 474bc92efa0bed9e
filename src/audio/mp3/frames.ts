import { readFrameHeader, type FrameHeader } from './frame-header.ts';

/** A frame of an MPEG audio stream. */
export interface Mp3Frame extends FrameHeader {
  /** Bytes from the beginning of the stream. */
  readonly offset: number;
}

/**
 * All frames of a stream of Layer III without tags.
 * @throws {Error} where no whole frame begins: the stream is damaged, cut off or something else
 */
export function mp3Frames(stream: Uint8Array): Mp3Frame[] {
  const frames: Mp3Frame[] = [];
  for (let offset = 0; offset < stream.length;) {
    const header = readFrameHeader(stream, offset);
    if (header?.layer !== 3 || offset + header.length > stream.length) {
      throw new Error(`No whole MP3 frame at byte ${offset} of ${stream.length}`);
    }
    frames.push({ offset, ...header });
    offset += header.length;
  }
  return frames;
}
