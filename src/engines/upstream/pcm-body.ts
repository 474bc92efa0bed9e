/** From the bytes of an answer's body to samples: 16-bit little-endian mono PCM, with or without the header of a WAV file. */

/** The body is not the audio that was asked for. Its message goes on a sentence: "answered with …". */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

/** What a header of a WAV file may take before its samples. */
const maxHeaderBytes = 4096;
/** What has to be there before the body is taken for what it is. */
const sniffBytes = 16;

export class PcmBody {
  readonly #contentType: string;
  readonly #sampleRate: number;
  /** What cannot be given yet: the beginning until it is recognised, later half a sample. */
  #kept: Buffer = Buffer.alloc(0);
  #isRecognised = false;
  /** Bytes of samples that the header announces; what comes behind them is no sound. */
  #left = Infinity;

  /**
   * @param contentType of the answer; empty when it has none
   * @param sampleRate  Hz that were agreed on
   */
  constructor(contentType: string, sampleRate: number) {
    this.#contentType = contentType.split(';')[0]!.trim().toLowerCase();
    this.#sampleRate = sampleRate;
  }

  /**
   * @returns the samples that are whole now, an array of their own
   * @throws {BodyError} as soon as it is seen that the body is something else
   */
  push(chunk: Buffer): Int16Array<ArrayBuffer> {
    if (this.#isRecognised) return this.#samples(chunk);
    const bytes = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    this.#kept = bytes;
    return (bytes.length < sniffBytes ? undefined : this.#recognise(bytes)) ?? new Int16Array(0);
  }

  /**
   * @returns the samples that were kept until now, of a very short body
   * @throws {BodyError} when the body ends inside a header or a sample
   */
  end(): Int16Array<ArrayBuffer> {
    const bytes = this.#kept;
    const samples = this.#isRecognised || bytes.length === 0 ? new Int16Array(0) : this.#recognise(bytes);
    if (samples === undefined) throw new BodyError('the beginning of a WAV file and nothing behind it');
    if (this.#kept.length > 0) throw new BodyError('audio that ends inside a sample');
    if (this.#left !== Infinity && this.#left > 0) {
      throw new BodyError(`a WAV file that ends ${this.#left} bytes before the length that its header says`);
    }
    return samples;
  }

  /** @returns undefined while a header has not come to its end */
  #recognise(bytes: Buffer): Int16Array<ArrayBuffer> | undefined {
    refuseText(bytes, this.#contentType);
    if (bytes.toString('latin1', 0, 4) !== 'RIFF') {
      refuseOtherAudio(bytes, this.#contentType);
      return this.#begin(bytes);
    }
    const header = readWavHeader(bytes);
    if (header === undefined) {
      if (bytes.length > maxHeaderBytes) throw new BodyError('a WAV file without samples in its first 4 KiB');
      return undefined;
    }
    const { sampleRate, channels, bits, format } = header;
    if (format !== 1 || channels !== 1 || bits !== 16) {
      throw new BodyError(
        `a WAV file of ${channels} channels of ${bits} bits (format ${format}); 16-bit mono PCM was asked for`,
      );
    }
    if (sampleRate !== this.#sampleRate) {
      throw new BodyError(
        `a WAV file of ${sampleRate} Hz, but its "sample_rate" is set to ${this.#sampleRate}; one of them has to change`,
      );
    }
    this.#left = header.length;
    return this.#begin(bytes.subarray(header.at));
  }

  #begin(sound: Buffer): Int16Array<ArrayBuffer> {
    this.#isRecognised = true;
    this.#kept = Buffer.alloc(0);
    return this.#samples(sound);
  }

  /** Copied once, behind the half sample that is kept: what comes from a socket may begin at an odd address. */
  #samples(bytes: Buffer): Int16Array<ArrayBuffer> {
    const sound = bytes.length > this.#left ? bytes.subarray(0, this.#left) : bytes;
    this.#left -= sound.length;
    const half = this.#kept;
    const samples = new Int16Array((half.length + sound.length) >> 1);
    const used = 2 * samples.length - half.length;
    if (used < 0) return samples;
    const target = new Uint8Array(samples.buffer);
    target.set(half);
    target.set(sound.subarray(0, used), half.length);
    this.#kept = sound.subarray(used);
    return samples;
  }
}

/** Types under which servers send text. */
const textTypes = /^(text\/|application\/(.*\+)?(json|xml|problem|xhtml|javascript))/u;
const beginsAsText = /^\s*[<{[]/u;

function refuseText(bytes: Buffer, contentType: string): void {
  const head = bytes.toString('latin1', 0, sniffBytes);
  const isPrintable = /^[\t\n\r\x20-\x7e]+$/u.test(head);
  const claimsAudio = contentType.startsWith('audio/');
  if (!textTypes.test(contentType) && !(isPrintable && (!claimsAudio || beginsAsText.test(head)))) return;
  const shown = bytes.toString('utf8', 0, 120).replace(/[\s\p{C}]+/gu, ' ');
  throw new BodyError(`${contentType === '' ? 'text' : contentType} where audio was asked for: ${shown}`);
}

/** Containers by their first bytes. */
const signatures: Readonly<Record<string, string>> = { ID3: 'MP3', OggS: 'Ogg', fLaC: 'FLAC', '\x1aEß£': 'WebM' };

function refuseOtherAudio(bytes: Buffer, contentType: string): void {
  const head = bytes.toString('latin1', 0, 4);
  const found = Object.entries(signatures).find(([signature]) => head.startsWith(signature))?.[1];
  // Its first bytes may well be two samples: only together with its type they say something.
  const isMp3 = contentType === 'audio/mpeg' && bytes[0] === 0xff && (bytes[1]! & 0xe0) === 0xe0;
  if (found === undefined && !isMp3) return;
  throw new BodyError(`${found ?? 'MP3'} where PCM was asked for; it does not take "response_format": "pcm"`);
}

interface WavHeader {
  readonly format: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
  /** Where the samples begin. */
  readonly at: number;
  /** Bytes of samples; `Infinity` where the header leaves it open, as a stream has to. */
  readonly length: number;
}

/** @returns undefined while its end has not come */
function readWavHeader(bytes: Buffer): WavHeader | undefined {
  let format: Omit<WavHeader, 'at' | 'length'> | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (name === 'data') {
      if (format === undefined) throw new BodyError('a WAV file whose samples stand before their format');
      const isOpen = length === 0 || length >= 0x7fff_0000;
      return { ...format, at: at + 8, length: isOpen ? Infinity : length };
    }
    if (name === 'fmt ' && at + 24 <= bytes.length) {
      const code = bytes.readUInt16LE(at + 8);
      // 0xfffe says that the format stands in a longer header; it is PCM in all that is 16 bits wide.
      format = {
        format: code === 0xfffe ? 1 : code,
        channels: bytes.readUInt16LE(at + 10),
        sampleRate: bytes.readUInt32LE(at + 12),
        bits: bytes.readUInt16LE(at + 22),
      };
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}
