/** Recordings that a running server changes or joins. */
import { ConnectionError, Sonorant, SonorantError, type AudioFormat, type Speech } from '#client';
import { bytesPerSample, payloadFormat, type OutputFormat } from '../../audio/formats.ts';
import type { ServerAccess } from '../commands/status.ts';
import { CommandError, describeError, rootCause } from '../errors.ts';
import type { SpokenAudio } from '../../speech/narration.ts';
import { namedProblem } from './recording.ts';

export interface RemoteServer {
  /** Address without a slash at its end. */
  readonly address: string;
  readonly client: Sonorant;
}

export function remoteServer({ address, key }: ServerAccess): RemoteServer {
  return { address, client: new Sonorant({ baseUrl: address, apiKey: key, retries: 0 }) };
}

/** Samples in the payload format of a container, which is written here. */
export function rawFormat(format: OutputFormat): AudioFormat {
  const { encoding, sampleRate } = payloadFormat(format);
  return { container: 'raw', encoding, sampleRate };
}

/**
 * Audio as it comes.
 * @param names as {@link namedProblem} takes them
 * @throws {CommandError} what the server refuses, or that the connection ended
 */
export async function* remoteAudio(
  speech: Speech,
  { format, server, names }: { format: OutputFormat; server: RemoteServer; names: Readonly<Record<string, string>> },
): AsyncGenerator<SpokenAudio> {
  const { encoding, sampleRate } = payloadFormat(format);
  try {
    for await (const event of speech) {
      if (event.type !== 'audio') continue;
      const seconds = event.bytes.byteLength / (bytesPerSample(encoding) * sampleRate);
      yield { type: 'audio', payload: event.bytes, seconds, textBytes: 0 };
    }
  } catch (error) {
    throw problemOf(error, server.address, names);
  }
}

function problemOf(error: unknown, address: string, names: Readonly<Record<string, string>>): unknown {
  if (error instanceof SonorantError) {
    const named = namedProblem(error, names);
    return named === error ? new CommandError(`${address} refuses: ${error.message}`) : named;
  }
  if (!(error instanceof ConnectionError)) return error;
  const reason = describeError(rootCause(error));
  if (error.heard !== undefined) return new CommandError(`the connection to ${address} ended too early: ${reason}`);
  return new CommandError(`no server answers at ${address}: ${reason}`);
}
