import type { ReactElement } from 'react';
import type { Secret } from './tool-form.ts';
import { TextField } from '../components/forms/text-field.tsx';

export interface SecretFieldsProps {
  /** "Token". */
  readonly label: string;
  readonly value: Secret;
  readonly onChange: (value: Secret) => void;
}

/** A secret, which the server stores encrypted and never shows. */
export function SecretFields({ label, value, onChange }: SecretFieldsProps): ReactElement {
  const { secret_value: text = '', secret_description: description } = value;
  return (
    <>
      <TextField
        label={label}
        type="password"
        autoComplete="off"
        value={text}
        onChange={(next) => {
          const rest = Object.entries(value).filter(([name]) => name !== 'secret_value');
          onChange(Object.fromEntries(next === '' ? rest : [...rest, ['secret_value', next]]) as unknown as Secret);
        }}
        description="Never shown again. Empty: the stored one stays."
      />
      <TextField
        label="What it is"
        value={description ?? ''}
        onChange={(next) => onChange({ ...value, secret_description: next === '' ? null : next })}
      />
    </>
  );
}
