import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PocketsphinxRecognizer, processes } from './recognizer.ts';

it('an utterance that is left while it waits for a process rejects with the reason', { timeout: 60_000 }, async (t) => {
  const config = { library: '', baseLibrary: '', acousticModel: '', languageModel: '', dictionary: '' };
  const recognizer = new PocketsphinxRecognizer(config);
  t.after(() => recognizer.close());
  const begin = (signal: AbortSignal) => recognizer.begin({ language: 'en', onPartial: () => undefined, signal });
  for (let busy = 0; busy < processes; busy++) begin(new AbortController().signal);
  const left = new AbortController();
  const ended = begin(left.signal).end();
  const reason = new Error('the client has left');
  left.abort(reason);
  await assert.rejects(ended, (error) => error === reason);
});
