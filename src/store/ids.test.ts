import assert from 'node:assert/strict';
import { it } from 'node:test';
import { uuidV5 } from './ids.ts';

it('makes the version 5 UUID of the standard example', () => {
  assert.equal(
    uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'),
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});
