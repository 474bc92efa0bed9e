import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { KeyFields, wireScopes, type KeyForm } from './key-fields.tsx';
import { scopes, type ApiKey } from './keys.ts';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/create-dialog.tsx';
import { fieldErrors, problemAt } from '../components/field-errors.ts';
import { SecretOnce } from '../components/secret-once.tsx';
import { Select } from '../components/select.tsx';
import { useDraft } from '../components/use-draft.ts';

export interface CreateKeyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface NewKeyForm extends KeyForm {
  readonly kind: string;
  /** Days; empty for never. */
  readonly ends: string;
}

const emptyForm: NewKeyForm = { name: '', scopes: scopes.map(({ id }) => id), kind: 'api', ends: '' };
const dayMs = 86_400_000;

const kinds = [
  { id: 'api', name: 'API key: speech, voices, agents, files' },
  { id: 'admin', name: 'Admin key: members, keys and usage' },
];
const ends = [
  { id: '', name: 'Never' },
  { id: '1', name: 'After a day' },
  { id: '30', name: 'After 30 days' },
  { id: '90', name: 'After 90 days' },
  { id: '365', name: 'After a year' },
];

/** The form of a new key, then the key itself. */
export function CreateKey({ isOpen, onClose }: CreateKeyProps): ReactElement {
  const { value: form, set, discard } = useDraft('new-key', emptyForm);
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => {
      const chosen = wireScopes(form.scopes);
      const body = {
        name: form.name,
        kind: form.kind as ApiKey['kind'],
        ...(form.kind === 'api' && chosen !== null && { scopes: chosen }),
        ...(form.ends !== '' && { expires_at: new Date(Date.now() + Number(form.ends) * dayMs).toISOString() }),
      };
      return sonorant.post('/api-keys', { body });
    },
    onSuccess: () => {
      discard();
      onClose();
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const change = (part: Partial<NewKeyForm>): void => set((before) => ({ ...before, ...part }));
  return (
    <>
      <CreateDialog
        title="New key"
        isOpen={isOpen}
        onClose={onClose}
        onSubmit={() => create.mutate()}
        isPending={create.isPending}
        isDisabled={form.kind === 'api' && form.scopes.length === 0}
        error={create.error}
        failure="No key was made"
      >
        <KeyFields form={form} change={change} hasScopes={form.kind === 'api'} error={create.error} />
        <Select label="Kind" options={kinds} value={form.kind} onChange={(kind) => change({ kind })} />
        <Select
          label="It ends"
          options={ends}
          value={form.ends}
          onChange={(days) => change({ ends: days })}
          description={problemAt(fieldErrors(create.error), 'expires_at')}
        />
      </CreateDialog>
      <SecretOnce title="The new key" secret={create.data?.key} onClose={create.reset}>
        <p>Put it where it is used. It is shown this once only, and whoever has it can use it.</p>
      </SecretOnce>
    </>
  );
}
