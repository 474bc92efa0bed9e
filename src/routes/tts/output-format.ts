/** Reads `output_format` of the wire into a format the pipeline can make (docs/rules.md#container-defaults). */
import {
  containers,
  defaultMp3BitRate,
  defaultOpusBitRate,
  describeMp3Pairs,
  encodings,
  isMp3Pair,
  opusSampleRates,
  sampleRates,
  type AnySampleRate,
  type Container,
  type Encoding,
  type OutputFormat,
} from '../../audio/formats.ts';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import { versionHas } from '../../versions/index.ts';
import type { WireOutputFormat } from './schema.ts';

function required<T>(value: T | null | undefined, field: string, container: string): T {
  if (value !== undefined && value !== null) return value;
  throw invalidField(`output_format.${field}`, `required for the container ${container}`);
}

function unsupported(field: string, problem: string): ServiceError {
  return new ServiceError('unsupported_format', `✖ ${problem}\n  → at output_format.${field}`);
}

/** Not every container has every rate. */
function rateOf<T extends AnySampleRate>(rate: AnySampleRate, allowed: readonly T[], container: string): T {
  const known = allowed.find((one) => one === rate);
  if (known !== undefined) return known;
  throw unsupported('sample_rate', `the container ${container} has no ${rate} Hz; allowed: ${allowed.join(', ')}`);
}

/** Of the samples of `raw` and `wav`. */
function samplesAs(encoding: string): Encoding {
  const known = encodings.find((one) => one === encoding);
  if (known !== undefined) return known;
  throw invalidField('output_format.encoding', `Invalid option: expected one of ${encodings.join(', ')}`);
}

function readRaw(wire: WireOutputFormat): OutputFormat {
  return {
    container: 'raw',
    encoding: samplesAs(required(wire.encoding, 'encoding', 'raw')),
    sampleRate: rateOf(required(wire.sample_rate, 'sample_rate', 'raw'), sampleRates, 'raw'),
  };
}

function readWav(wire: WireOutputFormat, version: string): OutputFormat {
  if (versionHas(version, 'wavDefaults')) {
    return {
      container: 'wav',
      encoding: samplesAs(wire.encoding ?? 'pcm_s16le'),
      sampleRate: rateOf(wire.sample_rate ?? 44_100, sampleRates, 'wav'),
    };
  }
  return {
    container: 'wav',
    encoding: samplesAs(required(wire.encoding, 'encoding', 'wav')),
    sampleRate: rateOf(required(wire.sample_rate, 'sample_rate', 'wav'), sampleRates, 'wav'),
  };
}

function readMp3(wire: WireOutputFormat): OutputFormat {
  const sampleRate = rateOf(wire.sample_rate ?? 44_100, sampleRates, 'mp3');
  const bitRate = wire.bit_rate ?? defaultMp3BitRate(sampleRate);
  if (!isMp3Pair(sampleRate, bitRate)) {
    throw unsupported(
      'bit_rate',
      `MP3 at ${sampleRate} Hz has no bit rate of ${bitRate}; allowed: ${describeMp3Pairs()}`,
    );
  }
  return { container: 'mp3', sampleRate, bitRate };
}

function readOpus(wire: WireOutputFormat): OutputFormat {
  if ((wire.encoding ?? 'opus') !== 'opus') {
    throw unsupported('encoding', 'the container opus has no other encoding; leave it out');
  }
  const sampleRate = rateOf(wire.sample_rate ?? 48_000, opusSampleRates, 'opus');
  return { container: 'opus', sampleRate, bitRate: wire.bit_rate ?? defaultOpusBitRate };
}

function readFlac(wire: WireOutputFormat): OutputFormat {
  // What it carries may be named.
  if (!['flac', 'pcm_s16le'].includes(wire.encoding ?? 'flac')) {
    throw unsupported('encoding', 'the container flac carries 16 bits, pcm_s16le; leave it out');
  }
  if ((wire.bit_rate ?? undefined) !== undefined) {
    throw unsupported('bit_rate', 'the container flac has no bit rate; leave it out');
  }
  return { container: 'flac', sampleRate: rateOf(wire.sample_rate ?? 24_000, sampleRates, 'flac') };
}

function containerOf({ container, encoding }: WireOutputFormat): Container | undefined {
  return container ?? ((encoding ?? undefined) === undefined ? undefined : 'raw');
}

/**
 * The members of a format that its container takes and has no use for, as {@link ignoredFields} names them. An encoding that is
 * called like its container says nothing else than that.
 */
export function unusedMembers(wire: WireOutputFormat): readonly string[] {
  const container = containerOf(wire);
  const unused = container === 'mp3' ? 'encoding' : container === 'raw' || container === 'wav' ? 'bit_rate' : undefined;
  if (unused === undefined || (wire[unused] ?? container) === container) return [];
  return [`output_format.${unused}`];
}

/**
 * @param version the request's version, a date
 * @throws {ServiceError} `invalid_request` for a missing field, `unsupported_format` for what does not go together
 */
export function readOutputFormat(wire: WireOutputFormat, version: string): OutputFormat {
  switch (containerOf(wire)) {
    case undefined:
      throw invalidField('output_format.container', `required; allowed: ${containers.join(', ')}`);
    case 'raw':
      return readRaw(wire);
    case 'wav':
      return readWav(wire, version);
    case 'mp3':
      return readMp3(wire);
    case 'opus':
      return readOpus(wire);
    case 'flac':
      return readFlac(wire);
  }
}

/** The WebSocket carries raw audio only (docs/rules.md#transport-containers). */
export function requireRaw(format: OutputFormat): OutputFormat {
  if (format.container === 'raw') return format;
  throw unsupported('container', `the WebSocket takes the container raw only, received ${format.container}`);
}
