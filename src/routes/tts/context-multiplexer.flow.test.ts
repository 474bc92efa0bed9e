import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../errors/service-error.ts';
import { playText } from '../../speech/testing.ts';
import { Line, settled } from './multiplexer-testing.ts';

describe('a connection as a whole', () => {
  it('that drains ends what is there and begins nothing new', async () => {
    const line = new Line();
    await line.say('a', 'One. ');
    line.reader.isSlow = true;
    await line.say('b', 'Two.', { continue: false });
    void line.speech.drain();
    await line.say('c', 'Three.');
    assert.equal(line.lastError().code, 'unavailable');
    line.post({ context_id: 'c' });
    assert.deepEqual(line.kinds('c'), ['failed', 'done']);
    await line.say('a', 'Four.', { continue: false });
    await line.reader.answer();
    playText(line.scheduler);
    assert.equal(line.kinds('a').at(-1), 'done');
    assert.equal(line.kinds('b').at(-1), 'done');
    assert.equal(line.speech.contexts, 0);
  });

  it('can fail all its contexts, those whose voice is looked up too', async () => {
    const line = new Line();
    await line.say('a', 'One. And');
    line.reader.isSlow = true;
    await line.say('b', 'Two.');
    const error = new ServiceError('unauthorized', 'over');
    line.speech.fail(error);
    await line.reader.answer();
    assert.deepEqual(
      line.sent.map(({ event, id }) => [id, event.type === 'error' && event.done && event.error]),
      [
        ['a', error],
        ['b', error],
      ],
    );
    assert.deepEqual([line.speech.contexts, line.scheduler.open.length], [0, 0]);
  });

  it('that is closed ends all work and sends nothing more', async () => {
    const line = new Line();
    await line.say('a', 'One. And');
    line.scheduler.last.give(0.1);
    line.reader.isSlow = true;
    await line.say('b', 'Two.');
    await line.say('c', 'Three.', { voice: 'missing' });
    const before = line.sent.length;
    line.speech.close();
    line.speech.resume();
    await line.reader.answer();
    line.clock.advance(1e6);
    assert.equal(line.sent.length, before);
    assert.deepEqual([line.speech.contexts, line.scheduler.open.length, line.scheduler.admitted.size], [0, 0, 0]);
  });

  it('that reads slowly begins nothing, that does not read stops everything, also new contexts', async () => {
    const line = new Line();
    await line.say('a', 'One. Two.', { continue: false });
    line.speech.pause();
    await line.say('b', 'Three.', { continue: false });
    assert.equal(line.scheduler.open.length, 1);
    line.speech.suspend();
    assert.equal(line.scheduler.open.length, 0);
    await line.say('c', 'Four.', { continue: false });
    assert.equal(line.scheduler.open.length, 0);
    line.speech.resume();
    assert.equal(line.scheduler.open.length, 3);
    playText(line.scheduler);
    for (const id of ['a', 'b', 'c']) assert.equal(line.kinds(id).at(-1), 'done');
  });

  it('that is full again while its contexts go on leaves the rest of them where they are', async () => {
    const line = new Line();
    await line.say('a', '', { flush: true });
    line.speech.pause();
    await line.say('a', '', { flush: true });
    await line.say('b', 'Two.', { continue: false });
    line.onSend = () => line.speech.suspend();
    line.speech.resume();
    assert.equal(line.kinds('a').at(-1), 'flush_done');
    assert.equal(line.scheduler.open.length, 0);
    line.onSend = () => undefined;
    line.speech.resume();
    assert.equal(line.scheduler.open.length, 1);
  });

  it('ends each context it is told to end and leaves no work behind, whatever messages come', async () => {
    const id = fc.constantFrom('a', 'b', 'c');
    const act = fc.oneof(
      fc.record({
        kind: fc.constant('say' as const),
        id,
        text: fc.constantFrom('Hello there. ', 'Hi', ' ', ''),
        more: fc.boolean(),
        flush: fc.boolean(),
        voice: fc.constantFrom('Tonia', 'Tonia', 'Tonia', 'missing'),
      }),
      fc.record({ kind: fc.constantFrom('cancel' as const, 'broken' as const), id }),
      fc.record({ kind: fc.constantFrom('slow', 'answer', 'play', 'pause', 'suspend', 'resume', 'wait' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const line = new Line({ maxContexts: 2 });
        for (const one of acts) {
          if (one.kind === 'say') {
            await line.say(one.id, one.text, { continue: one.more, flush: one.flush, voice: one.voice });
          } else if (one.kind === 'cancel') line.post({ context_id: one.id, cancel: true });
          else if (one.kind === 'broken') line.post({ context_id: one.id, transcript: 7 });
          else if (one.kind === 'slow') line.reader.isSlow = true;
          else if (one.kind === 'answer') await line.reader.answer();
          else if (one.kind === 'play') line.scheduler.open[0]?.end();
          else if (one.kind === 'wait') line.clock.advance(700);
          else if (one.kind === 'pause') line.speech.pause();
          else if (one.kind === 'suspend') line.speech.suspend();
          else line.speech.resume();
        }
        await line.reader.answer();
        line.speech.resume();
        for (const each of ['a', 'b', 'c']) {
          await line.say(each, '', { continue: false });
          playText(line.scheduler);
        }
        await settled();
        playText(line.scheduler);
        assert.deepEqual([line.speech.contexts, line.scheduler.open.length, line.clock.pending], [0, 0, 0]);
        for (const each of ['a', 'b', 'c']) assert.match(line.kinds(each).at(-1) ?? '', /done|failed/u);
        const before = line.sent.length;
        line.clock.advance(1e6);
        assert.equal(line.sent.length, before);
      }),
    );
  });
});
