import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { changesOf, diffLines, type DiffLine } from '../../../console/src/agents/diff.ts';
import { defaultConfig, mergeConfig, type AgentConfig } from '../../../src/agents/config.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'));

function linesOf(diff: readonly DiffLine[], ...kinds: readonly DiffLine['kind'][]): string {
  return diff
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('\n');
}

describe('the difference of two texts', () => {
  it('holds both of them, line by line and in order', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const diff = diffLines(before, after);
        assert.equal(linesOf(diff, 'same', 'removed'), before);
        assert.equal(linesOf(diff, 'same', 'added'), after);
      }),
    );
  });

  it('shows what is in both only once, and of a changed line what was and what is', () => {
    assert.deepEqual(diffLines('one\ntwo\nthree', 'one\n2\nthree'), [
      { kind: 'same', text: 'one' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: '2' },
      { kind: 'same', text: 'three' },
    ]);
    fc.assert(fc.property(texts, (text) => diffLines(text, text).every(({ kind }) => kind === 'same')));
  });

  it('shows texts that are too long to be compared the one after the other', () => {
    const long = (line: string) => `${line}\n`.repeat(2500);
    const diff = diffLines(long('x'), long('x'));
    assert.equal(diff.filter(({ kind }) => kind === 'removed').length, 2501);
    assert.equal(diff.filter(({ kind }) => kind === 'added').length, 2501);
  });
});

describe('the change of a configuration', () => {
  it('has the members that differ, and makes the one of the other', () => {
    const before = defaultConfig({ voiceId: 'v', modelId: 'rules' });
    const patience = { min_ms: 800, finished_ms: null, max_ms: null };
    const after: AgentConfig = {
      ...before,
      audio: { ...before.audio, output: { ...before.audio.output, speed: 0.9 } },
      dynamic_variable_placeholders: { guest: 'Ann' },
      turn_taking: patience,
    };
    const changes = changesOf(before, after);
    assert.deepEqual(changes, {
      audio: { output: { speed: 0.9 } },
      dynamic_variable_placeholders: { guest: 'Ann' },
      turn_taking: patience,
    });
    const others = { ...before, instructions: 'Be kind.' };
    const merged = mergeConfig(others, changes);
    assert.deepEqual(merged, { ...after, instructions: 'Be kind.' });
    assert.deepEqual(mergeConfig(after, changesOf(after, before) ?? {}), before);
    const placeholders = changesOf(after, { ...after, dynamic_variable_placeholders: { table: 7 } });
    assert.deepEqual(placeholders, { dynamic_variable_placeholders: { table: 7 } });
    assert.equal(changesOf(before, { ...before }), undefined);
  });
});
