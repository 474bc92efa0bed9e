import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kindsOf, piece, playText, recordManually } from './testing.ts';

type Opened = ReturnType<typeof recordManually>;

function assertDone({ context, events, scheduler, clock }: Opened, end: 'done' | 'failed' = 'done'): void {
  assert.ok(context.ended);
  assert.equal(kindsOf(events).at(-1), end);
  assert.deepEqual([scheduler.open.length, scheduler.admitted.size, clock.pending], [0, 0, 0]);
}

describe('the buffer delay of a context', () => {
  it('counts from the oldest undecided character, by the newest value', () => {
    const { context, scheduler, clock } = recordManually();
    context.push(piece('one', { maxBufferDelayMs: 1000 }));
    clock.advance(900);
    context.push(piece(' two', { maxBufferDelayMs: undefined }));
    clock.advance(99);
    assert.equal(scheduler.tasks.length, 0);
    clock.advance(1);
    assert.equal(scheduler.last.text, 'one two');
    playText(scheduler);
    context.push(piece(' three', { maxBufferDelayMs: 5000 }));
    clock.advance(1500);
    assert.equal(scheduler.tasks.length, 1);
    context.push(piece(' four', { maxBufferDelayMs: 1000 }));
    clock.advance(0);
    assert.equal(scheduler.last.text, 'three four', 'the newest value had run out');
  });

  it('of 0 ms lets nothing wait but an unclosed tag', () => {
    const { context, scheduler } = recordManually();
    context.push(piece('Hello wor<speed rat', { maxBufferDelayMs: 0 }));
    assert.equal(scheduler.last.text, 'Hello wor');
    playText(scheduler);
    context.push(piece('io="1.2"/>ld', { maxBufferDelayMs: 0 }));
    assert.equal(scheduler.last.text, 'ld');
  });

  it('is 0 ms where none is said, or the default of the context', () => {
    for (const [options, tasks] of [
      [{}, 1],
      [{ maxBufferDelayMs: 300 }, 0],
    ] as const) {
      const { context, scheduler, clock } = recordManually(options);
      context.push(piece('Hello', { maxBufferDelayMs: undefined }));
      assert.equal(scheduler.tasks.length, tasks);
      clock.advance(300);
      assert.equal(scheduler.tasks.length, 1);
    }
  });

  it('without an end lets text wait until it is decided', () => {
    const { context, scheduler, clock } = recordManually({ maxBufferDelayMs: Infinity, expiryMs: Infinity });
    context.push(piece('Hello', { maxBufferDelayMs: undefined }));
    assert.equal(clock.pending, 0);
    clock.advance(1e9);
    context.push(piece('. There', { maxBufferDelayMs: undefined }));
    assert.deepEqual(
      scheduler.tasks.map(({ text }) => text),
      ['Hello.'],
    );
  });

  it('runs only when all earlier text has been spoken', () => {
    const { context, scheduler, clock } = recordManually();
    context.push(piece('Hello there. And', { maxBufferDelayMs: 100 }));
    clock.advance(5000);
    assert.equal(scheduler.tasks.length, 1);
    scheduler.last.end();
    assert.equal(scheduler.tasks.length, 1);
    clock.advance(0);
    assert.equal(scheduler.last.text, 'And');
  });

  it('of text that has been given to the engines is over', () => {
    const { context, scheduler, clock } = recordManually();
    context.push(piece('one', { maxBufferDelayMs: 100 }));
    clock.advance(50);
    context.push(piece(' two. Three'));
    assert.equal(scheduler.last.text, 'one two.');
    clock.advance(4999);
    scheduler.last.end();
    assert.equal(scheduler.open.length, 0);
    clock.advance(1);
    assert.equal(scheduler.last.text, 'Three');
  });

  it('is not begun by blank text', () => {
    const { context, clock } = recordManually();
    context.push(piece(' \n ', { maxBufferDelayMs: 100 }));
    assert.equal(clock.pending, 0);
  });

  it('that runs out while the client does not read is made good when it reads again', () => {
    const { context, scheduler, clock } = recordManually();
    context.push(piece('Hello', { maxBufferDelayMs: 100 }));
    context.pause();
    clock.advance(100);
    assert.equal(scheduler.tasks.length, 0);
    context.resume();
    assert.equal(scheduler.last.text, 'Hello');
  });
});

describe('the expiry of a context', () => {
  const speakOneSecond = (options: Parameters<typeof recordManually>[0] = {}): Opened => {
    const opened = recordManually(options);
    opened.context.push(piece('Hello.', { flush: true }));
    opened.scheduler.last.give(1);
    opened.scheduler.last.end();
    return opened;
  };

  it('is one second after what it sent has been played', () => {
    const opened = speakOneSecond();
    opened.clock.advance(1999);
    assert.equal(opened.context.ended, false);
    opened.clock.advance(1);
    assertDone(opened);
  });

  it('is begun anew by any message', () => {
    const opened = speakOneSecond();
    opened.clock.advance(1900);
    opened.context.push(piece(' '));
    opened.clock.advance(999);
    assert.equal(opened.context.ended, false);
    opened.clock.advance(1);
    assertDone(opened);
  });

  it('is put off by text that is spoken at once', () => {
    const { context, scheduler, clock } = speakOneSecond();
    context.push(piece('More.', { flush: true }));
    clock.advance(60_000);
    assert.equal(context.finishing, false);
    playText(scheduler);
    context.push(piece(' And more.', { flush: true }));
    assert.equal(scheduler.last.text, 'And more.');
  });

  it('does not come while the client does not read, nor while text waits or is spoken', () => {
    const { context, scheduler, clock } = speakOneSecond({ maxBufferDelayMs: 5000 });
    context.push(piece('And'));
    clock.advance(4999);
    assert.equal(context.ended, false);
    clock.advance(60_001);
    assert.equal(scheduler.last.text, 'And');
    assert.equal(context.ended, false);
    context.pause();
    scheduler.last.end();
    clock.advance(60_000);
    assert.equal(context.ended, false);
    context.resume();
    clock.advance(0);
    assert.equal(context.ended, true);
  });

  it('can be set, and switched off', () => {
    const soon = speakOneSecond({ expiryMs: 10 });
    soon.clock.advance(1010);
    assertDone(soon);
    const never = speakOneSecond({ expiryMs: Infinity });
    assert.equal(never.clock.pending, 0);
    never.context.cancel();
  });

  it('never comes before the first text', () => {
    const { context, clock } = recordManually();
    context.push(piece(''));
    clock.advance(1e6);
    assert.equal(context.ended, false);
  });

  it('comes also when nothing of the text can be spoken', () => {
    const opened = recordManually();
    opened.context.push(piece('😀', { flush: true }));
    playText(opened.scheduler);
    assert.deepEqual(kindsOf(opened.events), ['timestamps', 'flush_done']);
    opened.clock.advance(1000);
    assertDone(opened, 'failed');
  });
});
