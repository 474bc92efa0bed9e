/** The model of an object of the interface: it is created, read, changed in some of its fields, removed. */
import type { Model, Operation } from './history.ts';

export type Fields = Readonly<Record<string, string | null>>;

export type ObjectInput =
  /** Gives the object its first state. Its answer is the state. */
  | { readonly kind: 'create'; readonly fields: Fields }
  | { readonly kind: 'read' }
  /** Merges these fields into the object; the answer is all of the object as it is then, so each change is a read as well. */
  | { readonly kind: 'change'; readonly fields: Fields }
  | { readonly kind: 'remove' };

/** The object as it was answered, `removed`, or `absent` for 404. */
export type ObjectOutput = Fields | 'removed' | 'absent';

/** Undefined while there is no object. */
type ObjectState = Fields | undefined;

export type ObjectOperation = Operation<ObjectInput, ObjectOutput>;

function keyOf(state: ObjectState): string {
  return state === undefined ? '' : JSON.stringify(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether the state is what was answered, in the fields that the answer has. */
function fits(state: ObjectState, output: ObjectOutput): boolean {
  if (output === 'absent' || state === undefined) return output === 'absent' && state === undefined;
  return output !== 'removed' && Object.entries(output).every(([name, value]) => state[name] === value);
}

/** An object that is created once; after it was removed it does not come back. */
export const objectModel: Model<ObjectState, ObjectInput, ObjectOutput> = {
  initial: undefined,
  keyOf,
  step(state, input, output) {
    const after = (next: ObjectState): { readonly state: ObjectState } | undefined =>
      output === undefined || fits(next, output) ? { state: next } : undefined;
    switch (input.kind) {
      case 'create':
        return state === undefined ? after(input.fields) : undefined;
      case 'read':
        return after(state);
      case 'change':
        return after(state === undefined ? undefined : { ...state, ...input.fields });
      case 'remove': {
        if (output === undefined) return { state: undefined };
        return (output === 'absent') === (state === undefined) ? { state: undefined } : undefined;
      }
    }
  },
};

/**
 * The same history without operations of unknown outcome that cannot matter: reads, and changes whose values no answer has.
 * Where such a change took place, no answer shows it, so the history is linearizable with it exactly when it is without it. Each
 * one that stays could double the search.
 */
export function withoutUnseen(history: readonly ObjectOperation[]): readonly ObjectOperation[] {
  const seen = new Set(
    history.flatMap(({ answer }) => (typeof answer?.output === 'object' ? Object.values(answer.output) : [])),
  );
  return history.filter(({ input, answer }) => {
    if (answer !== undefined || input.kind === 'remove' || input.kind === 'create') return true;
    return input.kind === 'change' && Object.values(input.fields).some((value) => seen.has(value));
  });
}
