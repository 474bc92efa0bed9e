/** Talking to an agent while the connection opens or closes: what ends it, and what is given back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apiKey } from '../../test/support/server.ts';
import { Sonorant, type ConversationEvent } from '../src/index.ts';
import { fakeServer } from './support/fake-server.ts';
import { fakeWebSockets } from './support/fake-websocket.ts';

async function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );
}

describe('talking while a connection opens or closes', () => {
  it('ends with the reason of the server where audio is sent between its goodbye and its end', async () => {
    const { WebSocket: fake, sockets } = fakeWebSockets(({ type }, socket) => {
      if (type === 'session_create') queueMicrotask(() => socket.give({ type: 'session_ready', call_id: 'call' }));
    });
    const sonorant = new Sonorant({ apiKey, WebSocket: fake });
    let pieces = 0;
    const next = (): Promise<IteratorResult<Uint8Array>> => {
      if (++pieces === 2) sockets[0]!.closing();
      if (pieces === 3) setImmediate(() => sockets[0]!.end(1000, 'call ended by agent'));
      return Promise.resolve(
        pieces > 3 ? { done: true, value: undefined } : { done: false, value: new Uint8Array(960) },
      );
    };
    const conversation = await sonorant.talk('agent', { audio: { [Symbol.asyncIterator]: () => ({ next }) } });
    const events: ConversationEvent[] = [];
    for await (const event of conversation) events.push(event);
    assert.deepEqual(events, [{ type: 'end', reason: 'agent_hangup' }]);
    assert.deepEqual(await conversation.closed, { reason: 'agent_hangup', error: undefined });
    assert.equal(sockets[0]!.sent.filter(({ type }) => type === 'audio_input').length, 1);
  });

  it('gives up a session with overrides with the signal, and after the time limit', { timeout: 10_000 }, async () => {
    const silent = await fakeServer(() => undefined);
    const sonorant = new Sonorant({ baseUrl: silent.url, apiKey, WebSocket: fakeWebSockets().WebSocket });
    const overrides = { instructions: 'Say nothing.' };
    const aborted = sonorant.talk('agent', { overrides, signal: AbortSignal.timeout(50) });
    assert.equal(((await refusal(aborted)) as DOMException).name, 'TimeoutError');
    const late = sonorant.talk('agent', { overrides, timeoutMs: 100, retries: 0 });
    assert.match(String(await refusal(late)), /ConnectionError: .*no answer within 100 ms/);
    await silent.close();
  });

  it('does not wait for a microphone behind the end of the signal', { timeout: 10_000 }, async () => {
    let hasLeft = false;
    const audio = {
      open: () => Promise.withResolvers<never>().promise,
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.withResolvers<never>().promise,
        return: () => {
          hasLeft = true;
          return Promise.resolve({ done: true as const, value: undefined });
        },
      }),
    };
    const sonorant = new Sonorant({ apiKey, WebSocket: fakeWebSockets().WebSocket });
    const controller = new AbortController();
    const talk = sonorant.talk('agent', { audio, signal: controller.signal });
    setImmediate(() => controller.abort(new Error('enough')));
    assert.match(String(await refusal(talk)), /enough/);
    assert.equal(hasLeft, true);
  });
});
