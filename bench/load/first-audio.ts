/** How the length of a text moves its first audio: each text is cut off once it has begun to sound. */
import { Agent } from 'node:http';
import { seededRandom } from '../../test/support/random.ts';
import { speechFields, streamRate, type Engine, type SpeechFields } from '../speech/requests.ts';
import { textOfWords } from '../speech/texts.ts';
import { download } from './bytes.ts';
import { SpeechClient } from './client.ts';

export const transports = ['websocket', 'bytes'] as const;
export type Transport = (typeof transports)[number];

export interface FirstAudioParams {
  readonly url: string;
  readonly engine: Engine;
  readonly transport: Transport;
  /** Words of the texts, which come in random order: what one leaves behind when it is cut off meets all lengths alike. */
  readonly words: readonly number[];
  /** Texts of each length. */
  readonly turns: number;
}

/** Milliseconds from the request to the first audio sample, for each length a list. */
export async function loadFirstAudio({ url, engine, transport, words, turns }: FirstAudioParams): Promise<number[][]> {
  const texts = words.map(textOfWords);
  const times: number[][] = words.map(() => []);
  const { measure, close } = await (transport === 'websocket' ? overSocket(url, engine) : overBytes(url, engine));
  for (const text of texts) await measure(text);
  const random = seededRandom(turns);
  const order = Array.from({ length: turns }, () => [...texts.keys()]).flat();
  for (const index of shuffled(order, random)) times[index]!.push(await measure(texts[index]!));
  await close();
  return times;
}

/** Each order is as likely as any other. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items];
  for (let left = all.length; left > 1; left--) {
    const at = Math.floor(random() * left);
    [all[at], all[left - 1]] = [all[left - 1]!, all[at]!];
  }
  return all;
}

interface Meter {
  readonly measure: (text: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

async function overSocket(url: string, engine: Engine): Promise<Meter> {
  const client = await SpeechClient.open(url);
  const fields = speechFields(engine, streamRate);
  return { measure: (text) => untilCancelled(client, fields, text), close: () => client.close() };
}

function untilCancelled(client: SpeechClient, fields: SpeechFields, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    let heardAt: number | undefined;
    const contextId = client.speak(fields, text, {
      chunk() {
        if (heardAt !== undefined) return;
        heardAt = performance.now();
        client.cancel(contextId);
      },
      end: (failure) =>
        heardAt === undefined
          ? reject(new Error(failure?.message ?? 'ended without audio'))
          : resolve(heardAt - sentAt),
    });
  });
}

function overBytes(url: string, engine: Engine): Promise<Meter> {
  const agent = new Agent({ keepAlive: true });
  const measure = async (transcript: string): Promise<number> => {
    const sentAt = performance.now();
    let heardAt = NaN;
    await download({
      url,
      transcript,
      engine,
      agent,
      sampleRate: streamRate,
      received() {
        heardAt = performance.now();
        return true;
      },
    });
    return heardAt - sentAt;
  };
  const close = (): Promise<void> => {
    agent.destroy();
    return Promise.resolve();
  };
  return Promise.resolve({ measure, close });
}
