/** From the options of `sonorant say` to an output format. */
import { extname } from 'node:path';
import {
  anySampleRates,
  bitRates,
  containers,
  defaultOpusBitRate,
  encodings,
  isMp3Pair,
  mp3BitRates,
  opusSampleRates,
  sampleRates,
  type AnySampleRate,
  type BitRate,
  type Container,
  type OutputFormat,
  type SampleRate,
} from '../../audio/formats.ts';
import { usageError } from '../errors.ts';

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

const endings: Readonly<Record<string, Container>> = {
  '.wav': 'wav',
  '.mp3': 'mp3',
  '.opus': 'opus',
  '.flac': 'flac',
  '.raw': 'raw',
  '.pcm': 'raw',
};

/** 64 kbit/s: MP3 has it at every sample rate, and speech needs no more. */
const defaultMp3BitRate = 64_000;

/**
 * @param ownSampleRate Hz of what speaks, taken when no rate is asked: nothing is gained by a higher one
 * @throws {CommandError} for values that do not exist or do not go together
 */
export function readFormat(options: FormatOptions, ownSampleRate: number): OutputFormat {
  const container = containerOf(options);
  const asked = read('sample-rate', options.sampleRate, anySampleRates);
  const encoding = read('encoding', options.encoding, encodings);
  const bitRate = read('bit-rate', options.bitRate, bitRates);
  const isPcm = container === 'wav' || container === 'raw';
  if (encoding !== undefined && !isPcm) {
    throw usageError(`--encoding goes with wav and raw only, and the output is ${container}`);
  }
  if (bitRate !== undefined && (isPcm || container === 'flac')) {
    throw usageError(`--bit-rate goes with mp3 and opus only, and the output is ${container}`);
  }
  if (container === 'opus') {
    const sampleRate = rateOf(container, asked, opusSampleRates, ownSampleRate);
    return { container, sampleRate, bitRate: bitRate ?? defaultOpusBitRate };
  }
  const sampleRate = rateOf(container, asked, sampleRates, ownSampleRate);
  if (container === 'flac') return { container, sampleRate };
  if (container === 'mp3') return { container, sampleRate, bitRate: mp3BitRate(sampleRate, bitRate) };
  return { container, encoding: encoding ?? 'pcm_s16le', sampleRate };
}

/** The rate that was asked, or the container's nearest to what speaks, from above where there is one. */
function rateOf<T extends AnySampleRate>(
  container: Container,
  asked: AnySampleRate | undefined,
  allowed: readonly T[],
  ownSampleRate: number,
): T {
  if (asked === undefined) return allowed.find((rate) => rate >= ownSampleRate) ?? allowed.at(-1)!;
  const known = allowed.find((rate) => rate === asked);
  if (known === undefined) throw usageError(`--sample-rate: ${container} has ${allowed.join(', ')}`);
  return known;
}

function containerOf({ output, format }: FormatOptions): Container {
  const ending = extname(output).toLowerCase();
  const container = output === '-' ? undefined : endings[ending];
  if (format !== undefined) {
    const asked = read('format', format, containers)!;
    if (container === undefined || container === asked) return asked;
    throw usageError(`--format: ${asked} does not fit the ending of '${output}', which is that of ${container}`);
  }
  if (output === '-') return 'wav';
  if (container !== undefined) return container;
  const known = `${Object.keys(endings).join(', ')}, or name the format with --format`;
  throw usageError(
    ending === ''
      ? `'${output}' has no ending that says what to write; known are ${known}`
      : `'${ending}' is not an ending this writes; known are ${known}`,
  );
}

function mp3BitRate(sampleRate: SampleRate, bitRate: BitRate = defaultMp3BitRate): BitRate {
  if (isMp3Pair(sampleRate, bitRate)) return bitRate;
  throw usageError(`--bit-rate: MP3 at ${sampleRate} Hz has ${mp3BitRates[sampleRate].join(', ')}`);
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
