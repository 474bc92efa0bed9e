import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactElement } from 'react';
import { isBudgetValid, KeyFields, originsIn, wireBudget, wireScopes, type KeyForm } from './key-fields.tsx';
import { nameOf, scopes, type ApiKey } from './keys.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import { isolated } from '../components/format.ts';
import { useForm } from '../components/forms/use-form.ts';

/** A budget that is sent again would be reported again. */
function changedBudget({ budget: saved }: ApiKey, limit: Pick<KeyForm, 'budget' | 'alertsOnly'>) {
  const budget = wireBudget(limit);
  const isSame = budget?.characters === saved?.characters && budget?.action === saved?.action;
  return isSame ? {} : { budget };
}

/** Changes the name, the scopes and the budget of a key. */
export function EditKey({ apiKey }: { readonly apiKey: ApiKey }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const saved = useMemo<KeyForm>(
    () => ({
      name: nameOf(apiKey),
      scopes: apiKey.scopes ?? scopes.map(({ id }) => id),
      budget: apiKey.budget === null ? '' : String(apiKey.budget.characters),
      alertsOnly: apiKey.budget?.action === 'alert',
      origins: apiKey.origins?.join(' ') ?? '',
    }),
    [apiKey],
  );
  const client = useQueryClient();
  const form = useForm({
    name: `key/${apiKey.id}`,
    saved,
    send: ({ name, scopes: given, origins, ...limit }) =>
      sonorant.patch('/api-keys/{id}', {
        path: { id: apiKey.id },
        body: {
          name,
          ...(apiKey.kind === 'api' && { scopes: wireScopes(given), ...changedBudget(apiKey, limit) }),
          ...(apiKey.origins !== null && { origins: originsIn(origins) }),
        },
      }),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: ['keys'] });
      setIsOpen(false);
    },
    notice: 'The key was changed.',
  });
  return (
    <>
      <Button variant="quiet" aria-label={`Change ${isolated(nameOf(apiKey))}`} onPress={() => setIsOpen(true)}>
        Change
      </Button>
      <CreateDialog
        title="Change the key"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        action="Save"
        sending={form.sending}
        isDisabled={!form.isChanged || form.fields.scopes.length === 0 || !isBudgetValid(form.fields)}
        failure="The key was not changed"
      >
        <KeyFields form={form} hasScopes={apiKey.kind === 'api'} hasOrigins={apiKey.origins !== null} />
      </CreateDialog>
    </>
  );
}
