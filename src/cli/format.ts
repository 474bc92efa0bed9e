/** From the options of `sonorant say` to an output format. */
import { extname } from 'node:path';
import {
  bitRates,
  containers,
  encodings,
  isMp3Pair,
  mp3BitRates,
  sampleRates,
  type BitRate,
  type Container,
  type Encoding,
  type OutputFormat,
  type SampleRate,
} from '../audio/formats.ts';
import { usageError } from './errors.ts';

export interface FormatOptions {
  /** A path; `-` is standard output. */
  readonly output: string;
  readonly format?: string;
  readonly encoding?: string;
  /** Hz, as text. */
  readonly sampleRate?: string;
  /** Bits per second, as text. */
  readonly bitRate?: string;
}

const endings: Readonly<Record<string, Container>> = { '.wav': 'wav', '.mp3': 'mp3', '.raw': 'raw', '.pcm': 'raw' };

/** 64 kbit/s: every sample rate has it, and speech needs no more. */
const defaultBitRate = 64_000;

/**
 * @param ownSampleRate Hz of what speaks, taken when no rate is asked: nothing is gained by a higher one
 * @throws {CommandError} for values that do not exist or do not go together
 */
export function readFormat(options: FormatOptions, ownSampleRate: number): OutputFormat {
  const container = containerOf(options);
  const sampleRate = read('sample-rate', options.sampleRate, sampleRates) ?? nearest(ownSampleRate);
  const encoding = read('encoding', options.encoding, encodings);
  const bitRate = read('bit-rate', options.bitRate, bitRates);
  if (container === 'mp3') return readMp3(sampleRate, encoding, bitRate);
  if (bitRate !== undefined) throw usageError(`--bit-rate goes with mp3 only, and the output is ${container}`);
  return { container, encoding: encoding ?? 'pcm_s16le', sampleRate };
}

function containerOf({ output, format }: FormatOptions): Container {
  if (format !== undefined) return read('format', format, containers)!;
  if (output === '-') return 'wav';
  const ending = extname(output).toLowerCase();
  const container = endings[ending];
  if (container !== undefined) return container;
  const known = `${Object.keys(endings).join(', ')}, or name the format with --format`;
  throw usageError(
    ending === ''
      ? `'${output}' has no ending that says what to write; known are ${known}`
      : `'${ending}' is not an ending this writes; known are ${known}`,
  );
}

function readMp3(
  sampleRate: SampleRate,
  encoding: Encoding | undefined,
  bitRate: BitRate = defaultBitRate,
): OutputFormat {
  if (encoding !== undefined) throw usageError('--encoding goes with wav and raw only, and the output is mp3');
  if (!isMp3Pair(sampleRate, bitRate)) {
    throw usageError(`--bit-rate: MP3 at ${sampleRate} Hz has ${mp3BitRates[sampleRate].join(', ')}`);
  }
  return { container: 'mp3', sampleRate, bitRate };
}

function read<const T extends string | number>(
  option: string,
  given: string | undefined,
  allowed: readonly T[],
): T | undefined {
  const value = allowed.find((item) => String(item) === given?.toLowerCase());
  if (given !== undefined && value === undefined) {
    throw usageError(`--${option}: '${given}' is not one of ${allowed.join(', ')}`);
  }
  return value;
}

function nearest(rate: number): SampleRate {
  return sampleRates.find((item) => item >= rate) ?? sampleRates.at(-1)!;
}
