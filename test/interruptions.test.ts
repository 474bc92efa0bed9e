/** Interruptions of every kind, with the server's own detectors, engines and playout over real audio: `npm run quality -- --only interruptions`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { kinds, type Kind } from '../quality/interruptions/kinds.ts';
import { carryOut } from '../quality/interruptions/outcome.ts';
import { LanguageModelError } from '../src/language-models/adapter.ts';
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

  it('a row whose claim is not so is a miss', async () => {
    const problemsOf = async (id: string, changed: Partial<Kind>): Promise<readonly string[]> =>
      (await carryOut({ ...kinds.find((kind) => kind.id === id)!, ...changed }, synthesizer)).problems;
    const { options } = kinds.find(({ id }) => id === 'before-tool')!;
    assert.deepEqual(await problemsOf('tool', { options: options! }), ['something was heard before']);
    assert.deepEqual(await problemsOf('writing', { options: {} }), ['the model wrote to its end']);
    const digits = await problemsOf('typed', { also: kinds.find(({ id }) => id === 'dtmf')!.also! });
    assert.deepEqual(digits, ['the model does not have the digits']);
    const tool = await problemsOf('typed', { also: kinds.find(({ id }) => id === 'tool')!.also! });
    assert.deepEqual(tool, ['the tool was not given up']);
  });

  it('a conversation that fails is a miss', async () => {
    const failure = new LanguageModelError('unreachable', 'the model is gone');
    const kind = kinds.find(({ id }) => id === 'typed')!;
    const script = kind.options?.script ?? ((): string[] => ['One moment, please. I will look at the book for you.']);
    const { problems } = await carryOut(
      { ...kind, options: { script: (index) => (index === 2 ? [failure] : script(index)) } },
      synthesizer,
    );
    assert.ok(
      problems.some((problem) => problem.includes('the model is gone')),
      problems.join('; '),
    );
  });

  it('there are at least 20 kinds', () => assert.ok(kinds.length >= 20));
});
