import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeEngine, type FakeEngineOptions } from '../engines/fake/index.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { spawnLocalThread } from '../engines/testing.ts';
import type { SpeechReport } from './events.ts';
import { kindsOf, piece, record, testSettings, testVoices } from './testing.ts';

const text = 'one two three four five six seven eight nine ten eleven twelve '.repeat(2).trim();
const words = text.split(' ');
/** Samples of each word. */
const wordSamples = 6000;

/** A context on an engine that gives a tenth of a second at a time, cancelled inside its only segment. */
async function cancelledInside(
  options: FakeEngineOptions,
): Promise<{ readonly report: SpeechReport; readonly kinds: readonly string[] }> {
  const engine = fakeEngine({ ...options, synthesizer: { waits: true, ...options.synthesizer } });
  const scheduler = await Scheduler.start({ engines: [engine], threads: 1, spawn: spawnLocalThread });
  try {
    const cut = Promise.withResolvers<SpeechReport>();
    const { context, events } = record(scheduler, testSettings(testVoices.fake, {}, engine), {
      keepsWords: true,
      onEvent: ({ type }) => {
        if (type === 'chunk' && context.report().seconds >= 1) cut.resolve(context.cancel());
      },
    });
    context.push(piece(text, { continue: false }));
    return { report: await cut.promise, kinds: kindsOf(events) };
  } finally {
    await scheduler.close();
  }
}

describe('a context that is cancelled inside a segment', () => {
  it('names exactly the words before a sample, where its engine knows them', async () => {
    const { report, kinds } = await cancelledInside({ synthesizer: { marksFirst: true } });
    assert.deepEqual(new Set(kinds.slice(0, -1)), new Set(['chunk']), 'the segment has not ended');
    assert.equal(kinds.at(-1), 'done');
    const given = Math.round(report.seconds * 24_000);
    assert.ok(given >= 24_000 && given < words.length * wordSamples);
    for (let count = 1; count * wordSamples <= given; count++) {
      const at = count * wordSamples;
      assert.deepEqual(report.wordsBefore(at), { words: words.slice(0, count), endsAt: at, exact: true });
      const before = { words: words.slice(0, count - 1), endsAt: at - wordSamples, exact: true };
      assert.deepEqual(report.wordsBefore(at - 1), before);
    }
    const all = words.slice(0, Math.floor(given / wordSamples));
    const said = { words: all, endsAt: all.length * wordSamples, exact: true };
    assert.deepEqual(report.wordsBefore(Infinity), said, 'what was not given out was not heard');
  });

  it('names an estimate and says so, where its engine tells the words at the end or not at all', async () => {
    for (const marks of ['exact', 'estimated', 'none'] as const) {
      const { report } = await cancelledInside({ capabilities: { marks } });
      const { words: guess, exact } = report.wordsBefore(24_000);
      assert.equal(exact, false);
      assert.ok(guess.length > 0 && guess.length < words.length, String(guess.length));
      assert.deepEqual(guess, words.slice(0, guess.length));
      assert.deepEqual(report.wordsBefore(0), { words: [], endsAt: 0, exact: true });
    }
  });
});
