import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeEngine, type FakeEngineOptions } from '../engines/fake/index.ts';
import { segmentOf } from '../engines/testing.ts';
import { TestClock } from '../timing/testing.ts';
import { ContextSpeaker } from './context-speaker.ts';
import { SpeechOutput, type SegmentItem } from './output.ts';
import type { SpeechSettings } from './settings.ts';
import { SpeechQueue } from './speech-queue.ts';
import { kindsOf, ManualScheduler, testSettings, testVoices } from './testing.ts';
import type { SpeechEvent } from './events.ts';

function itemOf(text: string, maxSeconds?: number): SegmentItem {
  const segment = segmentOf(text);
  const { length: characters } = text;
  return {
    kind: 'speak',
    segment,
    mayContinue: false,
    flushId: 1,
    characters,
    maxSeconds,
    sentBytes: 0,
    isMetered: false,
    losses: 0,
  };
}

function opened(
  settings: Partial<SpeechSettings> = {},
  engine: FakeEngineOptions['capabilities'] = {},
): {
  readonly queue: SpeechQueue;
  readonly scheduler: ManualScheduler;
  readonly events: SpeechEvent[];
  /** What the context heard of it. */
  readonly calls: string[];
} {
  const scheduler = new ManualScheduler();
  const events: SpeechEvent[] = [];
  const calls: string[] = [];
  const clock = new TestClock();
  const all = testSettings(testVoices.fake, settings, fakeEngine({ capabilities: engine }));
  const output = new SpeechOutput({
    settings: all,
    clock,
    meter: 'exempt',
    keepsWords: false,
    observer: {},
    firstTextAt: () => 0,
    emit: (event) => events.push(event),
  });
  const queue: SpeechQueue = new SpeechQueue({
    scheduler,
    clock,
    observer: { repeated: () => calls.push('repeated') },
    speaker: new ContextSpeaker({ scheduler, settings: all }),
    output,
    keepsWords: false,
    parallelSegments: 2,
    onHeard: () => calls.push('heard'),
    onChange: () => queue.giveOut(),
    onUnavailable: ({ message }) => calls.push(`unavailable: ${message}`),
    onFailed: ({ code }) => calls.push(code),
  });
  return { queue, scheduler, events, calls };
}

describe('the segments of a context', () => {
  it('are given out in the order of the text, whatever ends first', () => {
    const { queue, scheduler, events, calls } = opened();
    queue.speak(itemOf('one'));
    assert.ok(queue.hasRoom);
    queue.speak(itemOf('two'));
    assert.ok(!queue.hasRoom);
    scheduler.tasks[1]!.give(0.1);
    scheduler.tasks[1]!.end();
    assert.deepEqual([events, calls, queue.isEmpty], [[], [], false]);
    scheduler.tasks[0]!.give(0.1);
    scheduler.tasks[0]!.end();
    assert.deepEqual(kindsOf(events), ['chunk', 'timestamps', 'chunk', 'timestamps']);
    assert.deepEqual([calls, queue.isEmpty, queue.isHeard], [['heard'], true, true]);
  });

  it('without a sound are held until the first sound, or until that is decided', () => {
    const { queue, scheduler, events } = opened();
    queue.speak(itemOf('one'));
    scheduler.last.end();
    assert.deepEqual([events, queue.isHeard, queue.isEmpty], [[], false, true]);
    queue.giveSilent();
    queue.speak(itemOf('two'));
    scheduler.last.end();
    queue.speak(itemOf('three'));
    scheduler.last.give(0.1);
    assert.deepEqual(kindsOf(events), ['timestamps', 'timestamps', 'chunk']);
  });

  it('taken back are cancelled and come back with what was given out of them', () => {
    const { queue, scheduler, events } = opened();
    const [one, two] = [itemOf('one'), itemOf('two')];
    queue.speak(one);
    queue.speak(two);
    scheduler.tasks[0]!.send(new Uint8Array(100));
    assert.deepEqual(queue.takeBack(), [one, two]);
    assert.deepEqual([one.sentBytes, scheduler.open.length, queue.isEmpty], [100, 0, true]);
    queue.speak(one);
    scheduler.last.send(new Uint8Array(150));
    assert.deepEqual(
      events.map((event) => event.type === 'chunk' && event.data.byteLength),
      [100, 50],
    );
  });

  it('are spoken again once when their thread is lost, and fail the context then', () => {
    const { queue, scheduler, calls } = opened();
    queue.speak(itemOf('one'));
    scheduler.last.fail('thread');
    assert.deepEqual([scheduler.tasks.length, scheduler.last.work?.isRepeated, calls], [2, true, ['repeated']]);
    scheduler.last.fail('thread');
    assert.deepEqual([scheduler.tasks.length, calls], [2, ['repeated', 'engine_failed']]);
  });

  it('that were heard are not spoken again by an engine that would say them differently', () => {
    const { queue, scheduler, calls } = opened({}, { deterministic: false });
    queue.speak(itemOf('one'));
    scheduler.last.give(0.1);
    scheduler.last.fail('thread');
    assert.deepEqual(calls, ['heard', 'engine_failed']);
  });

  it('are offered to another engine while one may take over, and not behind the first sound', () => {
    const fallbacks = [{ speaker: testVoices.flite, capabilities: fakeEngine().capabilities }];
    const { queue, scheduler, calls } = opened({ fallbacks });
    queue.speak(itemOf('one'));
    scheduler.last.fail('unavailable', 'gone');
    assert.deepEqual(calls, ['unavailable: gone']);
    queue.clear();
    assert.ok(queue.isEmpty);
  });

  it('come one by one where the audio is bounded, and end with the bound', () => {
    const { queue, scheduler } = opened();
    const bounded = itemOf('two', 2);
    assert.equal(queue.mustWait(bounded), false);
    queue.speak(itemOf('one'));
    assert.equal(scheduler.last.work?.maxSamples, undefined);
    assert.deepEqual([queue.mustWait(bounded), queue.mustWait(itemOf('two'))], [true, false]);
    scheduler.last.give(1.5);
    scheduler.last.end();
    assert.deepEqual(
      [queue.mustWait(bounded), queue.skips(bounded), queue.skips(itemOf('two', 1.5))],
      [false, false, true],
    );
    queue.speak(bounded);
    assert.equal(scheduler.last.work?.maxSamples, 12_000);
    scheduler.last.give(0.5);
    scheduler.last.end();
    assert.deepEqual(
      [queue.skips(bounded), queue.skips(itemOf('three', 3)), queue.skips(itemOf('three'))],
      [true, false, false],
    );
  });

  it('are followed by the tail of an encoder, whose task ends with the queue', () => {
    const plain = opened();
    let done = 0;
    plain.queue.finish(1, () => done++);
    assert.equal(done, 1);
    const { queue, scheduler, events } = opened({ format: { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 } });
    queue.finish(1, () => done++);
    scheduler.last.send(new Uint8Array(7), 0);
    assert.deepEqual(kindsOf(events), ['chunk']);
    queue.close();
    assert.deepEqual([done, scheduler.open.length], [1, 0]);
  });
});
