import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { fakeEngine } from '../engines/fake/index.ts';
import { TestClock } from '../timing/testing.ts';
import { SpeechContext } from './context.ts';
import { iterateEvents, type EventIteratorOptions } from './event-iterator.ts';
import type { SpeechEvent } from './events.ts';
import { kindsOf, ManualScheduler, piece, playText, testSettings, testVoices } from './testing.ts';

const sentences = 'One is here. Two is here. Three is here. Four is here. Five is here.';

function openIterated(options?: EventIteratorOptions): ReturnType<typeof iterateEvents> & {
  readonly scheduler: ManualScheduler;
} {
  const scheduler = new ManualScheduler();
  const settings = testSettings(testVoices.fake, {}, fakeEngine());
  const opened = iterateEvents(
    (onEvent) =>
      new SpeechContext({
        scheduler,
        settings,
        onEvent,
        generationConfig: {},
        meter: 'exempt',
        clock: new TestClock(),
      }),
    options,
  );
  return { scheduler, ...opened };
}

async function collect(events: AsyncIterable<SpeechEvent>): Promise<SpeechEvent[]> {
  const all: SpeechEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('the events of a context, iterated', () => {
  it('come in order and end behind the terminal one', async () => {
    const { context, events, scheduler } = openIterated();
    context.push(piece('Hello.', { continue: false }));
    playText(scheduler);
    assert.deepEqual(kindsOf(await collect(events)), ['chunk', 'timestamps', 'done']);
    assert.deepEqual(await events.next(), { value: undefined, done: true });
  });

  it('are waited for', async () => {
    const { context, events, scheduler } = openIterated();
    const first = events.next();
    context.push(piece('Hello.', { continue: false }));
    scheduler.last.give(0.1);
    assert.equal((await first).value?.type, 'chunk');
    const second = events.next();
    scheduler.last.end();
    assert.equal((await second).value?.type, 'timestamps');
  });

  it('pause the context while more than the mark wait, and let it go on when all have been taken', async () => {
    const { context, events, scheduler } = openIterated({ highWaterMark: 2 });
    context.push(piece(sentences, { continue: false }));
    playText(scheduler);
    assert.equal(scheduler.tasks.length, 2, 'what was begun goes on to its end');
    for (const kind of ['chunk', 'timestamps', 'chunk', 'timestamps']) {
      assert.equal((await events.next()).value?.type, kind);
      assert.equal(scheduler.tasks.length, 2);
    }
    const next = events.next();
    assert.equal(scheduler.tasks.length, 3);
    playText(scheduler);
    assert.equal((await next).value?.type, 'chunk');
    const [rest] = await Promise.all([collect(events), playUntilEnded(scheduler, context)]);
    assert.equal(rest.at(-1)?.type, 'done');
    assert.equal(scheduler.tasks.length, 5);
  });

  it('do not pause it while no more than the mark wait', () => {
    const { context, scheduler } = openIterated();
    context.push(piece(sentences, { continue: false }));
    playText(scheduler);
    assert.equal(scheduler.tasks.length, 5);
    assert.ok(context.ended);
  });

  it('carry an error as an event', async () => {
    const { context, events, scheduler } = openIterated();
    context.push(piece('Hello.', { continue: false }));
    scheduler.last.fail('engine');
    assert.deepEqual(kindsOf(await collect(events)), ['failed']);
  });

  it('go on behind an error that is not terminal', async () => {
    const { context, events, scheduler } = openIterated();
    context.push(piece('Hello.', { continue: false }));
    context.push(piece('More.'));
    playText(scheduler);
    assert.deepEqual(kindsOf(await collect(events)), ['error', 'chunk', 'timestamps', 'done']);
  });

  it('abandon the context when the consumer leaves', async () => {
    const { context, events, scheduler } = openIterated();
    context.push(piece(sentences, { continue: false }));
    scheduler.last.give(0.1);
    for await (const event of events) {
      assert.equal(event.type, 'chunk');
      break;
    }
    assert.ok(context.ended);
    assert.deepEqual([scheduler.open.length, scheduler.admitted.size], [0, 0]);
  });

  it('abandon the context when the consumer leaves before the first event', async () => {
    const { context, events, scheduler } = openIterated();
    context.push(piece(sentences, { continue: false }));
    await events.return();
    assert.ok(context.ended);
    assert.equal(scheduler.open.length, 0);
  });

  it('abandon the context when the consumer leaves while it waits for one', async () => {
    const { context, events, scheduler } = openIterated();
    context.push(piece(sentences, { continue: false }));
    const waiting = events.next();
    await events.return();
    assert.deepEqual(await waiting, { value: undefined, done: true });
    assert.ok(context.ended);
    assert.equal(scheduler.open.length, 0);
  });

  it('end when the context was abandoned by its owner', async () => {
    const { context, events } = openIterated();
    context.push(piece('Hello.'));
    context.abandon();
    assert.deepEqual(await collect(events), []);
  });

  it('throw the reason of a signal, also while they are waited for, and abandon the context', async () => {
    for (const when of ['before', 'unread', 'waiting', 'between'] as const) {
      const controller = new AbortController();
      const reason = new Error(`stopped ${when}`);
      if (when === 'before') controller.abort(reason);
      const { context, events, scheduler } = openIterated({ signal: controller.signal });
      assert.equal(context.ended, when === 'before');
      context.push(piece(sentences, { continue: false }));
      if (when === 'between') {
        scheduler.last.give(0.1);
        assert.equal((await events.next()).value?.type, 'chunk');
      }
      const next = when === 'waiting' ? events.next() : undefined;
      if (when !== 'before') controller.abort(reason);
      assert.ok(context.ended);
      await assert.rejects(next ?? events.next(), reason);
      assert.deepEqual([scheduler.open.length, scheduler.admitted.size], [0, 0]);
    }
  });

  it('leave a signal alone when they have ended', async () => {
    const controller = new AbortController();
    const { context, events, scheduler } = openIterated({ signal: controller.signal });
    context.push(piece('Hello.', { continue: false }));
    playText(scheduler);
    for await (const event of events) if (event.type === 'done') controller.abort();
    assert.deepEqual(await events.next(), { value: undefined, done: true });
    assert.deepEqual(getEventListeners(controller.signal, 'abort'), []);
  });
});

async function playUntilEnded(scheduler: ManualScheduler, context: SpeechContext): Promise<void> {
  while (!context.ended) {
    playText(scheduler);
    await new Promise(setImmediate);
  }
}
