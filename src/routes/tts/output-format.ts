/** Reads `output_format` of the wire into a format the pipeline can make. */
import { describeMp3Pairs, isMp3Pair, type OutputFormat } from '../../audio/formats.ts';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import { versionHas } from '../../versions/index.ts';
import type { WireOutputFormat } from './schema.ts';

function required<T>(value: T | undefined, field: string, container: string): T {
  if (value === undefined) throw invalidField(`output_format.${field}`, `required for the container ${container}`);
  return value;
}

function readWav(wire: WireOutputFormat, version: string): OutputFormat {
  if (versionHas(version, 'wavDefaults')) {
    return { container: 'wav', encoding: wire.encoding ?? 'pcm_s16le', sampleRate: wire.sample_rate ?? 44_100 };
  }
  return {
    container: 'wav',
    encoding: required(wire.encoding, 'encoding', 'wav'),
    sampleRate: required(wire.sample_rate, 'sample_rate', 'wav'),
  };
}

function readMp3(wire: WireOutputFormat): OutputFormat {
  const sampleRate = required(wire.sample_rate, 'sample_rate', 'mp3');
  const bitRate = required(wire.bit_rate, 'bit_rate', 'mp3');
  if (!isMp3Pair(sampleRate, bitRate)) {
    throw new ServiceError(
      'unsupported_format',
      `✖ MP3 at ${sampleRate} Hz has no bit rate of ${bitRate}; allowed: ${describeMp3Pairs()}\n  → at output_format.bit_rate`,
    );
  }
  return { container: 'mp3', sampleRate, bitRate };
}

/**
 * @param version the request's version, a date
 * @throws {ServiceError} `invalid_request` for a missing field, `unsupported_format` for an MP3 pair the standard lacks
 */
export function readOutputFormat(wire: WireOutputFormat, version: string): OutputFormat {
  const container = wire.container ?? (wire.encoding === undefined ? undefined : 'raw');
  if (container === undefined) throw invalidField('output_format.container', 'required; allowed: raw, wav, mp3');
  if (container === 'wav') return readWav(wire, version);
  if (container === 'mp3') return readMp3(wire);
  return {
    container,
    encoding: required(wire.encoding, 'encoding', 'raw'),
    sampleRate: required(wire.sample_rate, 'sample_rate', 'raw'),
  };
}

/** The WebSocket carries raw audio only (docs/rules.md#transport-containers). */
export function requireRaw(format: OutputFormat): OutputFormat {
  if (format.container === 'raw') return format;
  throw new ServiceError(
    'unsupported_format',
    `✖ the WebSocket takes the container raw only, received ${format.container}\n  → at output_format.container`,
  );
}
