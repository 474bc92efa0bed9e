import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../errors/service-error.ts';
import { playText } from '../../speech/testing.ts';
import { TestConnection } from './multiplexer-testing.ts';
import { settled } from '../../../test/support/settled.ts';

describe('a connection as a whole', () => {
  it('that drains ends what is there and begins nothing new', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One. ');
    connection.reader.isSlow = true;
    await connection.say('b', 'Two.', { continue: false });
    void connection.speech.drain();
    await connection.say('c', 'Three.');
    assert.equal(connection.lastError().code, 'unavailable');
    connection.post({ context_id: 'c' });
    assert.deepEqual(connection.kinds('c'), ['failed', 'done']);
    await connection.say('a', 'Four.', { continue: false });
    await connection.reader.answer();
    playText(connection.scheduler);
    assert.equal(connection.kinds('a').at(-1), 'done');
    assert.equal(connection.kinds('b').at(-1), 'done');
    assert.equal(connection.speech.contexts, 0);
  });

  it('can fail all its contexts, those whose voice is looked up too', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One. And');
    connection.reader.isSlow = true;
    await connection.say('b', 'Two.');
    const error = new ServiceError('unauthorized', 'over');
    connection.speech.fail(error);
    await connection.reader.answer();
    assert.deepEqual(
      connection.sent.map(({ event, id }) => [id, event.type === 'error' && event.done && event.error]),
      [
        ['a', error],
        ['b', error],
      ],
    );
    assert.deepEqual([connection.speech.contexts, connection.scheduler.open.length], [0, 0]);
  });

  it('that is closed ends all work and sends nothing more', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One. And');
    connection.scheduler.last.give(0.1);
    connection.reader.isSlow = true;
    await connection.say('b', 'Two.');
    await connection.say('c', 'Three.', { voice: 'missing' });
    const before = connection.sent.length;
    connection.speech.close();
    connection.speech.resume();
    await connection.reader.answer();
    connection.clock.advance(1e6);
    assert.equal(connection.sent.length, before);
    assert.deepEqual(
      [connection.speech.contexts, connection.scheduler.open.length, connection.scheduler.admitted.size],
      [0, 0, 0],
    );
  });

  it('that reads slowly begins nothing, that does not read stops everything, also new contexts', async () => {
    const connection = new TestConnection();
    await connection.say('a', 'One. Two.', { continue: false });
    connection.speech.pause();
    await connection.say('b', 'Three.', { continue: false });
    assert.equal(connection.scheduler.open.length, 1);
    connection.speech.suspend();
    assert.equal(connection.scheduler.open.length, 0);
    await connection.say('c', 'Four.', { continue: false });
    assert.equal(connection.scheduler.open.length, 0);
    connection.speech.resume();
    assert.equal(connection.scheduler.open.length, 3);
    playText(connection.scheduler);
    for (const id of ['a', 'b', 'c']) assert.equal(connection.kinds(id).at(-1), 'done');
  });

  it('that is full again while its contexts go on leaves the rest of them where they are', async () => {
    const connection = new TestConnection();
    await connection.say('a', '', { flush: true });
    connection.speech.pause();
    await connection.say('a', '', { flush: true });
    await connection.say('b', 'Two.', { continue: false });
    connection.onSend = () => connection.speech.suspend();
    connection.speech.resume();
    assert.equal(connection.kinds('a').at(-1), 'flush_done');
    assert.equal(connection.scheduler.open.length, 0);
    connection.onSend = () => undefined;
    connection.speech.resume();
    assert.equal(connection.scheduler.open.length, 1);
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
        const connection = new TestConnection({ maxContexts: 2 });
        for (const one of acts) {
          if (one.kind === 'say') {
            await connection.say(one.id, one.text, { continue: one.more, flush: one.flush, voice: one.voice });
          } else if (one.kind === 'cancel') connection.post({ context_id: one.id, cancel: true });
          else if (one.kind === 'broken') connection.post({ context_id: one.id, transcript: 7 });
          else if (one.kind === 'slow') connection.reader.isSlow = true;
          else if (one.kind === 'answer') await connection.reader.answer();
          else if (one.kind === 'play') connection.scheduler.open[0]?.end();
          else if (one.kind === 'wait') connection.clock.advance(700);
          else if (one.kind === 'pause') connection.speech.pause();
          else if (one.kind === 'suspend') connection.speech.suspend();
          else connection.speech.resume();
        }
        await connection.reader.answer();
        connection.speech.resume();
        for (const each of ['a', 'b', 'c']) {
          await connection.say(each, '', { continue: false });
          playText(connection.scheduler);
        }
        await settled();
        playText(connection.scheduler);
        assert.deepEqual(
          [connection.speech.contexts, connection.scheduler.open.length, connection.clock.pending],
          [0, 0, 0],
        );
        for (const each of ['a', 'b', 'c']) assert.match(connection.kinds(each).at(-1) ?? '', /done|failed/u);
        const before = connection.sent.length;
        connection.clock.advance(1e6);
        assert.equal(connection.sent.length, before);
      }),
    );
  });
});
