/** Many utterances one after the other on a few sockets, as fast as they come: what a long life does to the memory. */
import { speechFields, streamRate, type Engine } from '../speech.ts';
import { sentenceAt } from '../texts.ts';
import { openMany, speakWhole } from './client.ts';

export interface UtterancesParams {
  readonly url: string;
  /** Index of the first and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Sockets that speak at the same time. */
  readonly sockets: number;
  /** One of so many utterances is flite's, which is slower. */
  readonly fliteEvery: number;
}

export async function loadUtterances({ url, from, to, sockets, fliteEvery }: UtterancesParams): Promise<void> {
  const fields = (engine: Engine): ReturnType<typeof speechFields> => speechFields(engine, streamRate);
  const byEngine = { espeak: fields('espeak'), flite: fields('flite') };
  const clients = await openMany(url, sockets);
  let next = from;
  await Promise.all(clients.map(async (client) => {
    while (next < to) {
      const index = next++;
      await speakWhole(client, byEngine[index % fliteEvery === 0 ? 'flite' : 'espeak'], sentenceAt(index));
    }
  }));
  await Promise.all(clients.map((client) => client.close()));
}
