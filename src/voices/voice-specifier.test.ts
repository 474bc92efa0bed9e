import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { voiceIdOf, voiceSpecifierSchema } from './voice-specifier.ts';

function read(value: unknown, version = '2026-08-14'): string {
  return voiceIdOf(voiceSpecifierSchema.parse(value), version);
}

const id = 'a0e99841-438c-4a64-b679-ae501e7d6091';

describe('a voice specifier', () => {
  it('is the id, an object with it, or an object with the mode too, in every version', () => {
    for (const version of ['2024-06-10', '2024-11-13', '2025-04-16', '2026-03-01', '2026-08-14']) {
      for (const form of [id, { id }, { mode: 'id', id }]) assert.equal(read(form, version), id);
    }
  });
  it('may carry other members, which are ignored', () => {
    assert.equal(
      read({ mode: 'id', id, __experimental_controls: { speed: 'fast', emotion: ['anger:high'] } }, '2024-11-13'),
      id,
    );
  });
  it('cannot be an embedding, and the refusal says why in each version', () => {
    const embedding = { mode: 'embedding', embedding: new Array<number>(192).fill(0) };
    assert.throws(() => read(embedding, '2024-11-13'), {
      code: 'invalid_request',
      status: 400,
      message: /this server/,
    });
    assert.throws(() => read({ ...embedding, id }, '2025-04-16'), {
      code: 'invalid_request',
      status: 400,
      message: /this version/,
    });
  });
  it('is refused in any other form', () => {
    for (const bad of ['', 'x'.repeat(257), 7, null, [], {}, { id: '' }, { id: 7 }, { mode: 'name', id }]) {
      assert.ok(!voiceSpecifierSchema.safeParse(bad).success);
    }
  });
});
