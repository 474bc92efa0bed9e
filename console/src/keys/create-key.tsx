import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { isBudgetValid, KeyFields, originsIn, wireBudget, wireScopes, type KeyForm } from './key-fields.tsx';
import { kinds, scopes, type ApiKey } from './keys.ts';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import type { CreateProps } from '../components/pages/list-page.tsx';
import { SecretOnce } from '../components/secret-once.tsx';
import { Select } from '../components/forms/select.tsx';
import { useForm } from '../components/forms/use-form.ts';

interface NewKeyForm extends KeyForm {
  readonly kind: string;
  /** Days; empty for never. */
  readonly ends: string;
}

const emptyForm: NewKeyForm = {
  ...{ name: '', scopes: scopes.map(({ id }) => id), kind: 'api', ends: '' },
  ...{ budget: '', alertsOnly: false, origins: '' },
};
const dayMs = 86_400_000;

const ends = [
  { id: '', name: 'Never' },
  { id: '1', name: 'After a day' },
  { id: '30', name: 'After 30 days' },
  { id: '90', name: 'After 90 days' },
  { id: '365', name: 'After a year' },
];

interface CreateKeyProps extends CreateProps {
  readonly onMade: (kind: ApiKey['kind']) => void;
}

/** The form of a new key, then the key itself. */
export function CreateKey({ isOpen, onClose, onMade }: CreateKeyProps): ReactElement {
  const client = useQueryClient();
  const form = useForm({
    name: 'new-key',
    saved: emptyForm,
    send: ({ name, kind, scopes: given, ends: days, origins: pages, ...limit }) => {
      const budget = wireBudget(limit);
      const origins = kind === 'api' ? originsIn(pages) : [];
      const chosen = origins.length > 0 ? ['tts' as const] : wireScopes(given);
      const body = {
        name,
        kind: kind as ApiKey['kind'],
        ...(kind === 'api' && chosen !== null && { scopes: chosen }),
        ...(kind === 'api' && budget !== null && { budget }),
        ...(origins.length > 0 && { origins }),
        ...(days !== '' && { expires_at: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
      };
      return sonorant.post('/api-keys', { body });
    },
    onSent: ({ kind }) => {
      onClose();
      onMade(kind);
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const { fields, change, sending, problems } = form;
  const hasPages = (sending.data?.origins ?? null) !== null;
  return (
    <>
      <CreateDialog
        title="New key"
        isOpen={isOpen}
        onClose={onClose}
        sending={sending}
        isDisabled={fields.kind === 'api' && (fields.scopes.length === 0 || !isBudgetValid(fields))}
        failure="No key was made"
      >
        <KeyFields form={form} hasScopes={fields.kind === 'api'} hasOrigins />
        <Select label="Kind" options={kinds} value={fields.kind} onChange={(kind) => change({ kind })} />
        <Select
          label="It ends"
          options={ends}
          value={fields.ends}
          onChange={(days) => change({ ends: days })}
          description={problems.get('expires_at')}
        />
      </CreateDialog>
      <SecretOnce title="The new key" secret={sending.data?.key} onClose={sending.reset}>
        <p>Put it where it is used. It is shown this once only, and whoever has it can use it.</p>
        {hasPages && (
          <>
            <p>In your pages, this reads the article around it aloud:</p>
            <p className="secret">
              <code>{`<script src="${location.origin}/player.js" async></script> <sonorant-player token="${sending.data?.key ?? ''}"></sonorant-player>`}</code>
            </p>
          </>
        )}
      </SecretOnce>
    </>
  );
}
