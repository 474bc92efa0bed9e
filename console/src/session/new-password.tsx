import type { ReactElement } from 'react';
import { TextField } from '../components/forms/text-field.tsx';
import { leastPassword, mostPassword, passwordProblem } from './token.ts';

export interface NewPasswordProps {
  readonly password: string;
  readonly repeated: string;
  readonly onPassword: (password: string) => void;
  readonly onRepeated: (password: string) => void;
}

/** A new password, typed twice, with what is wrong with it at the field. */
export function NewPassword({ password, repeated, onPassword, onRepeated }: NewPasswordProps): ReactElement {
  const differs = repeated !== '' && !password.startsWith(repeated) && repeated !== password;
  return (
    <>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={onPassword}
        maxLength={mostPassword}
        isRequired
        description={`At least ${leastPassword} characters; a sentence is easier to remember than signs.`}
        errorMessage={passwordProblem(password)}
      />
      <TextField
        label="Again"
        type="password"
        autoComplete="new-password"
        value={repeated}
        onChange={onRepeated}
        maxLength={mostPassword}
        isRequired
        errorMessage={differs ? 'The two differ.' : undefined}
      />
    </>
  );
}
