/** The order in which the console lists voices. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inOrder, type Order } from '../../../console/src/voices/order.ts';

function voice(name: string, language: string, engine: string | null, created: string) {
  return { name, language, created_at: `2026-${created}T00:00:00Z`, spoken_by: engine === null ? null : { engine } };
}

const voices = [
  voice('Sadie', 'en', 'flite', '01-01'),
  voice('Nora', 'en', 'espeak', '01-01'),
  voice('Ärla', 'sv', null, '04-01'),
  voice('Mine', 'de', 'neural:pocket', '03-01'),
  voice('Gus', 'en', 'upstream:gpu', '01-01'),
  voice('Anke', 'de', 'neural:piper', '02-01'),
];

describe('the order of voices', () => {
  const names = (order: Order) => inOrder(voices, order).map(({ name }) => name);

  it('has natural voices first: models, then servers, recorded units, formants, and what nothing speaks', () => {
    assert.deepEqual(names('natural'), ['Mine', 'Anke', 'Gus', 'Sadie', 'Nora', 'Ärla']);
  });

  it('is by name as people sort, by the English name of the language, by engine, or the newest first', () => {
    assert.deepEqual(names('name'), ['Anke', 'Ärla', 'Gus', 'Mine', 'Nora', 'Sadie']);
    assert.deepEqual(names('language'), ['Sadie', 'Nora', 'Gus', 'Mine', 'Anke', 'Ärla']);
    assert.deepEqual(names('newest').slice(0, 3), ['Ärla', 'Mine', 'Anke']);
    assert.deepEqual(names('engine'), ['Nora', 'Sadie', 'Anke', 'Mine', 'Gus', 'Ärla']);
  });
});
