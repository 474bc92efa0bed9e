import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkHistory, type Verdict } from './history.ts';
import {
  objectModel,
  withoutUnseen,
  type Fields,
  type ObjectInput,
  type ObjectOperation,
  type ObjectOutput,
} from './objects.ts';

/** @param end undefined for an unknown outcome */
function op(calledAt: number, end: number | undefined, input: ObjectInput, output: ObjectOutput = 'absent') {
  const answer = end === undefined ? undefined : { at: end, output };
  return { client: 'c', input, calledAt, answer } satisfies ObjectOperation;
}

function create(start: number, end: number, fields: Fields): ObjectOperation {
  return op(start, end, { kind: 'create', fields }, fields);
}

function read(start: number, end: number, output: ObjectOutput): ObjectOperation {
  return op(start, end, { kind: 'read' }, output);
}

function change(start: number, end: number | undefined, fields: Fields, output: ObjectOutput = fields) {
  return op(start, end, { kind: 'change', fields }, output);
}

function remove(start: number, end: number | undefined, output: ObjectOutput = 'removed'): ObjectOperation {
  return op(start, end, { kind: 'remove' }, output);
}

function check(...history: readonly ObjectOperation[]): Verdict<ObjectInput, ObjectOutput>['kind'] {
  const { kind } = checkHistory(history, objectModel);
  assert.equal(checkHistory(withoutUnseen(history), objectModel).kind, kind, 'what is left out must not matter');
  return kind;
}

const first = create(0, 1, { name: 'a', text: 'x' });

describe('a history that is linearizable', () => {
  it('has operations one after the other', () =>
    assert.equal(
      check(first, read(2, 3, { name: 'a' }), change(4, 5, { name: 'b' }), read(6, 7, { name: 'b' })),
      'linearizable',
    ));

  it('has a read that sees either value while a change is under way', () => {
    for (const name of ['a', 'b']) {
      assert.equal(check(first, change(2, 10, { name: 'b' }), read(3, 4, { name })), 'linearizable');
    }
  });

  it('has changes of different fields at the same time, of which the later one shows both', () => {
    const one = change(2, 9, { name: 'b' }, { name: 'b', text: 'y' });
    assert.equal(check(first, one, change(3, 8, { text: 'y' }, { name: 'a', text: 'y' })), 'linearizable');
  });

  it('has a change of unknown outcome that took place, that did not, or that did so later', () => {
    const unknown = change(2, undefined, { name: 'b' });
    assert.equal(check(first, unknown, read(5, 6, { name: 'b' })), 'linearizable');
    assert.equal(check(first, unknown, read(5, 6, { name: 'a' })), 'linearizable');
    assert.equal(check(first, unknown, read(5, 6, { name: 'a' }), read(7, 8, { name: 'b' })), 'linearizable');
  });

  it('has a removal, after which nothing is found', () => {
    assert.equal(
      check(first, remove(2, 3), read(4, 5, 'absent'), change(6, 7, { name: 'b' }, 'absent')),
      'linearizable',
    );
    assert.equal(check(first, remove(2, undefined), read(4, 5, { name: 'a' }), read(6, 7, 'absent')), 'linearizable');
    assert.equal(check(first, remove(2, 9), remove(3, 8, 'absent')), 'linearizable');
  });
});

describe('a history that is not linearizable', () => {
  it('has a read that misses a change answered before', () =>
    assert.equal(check(first, change(2, 3, { name: 'b' }), read(4, 5, { name: 'a' })), 'broken'));

  it('has a read that goes back to an older value', () => {
    const history = [first, change(2, 10, { name: 'b' }), read(3, 4, { name: 'b' }), read(5, 6, { name: 'a' })];
    assert.equal(check(...history), 'broken');
  });

  it('has a lost update: two changes that each show only their own', () => {
    const one = change(2, 9, { name: 'b' }, { name: 'b', text: 'x' });
    assert.equal(check(first, one, change(3, 8, { text: 'y' }, { name: 'a', text: 'y' })), 'broken');
  });

  it('has a value nothing wrote', () => assert.equal(check(first, read(2, 3, { name: 'z' })), 'broken'));

  it('has a change of unknown outcome that is undone without another change', () => {
    const unknown = change(2, undefined, { name: 'b' });
    assert.equal(check(first, unknown, read(5, 6, { name: 'b' }), read(7, 8, { name: 'a' })), 'broken');
  });

  it('has a change that is seen before it was called', () =>
    assert.equal(check(first, read(2, 3, { name: 'b' }), change(4, undefined, { name: 'b' })), 'broken'));

  it('has an object that comes back after its removal, or is removed twice', () => {
    assert.equal(check(first, remove(2, 3), read(4, 5, { name: 'a' })), 'broken');
    assert.equal(check(first, remove(2, undefined), read(3, 4, 'absent'), read(5, 6, { name: 'a' })), 'broken');
    assert.equal(check(first, remove(2, 3), remove(4, 5)), 'broken');
  });

  it('names what could not be placed', () => {
    const late = read(4, 5, { name: 'a' });
    const verdict = checkHistory([first, change(2, 3, { name: 'b' }), late], objectModel);
    assert.ok(verdict.kind === 'broken');
    assert.deepEqual(verdict.unplaced, [late]);
  });
});

/** A history of an object that is correct, run at random moments inside of the calls, with some answers lost. */
const runs = fc
  .array(
    fc.record({
      client: fc.nat(3),
      kind: fc.constantFrom('read' as const, 'name' as const, 'text' as const),
      wait: fc.integer({ min: 1, max: 9 }),
      works: fc.integer({ min: 1, max: 9 }),
      answers: fc.integer({ min: 1, max: 9 }),
      fate: fc.constantFrom('answered' as const, 'answered' as const, 'lost before' as const, 'lost after' as const),
    }),
    { minLength: 1, maxLength: 24 },
  )
  .map((plans) => {
    const free = [2, 2, 2, 2];
    const timed = plans.map((plan, index) => {
      const calledAt = free[plan.client]! + plan.wait;
      const worksAt = calledAt + plan.works;
      free[plan.client] = worksAt + plan.answers;
      return { ...plan, index, calledAt, worksAt, endsAt: worksAt + plan.answers };
    });
    const state: Record<string, string> = { name: 'a', text: 'x' };
    const history: ObjectOperation[] = [create(0, 1, { ...state })];
    for (const { kind, index, calledAt, endsAt, fate } of timed.toSorted((a, b) => a.worksAt - b.worksAt)) {
      const input: ObjectInput = kind === 'read' ? { kind } : { kind: 'change', fields: { [kind]: `${index}` } };
      if (input.kind === 'change' && fate !== 'lost before') Object.assign(state, input.fields);
      history.push(op(calledAt, fate === 'answered' ? endsAt : undefined, input, { ...state }));
    }
    return history;
  });

describe('the search', () => {
  it('accepts every history that a correct object gave', () => {
    fc.assert(
      fc.property(runs, (history) => {
        assert.equal(check(...history), 'linearizable');
      }),
    );
  });

  it('rejects it once an answer shows a value that was never written', () => {
    fc.assert(
      fc.property(runs, fc.nat(), (history, pick) => {
        const answered = history.filter(({ answer }) => answer !== undefined);
        const chosen = answered[pick % answered.length]!;
        const answer = { at: chosen.answer!.at, output: { name: 'nothing wrote this', text: 'x' } };
        assert.equal(check(...history.map((one) => (one === chosen ? { ...one, answer } : one))), 'broken');
      }),
    );
  });

  it('says so when it gives up', () => {
    const many = Array.from({ length: 30 }, (_, index) => change(2, 100, { name: `${index}` }, { name: 'z' }));
    assert.equal(checkHistory([first, ...many], objectModel, 1000).kind, 'broken');
    const unknown = Array.from({ length: 30 }, (_, index) => change(2, undefined, { name: `${index}` }));
    assert.equal(checkHistory([first, ...unknown, read(3, 4, { name: 'z' })], objectModel, 1000).kind, 'undecided');
  });

  it('takes hundreds of operations at a time', () => {
    const state: Record<string, string> = { name: 'a', text: 'x' };
    const history = Array.from({ length: 600 }, (_, index) => {
      const fields = { [index % 2 === 0 ? 'name' : 'text']: `${index}` };
      Object.assign(state, fields);
      return change(10 + index, 15 + index, fields, { ...state });
    });
    assert.equal(check(first, ...history), 'linearizable');
  });
});
