import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { allMutants, guards, readExplanations, root, staleExplanations } from './guards.ts';
import { mutantsOf, withMutant, type MutantOptions } from './mutants.ts';

/** Every break of a source, as the source that comes out. */
function breaks(source: string, options: MutantOptions = {}): string[] {
  return mutantsOf('x.ts', source, options).map((mutant) => withMutant(source, mutant));
}

describe('mutants of a source', () => {
  it('negate conditions, and drop and swap what they are made of', () => {
    assert.deepEqual(breaks('if (a && b < 1) {}'), [
      'if (!(a && b < 1)) {}',
      'if (a) {}',
      'if (b < 1) {}',
      'if (a || b < 1) {}',
      'if (a && b <= 1) {}',
      'if (a && b < 2) {}',
    ]);
    assert.deepEqual(breaks('let x = a === b ? c : d ?? e;'), [
      'let x = !(a === b) ? c : d ?? e;',
      'let x = a === b ? c : d;',
      'let x = a === b ? c : e;',
    ]);
  });

  it('drop throws, results, awaits and statements, and empty functions', () => {
    assert.deepEqual(breaks('async function f() { g(); await h(); return x; throw e; }'), [
      'async function f() {}',
      'async function f() { ; await h(); return x; throw e; }',
      'async function f() { g(); ; return x; throw e; }',
      'async function f() { g(); h(); return x; throw e; }',
      'async function f() { g(); await h(); return; throw e; }',
      'async function f() { g(); await h(); return x; ; }',
    ]);
  });

  it('replace constants, but neither types nor what only people read', () => {
    assert.deepEqual(breaks("let a: 'x' = 'x'; const b = 4; throw new ServiceError('code', 'Text.');"), [
      "let a: 'x' = ''; const b = 4; throw new ServiceError('code', 'Text.');",
      "let a: 'x' = 'x'; const b = 6; throw new ServiceError('code', 'Text.');",
      "let a: 'x' = 'x'; const b = 4; ;",
      "let a: 'x' = 'x'; const b = 4; throw new ServiceError('', 'Text.');",
    ]);
    assert.deepEqual(breaks("import a from 'b'; type C = 'd'; interface E { f: 'g' }"), []);
  });

  it('take filters out of queries where only those are asked for', () => {
    const source = "db.selectFrom('x').where('organization_id', '=', o).where('id', '=', i).execute();";
    assert.deepEqual(breaks(source, { filters: /organization_id/ }), [
      "db.selectFrom('x').where('id', '=', i).execute();",
    ]);
  });

  it('keep to the functions that are asked for', () => {
    assert.deepEqual(breaks('class A { b() { c(); } d() { e(); } }', { within: /\bb$/ }), [
      'class A { b() { ; } d() { e(); } }',
    ]);
  });

  it('have ids that other changes of the file and its moves leave as they are, and that are theirs alone', () => {
    const source = 'function f() { if (a) b(); }';
    const ids = (text: string): string[] => mutantsOf('x.ts', text).map(({ id }) => id);
    assert.deepEqual(ids(`function g() {}\n\n${source}`), ids(source));
    assert.notDeepEqual(ids(source.replace('(a)', '(c)')), ids(source));
    assert.deepEqual(
      mutantsOf('folder/x.ts', source).map(({ id }) => id),
      ids(source),
    );
    const twice = ids('function f() { b(); b(); }');
    assert.equal(new Set(twice).size, twice.length);
  });
});

describe('the guards', () => {
  const mutants = allMutants();

  it('name test files that exist', () => {
    const missing = guards.flatMap(({ tests }) => tests).filter((file) => !existsSync(root + file));
    assert.deepEqual(missing, []);
  });

  it('have mutants, each with an id of its own', () => {
    for (const guard of guards) {
      assert.ok(
        mutants.some((mutant) => mutant.guard === guard),
        guard.file,
      );
    }
    assert.equal(new Set(mutants.map(({ id }) => id)).size, mutants.length);
  });

  it('have no explanation of a survivor whose code has changed since', () => {
    assert.deepEqual(staleExplanations(mutants, readExplanations()), []);
    const [{ id, guard } = assert.fail()] = mutants;
    assert.deepEqual(staleExplanations(mutants, [{ id, file: guard.file, change: '', reason: '' }]), []);
    assert.equal(staleExplanations(mutants, [{ id: 'gone', file: guard.file, change: '', reason: '' }]).length, 1);
  });
});
