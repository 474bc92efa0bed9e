/** Short requests: `POST /tts/bytes` of one sentence each, so many at once over connections that stay open. */
import { Agent } from 'node:http';
import { engineRates } from '../speech/requests.ts';
import { sentenceAt } from '../speech/texts.ts';
import { download } from './bytes.ts';

export interface ShortRequestsParams {
  readonly url: string;
  /** Id of the voice. */
  readonly voice: string;
  readonly atOnce: number;
  /** All requests of the run. */
  readonly count: number;
}

/** @returns seconds of audio that came */
export async function loadShortRequests({ url, voice, atOnce, count }: ShortRequestsParams): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const sampleRate = engineRates.espeak;
  let bytes = 0;
  let next = 0;
  const received = (size: number): boolean => {
    bytes += size;
    return false;
  };
  const caller = async (): Promise<void> => {
    while (next < count) {
      const transcript = sentenceAt(next++);
      await download({ url, engine: 'espeak', sampleRate, voice, agent, received, transcript });
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, caller));
    return bytes / (2 * sampleRate);
  } finally {
    agent.destroy();
  }
}
