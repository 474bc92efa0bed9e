/** Interruptions of every kind, with the server's own detectors, engines and playout over real audio: `npm run quality -- --only interruptions`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { kinds } from '../quality/interruptions/kinds.ts';
import { carryOut } from '../quality/interruptions/outcome.ts';
import { LocalSynthesizer } from '../quality/sources/local-synthesizer.ts';
import { swept } from './support/sweeps.ts';

describe('an interruption', () => {
  let synthesizer: LocalSynthesizer;
  before(async () => (synthesizer = await LocalSynthesizer.open(1)));
  after(() => synthesizer.close());

  for (const kind of swept(kinds, (item) => kinds.indexOf(item) % 8 === 0)) {
    it(`${kind.name}: ${kind.expected}`, async () => {
      const { problems, measured } = await carryOut(kind, synthesizer);
      assert.deepEqual(problems, [], measured);
    });
  }

  it('there are at least 20 kinds', () => assert.ok(kinds.length >= 20));
});
