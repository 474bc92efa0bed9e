/** Many utterances one after the other on a few sockets, as fast as they come: what a long life does to the memory. */
import { speechFields, streamRate, type StreamEngine } from '../speech/requests.ts';
import { sentenceAt } from '../speech/texts.ts';
import { openMany, speakWhole } from './client.ts';

export interface UtterancesParams {
  readonly url: string;
  /** Index of the first and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Sockets that speak at the same time. */
  readonly sockets: number;
  /** The engines that speak, in turns. */
  readonly engines: readonly StreamEngine[];
}

/** Milliseconds to the first audio of each utterance, in the order of their ends. */
export async function loadUtterances({ url, from, to, sockets, engines }: UtterancesParams): Promise<number[]> {
  const fields = engines.map((engine) => speechFields(engine, streamRate));
  const firstAudioMs: number[] = [];
  const clients = await openMany(url, sockets);
  let next = from;
  await Promise.all(
    clients.map(async (client) => {
      while (next < to) {
        const index = next++;
        firstAudioMs.push(await speakWhole(client, fields[index % fields.length]!, sentenceAt(index)));
      }
    }),
  );
  await Promise.all(clients.map((client) => client.close()));
  return firstAudioMs;
}
