import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Program } from './programs.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { TextField } from '../components/forms/text-field.tsx';

export interface KeyChoiceProps {
  readonly program: Program;
  readonly value: string;
  readonly onChange: (key: string) => void;
  /** Whether this session may make keys. */
  readonly mayMake: boolean;
}

/** A key that is there already, or a new one for the program. It stays on this page: the server keeps its hash only. */
export function KeyChoice({ program, value, onChange, mayMake }: KeyChoiceProps): ReactElement {
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: () => sonorant.post('/api-keys', { body: { name: program.name, kind: 'api', scopes: ['tts', 'stt'] } }),
    onSuccess: ({ key }) => {
      onChange(key);
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <>
      <TextField
        label="Key"
        type="password"
        autoComplete="off"
        value={value}
        onChange={onChange}
        description={
          mayMake
            ? 'One that you have, or a new one. It is filled in below, and forgotten when this page is left.'
            : 'It is filled in below, and forgotten when this page is left. Keys are made by administrators.'
        }
      />
      {mayMake && (
        <div className="row">
          <Button isDisabled={making.isPending} onPress={() => making.mutate()}>
            Make a key for {program.name}
          </Button>
          <span role="status">
            {value !== '' && value === making.data?.key && (
              <>Made: “{making.data.name}”, for speech and transcription only. Copy it now: it is shown this once.</>
            )}
          </span>
        </div>
      )}
      {making.error !== null && <ErrorMessage error={making.error} title="No key was made" />}
    </>
  );
}
