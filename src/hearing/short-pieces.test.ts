import assert from 'node:assert/strict';
import { it } from 'node:test';
import { recognizerRate, RecognizerError } from '../recognizers/adapter.ts';
import { windowLength, type SpeechDetector } from '../recognizers/detector.ts';
import { fakeRecognizer } from '../recognizers/fake/index.ts';
import { Hearing } from './hearing.ts';

/** Takes everything for speech: the speaker goes on over each cut. */
const always: SpeechDetector = {
  id: 'always',
  version: '1',
  stream() {
    let samples = 0;
    return {
      write(more) {
        const before = Math.floor(samples / windowLength);
        samples += more.length;
        return Promise.resolve(new Array<boolean>(Math.floor(samples / windowLength) - before).fill(true));
      },
      close: () => undefined,
    };
  },
  retire: () => undefined,
  close: () => Promise.resolve(),
};

it('what is too short to be heard behind a cut is no piece of a stream', async () => {
  const heardSeconds: number[] = [];
  const descriptor = fakeRecognizer({
    script({ seconds }) {
      heardSeconds.push(seconds);
      if (seconds < 0.1) throw new RecognizerError('failed', 'the audio is too short');
      return { text: 'words' };
    },
  });
  const texts: string[] = [];
  const hearing = await Hearing.create({
    recognizers: [{ id: 'fake', recognizer: descriptor.open(), detector: always }],
    sampleRate: recognizerRate,
    language: 'en',
    onEvent: (event) => event.kind === 'final' && texts.push(event.text),
    signal: new AbortController().signal,
  });
  const silence = (seconds: number): Float32Array => new Float32Array(seconds * recognizerRate);
  hearing.write(silence(2));
  await hearing.finalize();
  hearing.write(silence(0.04));
  await hearing.finalize();
  // It is heard with what comes behind it.
  hearing.write(silence(1.96));
  await hearing.finalize();
  hearing.write(silence(0.08));
  await hearing.end();
  assert.deepEqual(
    [texts, heardSeconds],
    [
      ['words', 'words'],
      [2, 2],
    ],
  );
});
