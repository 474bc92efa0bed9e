/** Sends a take into the history. */
import type { MadeFrom, WholeSound } from './made.ts';
import type { KeptTake } from './history.ts';
import { sonorant } from '../base/api.ts';
import { uploadKey } from '../base/upload.ts';
import { wavOf } from '../audio/wav.ts';

/** @returns sends it; called again after a failure, it is kept once all the same */
export function takeSender(soundOf: () => WholeSound, from: MadeFrom): () => Promise<KeptTake> {
  const key = uploadKey();
  return () => sendTake(soundOf(), from, key);
}

async function sendTake(
  { sound, seconds, words }: WholeSound,
  { voice, model, title, ...from }: MadeFrom,
  key: string,
): Promise<KeptTake> {
  const take = {
    ...from,
    title: title ?? null,
    voice_id: voice.id,
    voice_name: voice.name,
    model_id: model,
    seconds,
    words: words.map(({ word, start, end }) => [word, start, end]),
  };
  const bytes = sound instanceof Blob ? sound : wavOf(sound.pieces(), sound.sampleRate);
  const file = new File([bytes], 'take.wav', { type: 'audio/wav' });
  const form = { take: JSON.stringify(take), file };
  return (await sonorant.request('POST', '/history', { form, idempotencyKey: key, timeoutMs: Infinity })) as KeptTake;
}
