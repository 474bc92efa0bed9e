/** What a socket of a conversation holds is given back once, whatever its first message and its end come to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HeldConversation } from './held-conversation.ts';
import type { PreparedConversation } from './preparation.ts';

/** Counts how often it was given back. */
function reserved() {
  const released = { reservation: 0, model: 0 };
  const prepared = {
    reservation: { release: () => released.reservation++ },
    model: { close: () => Promise.resolve(released.model++) },
  } as unknown as PreparedConversation;
  return { prepared, released };
}

function never(): Promise<never> {
  return Promise.reject(new Error('prepared again'));
}

const once = { reservation: 1, model: 1 };
const notYet = { reservation: 0, model: 0 };

describe('what is reserved for a conversation', () => {
  it('is given back with its socket, once', () => {
    const { prepared, released } = reserved();
    const held = new HeldConversation(prepared, never);
    assert.equal(held.parts.prepared, prepared);
    assert.deepEqual(released, notYet);
    held.release();
    held.release();
    assert.deepEqual(released, once);
  });

  it('is given back before other settings take their own', async () => {
    const [first, second] = [reserved(), reserved()];
    const held = new HeldConversation(first.prepared, () => {
      assert.deepEqual(first.released, once);
      return Promise.resolve(second.prepared);
    });
    assert.equal(await held.parts.prepareAgain({}), second.prepared);
    assert.deepEqual(second.released, notYet);
    held.release();
    assert.deepEqual([first.released, second.released], [once, once]);
  });

  it('is given back where other settings are refused, or come too late', async () => {
    const first = reserved();
    const refused = new HeldConversation(first.prepared, never);
    await assert.rejects(refused.parts.prepareAgain({}), /prepared again/u);
    refused.release();
    assert.deepEqual(first.released, once);
    const [early, late] = [reserved(), reserved()];
    const waiting = Promise.withResolvers<PreparedConversation>();
    const held = new HeldConversation(early.prepared, () => waiting.promise);
    const again = held.parts.prepareAgain({});
    held.release();
    waiting.resolve(late.prepared);
    await again;
    assert.deepEqual([early.released, late.released], [once, once]);
  });
});
