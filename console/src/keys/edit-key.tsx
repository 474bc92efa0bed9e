import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactElement } from 'react';
import { KeyFields, wireScopes, type KeyForm } from './key-fields.tsx';
import { nameOf, scopes, type ApiKey } from './keys.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { CreateDialog } from '../components/create-dialog.tsx';
import { isolated } from '../components/format.ts';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/use-draft.ts';

/** Changes the name and the scopes of a key. */
export function EditKey({ apiKey }: { readonly apiKey: ApiKey }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const saved = useMemo<KeyForm>(
    () => ({ name: nameOf(apiKey), scopes: apiKey.scopes ?? scopes.map(({ id }) => id) }),
    [apiKey],
  );
  const { value: form, set, discard, isChanged } = useDraft(`key/${apiKey.id}`, saved);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      sonorant.patch('/api-keys/{id}', {
        path: { id: apiKey.id },
        body: { name: form.name, ...(apiKey.kind === 'api' && { scopes: wireScopes(form.scopes) }) },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['keys'] });
      discard();
      setIsOpen(false);
      notify('The key was changed.');
    },
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
        onSubmit={() => save.mutate()}
        isPending={save.isPending}
        isDisabled={!isChanged || form.scopes.length === 0}
        error={save.error}
        failure="The key was not changed"
      >
        <KeyFields
          form={form}
          change={(part) => set((before) => ({ ...before, ...part }))}
          hasScopes={apiKey.kind === 'api'}
          error={save.error}
        />
      </CreateDialog>
    </>
  );
}
