import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../../test/support/random.ts';
import { voiceLike } from '../audio/decoding/testing.ts';
import { loadDetectors } from '../audio/vad/detectors.ts';
import { RecognizerError, type Recognized, type RecognizerDescriptor } from '../recognizers/adapter.ts';
import { windowLength, type SpeechDetector } from '../recognizers/detector.ts';
import { fakeRecognizer, type HeardSamples } from '../recognizers/fake/index.ts';
import { Hearing, type HearingEvent, type HearingOptions } from './hearing.ts';
import type { OpenRecognizer } from './recognizer-pool.ts';
import { subtitleWords, transcribe } from './transcribe.ts';

const rate = 16_000;

/** Something like a voice for each number of seconds above 0, and silence for each below. */
function stream(...parts: readonly number[]): Float32Array {
  const part = (seconds: number): Float32Array =>
    seconds < 0 ? new Float32Array(-seconds * rate) : voiceLike({ seconds, sampleRate: rate, pitch: 130 });
  return Float32Array.from(parts.flatMap((seconds) => [...part(seconds)]));
}

async function* once(samples: Float32Array, step = samples.length): AsyncGenerator<Float32Array> {
  for (let at = 0; at < samples.length; at += step) yield await Promise.resolve(samples.subarray(at, at + step));
}

function opened(...descriptors: readonly RecognizerDescriptor[]) {
  return descriptors.map((descriptor) => ({ id: descriptor.id, recognizer: descriptor.open() }));
}

function text(said: string): Recognized {
  return { text: said };
}

function options(more: Partial<HearingOptions> = {}): Omit<HearingOptions, 'sampleRate' | 'onEvent'> {
  const recognizers = more.recognizers ?? opened(fakeRecognizer());
  return { language: 'en', signal: new AbortController().signal, ...more, recognizers };
}

/** Hears all of it. */
async function hear(samples: Float32Array, more: Partial<HearingOptions> = {}, step = 1600): Promise<HearingEvent[]> {
  const events: HearingEvent[] = [];
  const hearing = await Hearing.create({ ...options(more), sampleRate: rate, onEvent: (event) => events.push(event) });
  for (let at = 0; at < samples.length; at += step) {
    await hearing.ready();
    hearing.write(samples.subarray(at, at + step));
  }
  await hearing.end();
  return events;
}

function finals(events: readonly HearingEvent[]) {
  return events.filter((event) => event.kind === 'final');
}

function near(actual: number, expected: number, within = 0.3): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} instead of ${expected}`);
}

describe('a stream that is heard', () => {
  it('is cut at long pauses into pieces, with times that count from its beginning', async () => {
    const events = await hear(stream(-1, 2, -1, 3, -1));
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['start', 'final', 'start', 'final'],
    );
    const [first, second] = finals(events);
    near(first!.start, 1);
    near(first!.end, 3);
    near(second!.start, 4);
    near(second!.end, 7);
    const [word] = second!.words!;
    assert.equal(word!.word, 'one');
    near(word!.start, 4);
    assert.ok(second!.words!.every(({ start, end }) => start >= 3.5 && start <= end && end <= 8));
  });

  it('is the same for every way in which it comes', async () => {
    const samples = stream(-0.7, 1.3, -0.9, 0.8, -0.2);
    const whole = await hear(samples, {}, samples.length);
    for (const step of [160, 333, 4096]) assert.deepEqual(await hear(samples, {}, step), whole, `${step}`);
  });

  it('has word times that its recognizer does not know, where they are wanted and can be found', async () => {
    const asked: (readonly [number, string, string | undefined])[] = [];
    const aligner: NonNullable<OpenRecognizer['aligner']> = {
      align(samples, said, language) {
        asked.push([samples.length / rate, said, language]);
        const words = said.split(' ').map((word, index) => ({ word, start: 0.5 + index, end: 1 + index }));
        return Promise.resolve(said === 'not found' ? undefined : words);
      },
    };
    const texts = ['one two', 'not found', ''];
    const script = ({ index }: HeardSamples): Recognized => ({ text: texts[index]!, language: 'fr' });
    const samples = stream(-1, 2, -1, 2, -1, 2, -1);
    const wordsOf = async (wantsWords: boolean, recognizer: RecognizerDescriptor) => {
      const recognizers = opened(recognizer).map((each) => ({ ...each, aligner }));
      return finals(await hear(samples, { recognizers, wantsWords })).map(({ words }) => words);
    };
    assert.deepEqual(await wordsOf(false, fakeRecognizer({ script })), [undefined, undefined, undefined]);
    const [first, ...others] = await wordsOf(true, fakeRecognizer({ script }));
    assert.deepEqual(others, [undefined, undefined]);
    assert.deepEqual(
      asked.map(([, ...rest]) => rest),
      [
        ['one two', 'fr'],
        ['not found', 'fr'],
      ],
    );
    // They count from the first sample of the piece, which begins before its first sound.
    near(asked[0]![0], 2.8);
    near(first![0]!.start, 0.75 + 0.5);
    assert.equal(first![1]!.start - first![0]!.start, 1);
    await wordsOf(true, fakeRecognizer());
    assert.equal(asked.length, 2);
  });

  it('gives recognizers all samples of a piece, once and in order', async () => {
    const heard: number[] = [];
    const script = ({ samples }: HeardSamples): Recognized => {
      heard.push(samples.length);
      return text('a');
    };
    // One piece from the first sample to the last.
    const samples = stream(3);
    await hear(samples, { recognizers: opened(fakeRecognizer({ script })), pieces: { leadMs: 1000 } });
    near(heard[0]! / rate, 3, 0.15);
  });

  it('is cut at 30 s also without a pause, and before that at a short one', async () => {
    const seconds: number[] = [];
    const script = ({ seconds: length }: HeardSamples): Recognized => {
      seconds.push(length);
      return text('a');
    };
    const pieces = { softSeconds: 4, maxSeconds: 6 };
    await hear(stream(14, -1), { recognizers: opened(fakeRecognizer({ script })), pieces });
    assert.ok(seconds.length >= 2 && seconds.every((length) => length <= 6.3), String(seconds));
    near(
      seconds.reduce((sum, length) => sum + length, 0),
      14.8,
      0.8,
    );
  });

  it('has partial results on the way, which get longer and cost at most twice the whole', async () => {
    let decoded = 0;
    const script = ({ seconds }: HeardSamples): Recognized => {
      decoded += seconds;
      return text(`${Math.round(seconds)} s`);
    };
    // A second at a time in the test, as a client sends it: partial results are made while the rest comes.
    const events: HearingEvent[] = [];
    const recognizers = opened(fakeRecognizer({ script }));
    const hearing = await Hearing.create({
      ...options({ recognizers, wantsPartials: true }),
      sampleRate: rate,
      onEvent: (event) => events.push(event),
    });
    const samples = stream(10, -1);
    for (let at = 0; at < samples.length; at += rate) {
      hearing.write(samples.subarray(at, at + rate));
      await new Promise(setImmediate);
    }
    await hearing.end();
    const partials = events.flatMap((event) => (event.kind === 'partial' ? [parseInt(event.text)] : []));
    assert.ok(partials.length >= 3, String(partials));
    assert.deepEqual(
      partials,
      partials.toSorted((a, b) => a - b),
    );
    assert.equal(finals(events).length, 1);
    assert.ok(decoded <= 3.1 * 10.7, `${decoded} s`);
  });

  it('tells of pieces in their order, however long each takes', async () => {
    const later = Promise.withResolvers<undefined>();
    const script = async ({ index }: HeardSamples): Promise<Recognized> => {
      if (index === 0) await later.promise;
      else later.resolve(undefined);
      return text(`piece ${index}`);
    };
    const events = await hear(stream(1, -1, 1, -1, 1, -1), { recognizers: opened(fakeRecognizer({ script })) });
    assert.deepEqual(
      finals(events).map((piece) => piece.text),
      ['piece 0', 'piece 1', 'piece 2'],
    );
  });

  it('waits while as many pieces as it may have are on their way', async () => {
    const go = Promise.withResolvers<undefined>();
    const script = async (): Promise<Recognized> => {
      await go.promise;
      return text('a');
    };
    const hearing = await Hearing.create({
      ...options({ recognizers: opened(fakeRecognizer({ script })), ahead: 2 }),
      sampleRate: rate,
      onEvent: () => undefined,
    });
    hearing.write(stream(1, -1, 1, -1));
    let isReady = false;
    const ready = hearing.ready().then(() => (isReady = true));
    await new Promise(setImmediate);
    assert.equal(isReady, false);
    go.resolve(undefined);
    await ready;
    await hearing.end();
  });

  it('ends a piece where the caller says so', async () => {
    const events: HearingEvent[] = [];
    const hearing = await Hearing.create({ ...options(), sampleRate: rate, onEvent: (event) => events.push(event) });
    hearing.write(stream(-0.3, 2));
    await hearing.finalize();
    assert.equal(finals(events).length, 1);
    await hearing.finalize();
    hearing.write(stream(-1));
    await hearing.end();
    assert.equal(finals(events).length, 1);
  });
});

describe('a recognizer that fails', () => {
  const broken = (kind: 'unavailable' | 'failed') =>
    fakeRecognizer({ id: 'broken', script: () => Promise.reject(new RecognizerError(kind, 'broken is broken')) });

  it('hands its piece to the next one, and the others go on', async () => {
    const fallbacks: string[] = [];
    const events = await hear(stream(1.2, -1, 1.2, -1), {
      recognizers: opened(broken('failed'), fakeRecognizer({ id: 'good' })),
      onFallback: (recognizer) => fallbacks.push(recognizer),
    });
    assert.deepEqual(
      finals(events).map(({ recognizer }) => recognizer),
      ['good', 'good'],
    );
    assert.deepEqual(fallbacks, ['broken', 'broken']);
    assert.notEqual(finals(events)[0]!.text, '');
  });

  it('ends the stream with its error where there is no other, behind what was heard before', async () => {
    const script = ({ index }: HeardSamples): Promise<Recognized> =>
      index === 0 ? Promise.resolve(text('first')) : Promise.reject(new RecognizerError('failed', 'it broke'));
    const events: HearingEvent[] = [];
    const hearing = await Hearing.create({
      ...options({ recognizers: opened(fakeRecognizer({ script })) }),
      sampleRate: rate,
      onEvent: (event) => events.push(event),
    });
    hearing.write(stream(1, -1, 1, -1));
    await assert.rejects(hearing.end(), /it broke/);
    await assert.rejects(hearing.ready(), /it broke/);
    assert.deepEqual(
      finals(events).map((piece) => piece.text),
      ['first'],
    );
  });

  it('is left where the caller leaves', async () => {
    const leave = new AbortController();
    const script = () => new Promise<Recognized>(() => undefined);
    const hearing = await Hearing.create({
      ...options({ recognizers: opened(fakeRecognizer({ script })), signal: leave.signal }),
      sampleRate: rate,
      onEvent: () => undefined,
    });
    hearing.write(stream(1, -1));
    const ended = hearing.end();
    leave.abort(new Error('the caller has left'));
    await assert.rejects(ended, /the caller has left/);
  });
});

describe('a recording', () => {
  it('is a transcript of all its pieces', async () => {
    const script = ({ index }: HeardSamples): Recognized => ({ text: ['Hello', '', 'there.'][index]!, language: 'en' });
    const recognizers = opened(fakeRecognizer({ script }));
    const heard = await transcribe(
      { sampleRate: rate, blocks: once(stream(1, -1, 1, -1, 1)) },
      { ...options({ recognizers }), language: undefined },
    );
    assert.deepEqual([heard.text, heard.language, heard.pieces.length], ['Hello there.', 'en', 2]);
    assert.equal(heard.duration, 5);
    assert.equal(heard.words, undefined);
    const shown = subtitleWords(heard.pieces);
    assert.deepEqual(
      shown.map(({ word }) => word),
      ['Hello', 'there.'],
    );
    near(shown[1]!.start, 4);
  });

  it('without speech is an empty text of its length', async () => {
    const noise = seededRandom();
    const samples = Float32Array.from({ length: 3 * rate }, () => 0.02 * (noise() - 0.5));
    const heard = await transcribe({ sampleRate: rate, blocks: once(samples, 999) }, options());
    assert.deepEqual([heard.text, heard.pieces, heard.words, heard.duration], ['', [], [], 3]);
  });

  it('of another rate is heard at 16 kHz', async () => {
    const voice = voiceLike({ seconds: 2, sampleRate: 44_100, pitch: 130 });
    const heard = await transcribe({ sampleRate: 44_100, blocks: once(voice, 10_000) }, options());
    near(heard.duration, 2, 0.001);
    assert.match(heard.text, /^one two three/);
  });
});

describe('a stream in which a model finds speech', () => {
  /** What is loud is speech; fails behind so many windows. */
  function detector(failsBehind = Infinity): SpeechDetector & { readonly open: number } {
    const state = { open: 0 };
    return {
      ...{ id: 'vad', version: '1', retire: () => undefined, close: () => Promise.resolve() },
      get open() {
        return state.open;
      },
      stream() {
        state.open++;
        let [samples, windows]: [number[], number] = [[], 0];
        return {
          async write(more) {
            await new Promise(setImmediate);
            const flags: boolean[] = [];
            for (samples.push(...more); samples.length >= windowLength; windows++) {
              if (windows >= failsBehind) throw new RecognizerError('unavailable', 'vad has failed');
              const window = samples.slice(0, windowLength);
              samples = samples.slice(windowLength);
              flags.push(window.some((sample) => Math.abs(sample) > 1000));
            }
            return flags;
          },
          close() {
            state.open--;
          },
        };
      },
    };
  }
  const withDetector = (given: SpeechDetector) =>
    opened(fakeRecognizer()).map((each) => ({ ...each, detector: given }));
  const said = stream(-1, 1.5, -1, 1, -1);

  it('is heard in its pieces, the same however the samples come', async () => {
    const given = detector();
    const events = await hear(said, { recognizers: withDetector(given) });
    const pieces = finals(events);
    assert.equal(pieces.length, 2);
    near(pieces[0]!.start, 1, 0.1);
    near(pieces[0]!.end, 2.5, 0.1);
    near(pieces[1]!.start, 3.5, 0.1);
    for (const step of [160, 512, 20_000]) {
      assert.deepEqual(finals(await hear(said, { recognizers: withDetector(given) }, step)), pieces, `${step}`);
    }
    assert.equal(given.open, 0);
  });

  it('goes on with the built-in detectors where the model fails, and says so', async () => {
    const fallbacks: string[] = [];
    const events = await hear(said, {
      recognizers: withDetector(detector(20)),
      onFallback: (id, { message }) => fallbacks.push(`${id}: ${message}`),
    });
    assert.deepEqual(fallbacks, ['vad: vad has failed']);
    assert.equal(finals(events).length, 2);
  });

  it('is cut where it is asked for, behind all that was written before', async () => {
    const events: HearingEvent[] = [];
    const recognizers = withDetector(detector());
    const hearing = await Hearing.create({
      ...options({ recognizers }),
      sampleRate: rate,
      onEvent: (event) => events.push(event),
    });
    hearing.write(stream(-1, 1));
    await hearing.finalize();
    assert.equal(finals(events).length, 1);
    near(hearing.seconds, 2, 0.01);
    await hearing.end();
    assert.equal(finals(events).length, 1);
  });

  it('is left at once', async () => {
    const never: SpeechDetector = {
      ...detector(),
      stream: () => ({ write: () => new Promise(() => undefined), close: () => undefined }),
    };
    const leave = new AbortController();
    const heard = hear(said, { recognizers: withDetector(never), signal: leave.signal });
    leave.abort(new Error('the caller has left'));
    await assert.rejects(heard, /the caller has left/);
  });
});

it('what hears gives its memory back, whether its stream ends, fails, is left or is dropped', async () => {
  const { fvad } = await loadDetectors();
  const made = { open: 0 };
  const { _fvad_new: open, _fvad_free: free } = fvad;
  fvad._fvad_new = () => {
    made.open++;
    return open();
  };
  fvad._fvad_free = (instance) => {
    made.open--;
    free(instance);
  };
  try {
    const leave = new AbortController();
    const events: HearingEvent[] = [];
    const create = (more: Partial<HearingOptions> = {}) =>
      Hearing.create({ ...options(more), sampleRate: rate, onEvent: (event) => events.push(event) });
    const ended = await create();
    ended.write(stream(1));
    await ended.end();
    const left = await create({ signal: leave.signal });
    left.write(stream(1));
    leave.abort(new Error('left'));
    await assert.rejects(
      create({ signal: leave.signal }).then((late) => late.end()),
      /left/,
    );
    const script = () => Promise.reject(new RecognizerError('failed', 'broken'));
    const failed = await create({ recognizers: opened(fakeRecognizer({ script })) });
    failed.write(stream(1, -1));
    await assert.rejects(failed.end(), /broken/);
    await assert.rejects(transcribe({ sampleRate: rate, blocks: damagedBlocks() }, options()), /damaged/);
    assert.equal(made.open, 0);
  } finally {
    Object.assign(fvad, { _fvad_new: open, _fvad_free: free });
  }
});

async function* damagedBlocks(): AsyncGenerator<Float32Array> {
  yield await Promise.resolve(stream(1));
  throw new Error('damaged');
}
