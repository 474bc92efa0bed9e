import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { enginesById } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { SpeechEvent } from './events.ts';
import { pcmOf, piece, record, testSettings, testVoices, utter, wordsOf } from './testing.ts';
import { TestClock } from '../timing/testing.ts';

const settings = testSettings(testVoices.espeak);
function isChunk(event: SpeechEvent): boolean {
  return event.type === 'chunk';
}

function isTerminal(event: SpeechEvent): boolean {
  return event.type === 'done' || (event.type === 'error' && event.done);
}

function terminals(events: readonly SpeechEvent[]): number {
  return events.filter(isTerminal).length;
}

let scheduler: Scheduler;
before(async () => {
  scheduler = await Scheduler.start({ threads: 1, engines: enginesById(['espeak']) });
});
after(() => scheduler.close());

describe('a context', () => {
  /** Everything queued before this has been spoken when it resolves. */
  const settled = (): Promise<unknown> => utter(scheduler, settings, ['a']);

  it('lets undecided text wait for its buffer delay from the oldest character on, by the newest value, and does not begin anew', async () => {
    const clock = new TestClock();
    const { context, events, heard } = record(scheduler, settings, { clock });
    context.push(piece('one', { maxBufferDelayMs: 1000 }));
    clock.advance(900);
    context.push(piece(' two', { maxBufferDelayMs: 1000 }));
    await settled();
    assert.deepEqual(events, []);
    clock.advance(100);
    await heard(isChunk);
    context.push(piece(' three', { maxBufferDelayMs: 5000 }));
    clock.advance(1500);
    const before = events.length;
    context.push(piece(' four', { maxBufferDelayMs: 1000 }));
    await settled();
    assert.ok(events.length > before, 'the newest value had already run out');
    context.cancel();
  });

  it('keeps an unclosed tag back when the delay runs out', async () => {
    const clock = new TestClock();
    const whole = record(scheduler, settings, { clock });
    whole.context.push(piece('Hi <speed ratio="1.4"/>you', { continue: false }));
    await whole.ended;
    const { context, events, ended } = record(scheduler, settings, { clock });
    context.push(piece('Hi <speed ra', { maxBufferDelayMs: 10 }));
    clock.advance(10);
    await settled();
    context.push(piece('tio="1.4"/>you', { continue: false }));
    await ended;
    assert.ok(pcmOf(events).equals(pcmOf(whole.events)));
  });

  it('arms no timer for blank text', async () => {
    const clock = new TestClock();
    const { context, events } = record(scheduler, settings, { clock });
    context.push(piece(' \n ', { maxBufferDelayMs: 0 }));
    clock.advance(10_000);
    await settled();
    assert.deepEqual(events, []);
    context.cancel();
  });

  it('expires with done one second after what it sent has been played, and any message begins that second anew', async () => {
    const clock = new TestClock();
    const { context, events, ended } = record(scheduler, settings, { clock });
    context.push(piece('Hello.', { maxBufferDelayMs: 0 }));
    await settled();
    const playedMs = Math.ceil(pcmOf(events).length / 48);
    assert.ok(playedMs > 200);
    clock.advance(playedMs + 990);
    assert.equal(terminals(events), 0);
    context.push(piece(' ', { maxBufferDelayMs: 0 }));
    clock.advance(990);
    assert.equal(terminals(events), 0, 'the blank message counts as well');
    clock.advance(20);
    await ended;
    assert.equal(events.at(-1)?.type, 'done');
  });

  it('expires also when nothing of its text can be spoken', async () => {
    const clock = new TestClock();
    const { context, events, ended } = record(scheduler, settings, { clock });
    context.push(piece('😀', { maxBufferDelayMs: 0 }));
    await settled();
    assert.equal(terminals(events), 0);
    clock.advance(1000);
    await ended;
  });

  it('keeps the buffer delay that was given last where none is given', async () => {
    const clock = new TestClock();
    const { context, heard } = record(scheduler, settings, { clock, maxBufferDelayMs: 3000 });
    context.push(piece('one', { maxBufferDelayMs: 500 }));
    context.push(piece(' two', { maxBufferDelayMs: undefined }));
    await settled();
    clock.advance(500);
    await heard(isChunk);
    context.cancel();
  });

  it('takes a configuration that says the defaults for the one that says nothing', async () => {
    const whole = pcmOf(await utter(scheduler, settings, ['Hello world.']));
    const { context, events, ended } = record(scheduler, settings);
    context.push(piece('Hel'));
    context.push(piece('lo wor', { generationConfig: { speed: 1, volume: 1 } }));
    context.push(piece('ld.', { continue: false, generationConfig: {} }));
    await ended;
    assert.ok(pcmOf(events).equals(whole));
  });

  it('never expires before it has spoken', () => {
    const clock = new TestClock();
    const { context, events } = record(scheduler, settings, { clock });
    context.push(piece(''));
    clock.advance(60_000);
    assert.deepEqual(events, []);
    context.cancel();
    assert.deepEqual(
      events.map(({ type }) => type),
      ['done'],
    );
  });

  it('starts a new segment where the generation configuration changes, and keeps the last one where none is given', async () => {
    const run = async (configs: (object | undefined)[]): Promise<Buffer> => {
      const { context, events, ended } = record(scheduler, settings);
      configs.forEach((generationConfig, index) =>
        context.push(
          piece('more words than an answer of one breath ever has ', {
            generationConfig,
            continue: index < configs.length - 1,
          }),
        ),
      );
      await ended;
      return pcmOf(events);
    };
    const slow = { speed: 0.6 };
    assert.ok((await run([slow, undefined])).equals(await run([slow, slow])));
    assert.ok(!(await run([slow, {}])).equals(await run([slow, slow])));
    const changed = await run([slow, { speed: 1.5 }]);
    const parts = [await run([slow]), await run([{ speed: 1.5 }])];
    assert.ok(changed.equals(Buffer.concat(parts)));
  });

  it('gives the same bytes when the client pauses and reads again in the middle of a segment', async () => {
    const text = 'A rather long sentence that takes more than one message of audio to speak, and another one.';
    const whole = pcmOf(await utter(scheduler, settings, [text]));
    let pauses = 0;
    const { context, events, ended } = record(scheduler, settings, {
      onEvent(event) {
        if (!isChunk(event) || pauses === 5) return;
        pauses++;
        if (pauses % 2 === 0) context.pause();
        else context.suspend();
        setImmediate(() => context.resume());
      },
    });
    context.push(piece(text, { continue: false }));
    await ended;
    assert.equal(pauses, 5);
    assert.ok(pcmOf(events).equals(whole));
    assert.equal(
      wordsOf(events)
        .map((word) => word.word)
        .join(' '),
      text,
    );
  });

  it('takes one lease before it speaks and gives it back once, however it ends', async () => {
    for (const end of ['finish', 'cancel', 'abandon'] as const) {
      let held = 0;
      const admit = (): Promise<{ release: () => void }> => {
        held++;
        return Promise.resolve({ release: () => held-- });
      };
      const { context, ended } = record(scheduler, settings, { acquireLease: admit });
      context.push(piece('  '));
      assert.equal(held, 0, 'blank text takes no lease');
      context.push(piece('Hello. There', { continue: end !== 'finish' }));
      assert.equal(held, 1);
      if (end === 'cancel') context.cancel();
      if (end === 'abandon') context.abandon();
      else await ended;
      await settled();
      assert.equal(held, 0);
    }
  });

  it('ends with the refusal when there is no lease', async () => {
    const refusal = new ServiceError('concurrency_limited', 'full');
    const { context, events, ended } = record(scheduler, settings, { acquireLease: () => Promise.reject(refusal) });
    context.push(piece('Hello.', { continue: false }));
    await ended;
    assert.deepEqual(events, [{ type: 'error', done: true, error: refusal }]);
  });

  it('takes so many characters in its life and no more', async () => {
    const { context, events, ended } = record(scheduler, settings, { maxCharacters: 10 });
    context.push(piece('123456'));
    context.push(piece('12345'));
    const end = await ended;
    assert.ok(end.type === 'error' && end.error.code === 'invalid_request');
    assert.equal(terminals(events), 1);
  });

  it('has exactly one terminal event, and nothing behind it, whatever is done to it in whatever order', async () => {
    const action = fc.oneof(
      fc.record({
        kind: fc.constant('push' as const),
        text: fc.constantFrom('Hello there. ', 'two words', ' ', '', '<speed ra', '3.'),
        more: fc.boolean(),
        flush: fc.boolean(),
        delay: fc.constantFrom(0, 5000),
      }),
      fc.record({
        kind: fc.constantFrom(
          'cancel' as const,
          'pause' as const,
          'suspend' as const,
          'resume' as const,
          'wait' as const,
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        const { context, events, ended } = record(scheduler, settings);
        for (const one of actions) {
          if (one.kind === 'push') {
            context.push(piece(one.text, { continue: one.more, flush: one.flush, maxBufferDelayMs: one.delay }));
          } else if (one.kind === 'wait') await new Promise((resolve) => setImmediate(resolve));
          else context[one.kind]();
        }
        context.resume();
        context.push(piece('', { continue: false }));
        await ended;
        await settled();
        assert.equal(terminals(events), 1);
        assert.ok(isTerminal(events.at(-1)!));
      }),
      runs(80),
    );
  });
});

describe('the words of an utterance', () => {
  const words = async (text: string, changes: Parameters<typeof testSettings>[1] = {}): Promise<string[]> =>
    wordsOf(await utter(scheduler, testSettings(testVoices.espeak, changes), [text])).map((word) => word.word);

  it('rebuild the transcript, also where a word is cut by a tag or by the segment cap', async () => {
    assert.deepEqual(await words('Hello <break time="50ms"/>wor<speed ratio="1.2"/>ld, again.'), [
      'Hello',
      'world,',
      'again.',
    ]);
    const long = 'x1ylighthouse'.repeat(26);
    assert.deepEqual(await words(`a ${long} b`), ['a', long, 'b']);
  });

  it('have one entry for tokens of which nothing is spoken', async () => {
    assert.deepEqual(await words('Yes — no ... 😀 maybe'), ['Yes', '—', 'no', '...', '😀', 'maybe']);
  });

  it('are joined by nothing in languages written without spaces', async () => {
    const speaker = { engine: 'espeak', name: 'cmn' } as const;
    const text = '你好，世界。今天天气很好。';
    assert.equal((await words(text, { language: 'zh', speaker })).join(''), text);
  });
});
