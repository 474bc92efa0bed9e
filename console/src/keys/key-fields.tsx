import type { ReactElement } from 'react';
import { scopes, type Scope } from './keys.ts';
import { CheckboxSet } from '../components/checkbox-set.tsx';
import { TextField } from '../components/text-field.tsx';
import type { FormState } from '../components/use-form.ts';

export interface KeyForm {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface KeyFieldsProps {
  readonly form: Pick<FormState<KeyForm, unknown>, 'fields' | 'change' | 'problems'>;
  /** An admin key has no scopes. */
  readonly hasScopes: boolean;
}

/** All scopes together are sent as null: the key then opens what later versions add, too. */
export function wireScopes(chosen: readonly Scope[]): Scope[] | null {
  return chosen.length === scopes.length ? null : [...chosen];
}

/** What a key is called and what it opens. */
export function KeyFields({ form: { fields, change, problems }, hasScopes }: KeyFieldsProps): ReactElement {
  return (
    <>
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        isRequired
        description="Where it is used: it is found by this name in the list, in the usage and among the requests."
        errorMessage={problems.get('name')}
      />
      {hasScopes && (
        <CheckboxSet
          label="What it opens"
          options={scopes}
          value={fields.scopes}
          onChange={(chosen) => change({ scopes: chosen as Scope[] })}
          errorMessage={
            fields.scopes.length === 0
              ? 'Choose at least one: a key without any opens nothing.'
              : problems.get('scopes')
          }
        />
      )}
    </>
  );
}
