import type { ReactElement } from 'react';
import { scopes, type Scope } from './keys.ts';
import { CheckboxSet } from '../components/checkbox-set.tsx';
import { fieldErrors, problemAt } from '../components/field-errors.ts';
import { TextField } from '../components/text-field.tsx';

export interface KeyForm {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface KeyFieldsProps {
  readonly form: KeyForm;
  readonly change: (part: Partial<KeyForm>) => void;
  /** An admin key has no scopes. */
  readonly hasScopes: boolean;
  readonly error: unknown;
}

/** All scopes together are sent as null: the key then opens what later versions add, too. */
export function wireScopes(chosen: readonly Scope[]): Scope[] | null {
  return chosen.length === scopes.length ? null : [...chosen];
}

/** What a key is called and what it opens. */
export function KeyFields({ form, change, hasScopes, error }: KeyFieldsProps): ReactElement {
  const problems = fieldErrors(error);
  return (
    <>
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => change({ name })}
        isRequired
        description="Where it is used: it is found by this name in the list, in the usage and among the requests."
        errorMessage={problemAt(problems, 'name')}
      />
      {hasScopes && (
        <CheckboxSet
          label="What it opens"
          options={scopes}
          value={form.scopes}
          onChange={(chosen) => change({ scopes: chosen as Scope[] })}
          errorMessage={
            form.scopes.length === 0
              ? 'Choose at least one: a key without any opens nothing.'
              : problemAt(problems, 'scopes')
          }
        />
      )}
    </>
  );
}
