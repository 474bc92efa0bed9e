import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import { TestClock } from '../../timing/testing.ts';
import type { EngineDescriptor, EngineVoice, ReferenceEngine, SpeechSink, Synthesizer } from '../adapter.ts';
import { absoluteErrors, assertErrors, englishSentences, readSegment, wordTimes } from '../alignment/testing.ts';
import { unmarked } from '../alignment/unmarked-testing.ts';
import { espeak } from '../espeak/index.ts';
import { fakeEngine } from '../fake/index.ts';
import { flite } from '../flite/index.ts';
import type { Segment } from '../../text/types.ts';
import { Scheduler } from '../scheduling/scheduler.ts';
import { loadSynthesizer, segmentOf, speakWith, TaskRecord } from '../testing.ts';
import { SegmentAlignment } from './segment-alignment.ts';

const raw = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
const slt: EngineVoice = { engine: 'flite', name: 'slt' };

/** A tenth of the sentences. */
function isInSample(text: string): boolean {
  return englishSentences.indexOf(text) % 10 === 1;
}

async function startWith(engines: readonly EngineDescriptor[], reference?: EngineDescriptor): Promise<Scheduler> {
  // A clock that stands still: a thread of a busy machine is not taken for one that hangs.
  return Scheduler.start({ engines, threads: 1, reference, clock: new TestClock() });
}

function speak(scheduler: Scheduler, segment: Segment, voice: EngineVoice, needsWords?: boolean): Promise<TaskRecord> {
  const record = new TaskRecord();
  const words = needsWords === undefined ? {} : { needsWords };
  scheduler.speak({ segment, voice, format: raw, characters: 1, ...words }, -Infinity, record);
  return record.settled;
}

describe('the words of an engine that gives none', () => {
  const plain = unmarked(flite);
  const waiting = { ...unmarked(flite, { concurrency: 4 }, true), id: 'unmarked-waiting' };
  const foreign = unmarked(fakeEngine({ capabilities: { languages: ['en', 'xx'] } }));
  let scheduler: Scheduler;
  let own: Synthesizer;
  before(async () => {
    scheduler = await startWith([plain, waiting, foreign], espeak);
    own = await loadSynthesizer(flite);
  });
  after(async () => {
    await scheduler.close();
    await own.close();
  });

  /** Differences of the words of a segment from those that the engine keeps to itself, in seconds. */
  async function errorsOf(engine: EngineDescriptor, text: string, pauseSeconds = 0): Promise<number[]> {
    const segment = { ...readSegment(text), pauseSeconds };
    const { result, error } = await speak(scheduler, segment, { ...slt, engine: engine.id });
    assert.equal(error, undefined);
    assert.deepEqual(result!.phonemes, []);
    const given = result!.words.map(({ start, end }) => ({ start: start / 24_000, end: end / 24_000 }));
    const { marks } = await speakWith(own, segment, slt);
    const known = wordTimes(marks, flite.capabilities.sampleRate);
    assert.equal(given.length, known.length);
    return absoluteErrors(
      given,
      known.map(({ start, end }) => ({ start: start + pauseSeconds, end: end + pauseSeconds })),
    );
  }

  it('have the times that the engine does not tell', async () => {
    const errors: number[] = [];
    const texts = swept(englishSentences.slice(0, 30), isInSample);
    for (const text of texts) errors.push(...(await errorsOf(plain, text)));
    assertErrors(errors, { median: 0.04, percentile95: 0.12 });
  });

  it('have them where the engine waits and speaks several texts at once, each its own', async () => {
    const texts = swept(englishSentences.slice(30, 50), isInSample);
    const errors = await Promise.all(texts.map((text) => errorsOf(waiting, text)));
    assertErrors(errors.flat(), { median: 0.04, percentile95: 0.12 });
  });

  it('stand behind the pause of their segment', async () => {
    assertErrors(await errorsOf(plain, 'Good morning, everybody.', 2.5), { median: 0.04, percentile95: 0.12 });
  });

  it('leave the audio as it is', async () => {
    const segment = readSegment(englishSentences[3]!);
    const voice = { ...slt, engine: plain.id };
    const [withWords, without] = await Promise.all([
      speak(scheduler, segment, voice),
      speak(scheduler, segment, voice, false),
    ]);
    assert.ok(Buffer.concat(withWords.bytes).equals(Buffer.concat(without.bytes)));
    assert.ok(withWords.result!.words.length > 0);
    assert.deepEqual(without.result!.words, []);
  });

  it('are none where the reference does not speak the language', async () => {
    const voice = { engine: foreign.id, name: 'Tonia' };
    const { result, error } = await speak(scheduler, segmentOf('one two', { language: 'xx' }), voice);
    assert.equal(error, undefined);
    assert.ok(result!.samples > 0);
    assert.deepEqual(result!.words, []);
    const english = await speak(scheduler, segmentOf('one two'), voice);
    assert.equal(english.result!.words.length, 2);
  });

  it('are none without a reference, and with one that does not load', async () => {
    for (const reference of [undefined, { ...espeak, module: { url: 'file:///no-such-module.js' } }]) {
      const without = await startWith([plain], reference);
      try {
        const { result, error } = await speak(without, segmentOf('one two'), { ...slt, engine: plain.id });
        assert.equal(error, undefined);
        assert.ok(result!.samples > 0);
        assert.deepEqual(result!.words, []);
      } finally {
        await without.close();
      }
    }
  });

  it('are none in a segment without tokens, which may be a pause', async () => {
    const { result } = await speak(scheduler, { ...segmentOf([]), pauseSeconds: 0.5 }, { ...slt, engine: plain.id });
    assert.deepEqual([result!.samples, result!.words], [12_000, []]);
  });
});

describe('a reference', () => {
  const voice: EngineVoice = { engine: 'espeak', name: 'en-us' };
  const referenceOf = (speakSegment: Synthesizer['speak']): ReferenceEngine => ({
    capabilities: espeak.capabilities,
    synthesizer: { speak: speakSegment, phonemize: () => [], close: () => Promise.resolve() },
    voiceFor: (language) => (language === 'en' ? voice : undefined),
  });

  it('begins behind the engine, and not at all when the task was cancelled by then', async () => {
    const calls: string[] = [];
    const reference = referenceOf(() => void calls.push('reference'));
    const alignment = SegmentAlignment.of(segmentOf('one'), reference, 16_000)!;
    const begun = alignment.speakReference(new AbortController().signal);
    calls.push('engine');
    await begun;
    assert.deepEqual(calls, ['engine', 'reference']);
    await alignment.speakReference(AbortSignal.abort());
    assert.equal(calls.length, 2);
  });

  it('that fails fails the segment', async () => {
    const reference = referenceOf(() => {
      throw new Error('no memory');
    });
    const alignment = SegmentAlignment.of(segmentOf('one'), reference, 16_000)!;
    await assert.rejects(alignment.speakReference(new AbortController().signal), /no memory/u);
  });

  it('that gives no words is refused', async () => {
    const reference = referenceOf((_segment, _voice, sink: SpeechSink) => sink.marks([]));
    const alignment = SegmentAlignment.of(segmentOf('one'), reference, 16_000)!;
    await alignment.speakReference(new AbortController().signal);
    assert.throws(() => alignment.marks(), /0 words for 1/u);
  });
});
