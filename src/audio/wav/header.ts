/** RIFF/WAVE headers: Multimedia Programming Interface and Data Specifications 1.0 (1991), New Multimedia Data Types 3.0 (1994). */
import { bytesPerSample, type Encoding } from '../formats.ts';

const formatTags: Record<Encoding, number> = { pcm_s16le: 1, pcm_f32le: 3, pcm_alaw: 6, pcm_mulaw: 7 };
const unknownSize = 0xffff_ffff;

/**
 * The header of a WAV file, up to the first sample: 44 bytes for `pcm_s16le`; 58 for the other encodings, for which
 * the standard demands the extension's size in `fmt ` and a `fact` chunk.
 * @param dataBytes bytes of samples that follow; when absent, the stream's length is not known and the sizes are 0xFFFFFFFF
 * @param channels whose samples stand interleaved behind the header
 * @throws {RangeError} when the samples are more than a WAV file can hold (4 GiB)
 */
export function wavHeader(
  { encoding, sampleRate }: { readonly encoding: Encoding; readonly sampleRate: number },
  dataBytes?: number,
  channels = 1,
): Uint8Array {
  const bytes = channels * bytesPerSample(encoding);
  const linear = encoding === 'pcm_s16le';
  const headerBytes = linear ? 44 : 58;
  const riffBytes = dataBytes === undefined ? unknownSize : headerBytes - 8 + dataBytes + wavPadding(dataBytes).length;
  if (riffBytes > unknownSize) throw new RangeError(`${dataBytes ?? 0} bytes are more than a WAV file holds`);

  const view = new DataView(new ArrayBuffer(headerBytes));
  let at = 0;
  const text = (value: string): void => Buffer.from(value).forEach((letter) => view.setUint8(at++, letter));
  const u16 = (value: number): void => void (view.setUint16(at, value, true), (at += 2));
  const u32 = (value: number): void => void (view.setUint32(at, value, true), (at += 4));

  text('RIFF');
  u32(riffBytes);
  text('WAVEfmt ');
  u32(linear ? 16 : 18);
  u16(formatTags[encoding]);
  u16(channels);
  u32(sampleRate);
  u32(sampleRate * bytes);
  u16(bytes);
  u16(8 * bytesPerSample(encoding));
  if (!linear) {
    u16(0);
    text('fact');
    u32(4);
    u32(dataBytes === undefined ? unknownSize : dataBytes / bytes);
  }
  text('data');
  u32(dataBytes ?? unknownSize);
  return new Uint8Array(view.buffer);
}

/** What must stand behind `dataBytes` of samples in a file whose header states its size: chunks have an even length. */
export function wavPadding(dataBytes: number): Uint8Array {
  return new Uint8Array(dataBytes % 2);
}
