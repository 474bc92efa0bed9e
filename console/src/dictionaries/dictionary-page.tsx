import type { Schemas } from '@sonorant/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { Form, Link } from 'react-aria-components';
import { useLocation, useParams } from 'wouter';
import { EntryTable, type Entry } from './entry-table.tsx';
import { sonorant } from '../base/api.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Entered } from '../components/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/field-errors.ts';
import { isolated } from '../components/format.ts';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RemoveButton } from '../components/remove-button.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { Select } from '../components/select.tsx';
import { TextField } from '../components/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/use-draft.ts';

type Dictionary = Schemas['PronunciationDict'];

/** One dictionary and its entries. */
export default function DictionaryPage(): ReactElement {
  const { id } = useParams<{ id: string }>();
  const query = useQuery({
    queryKey: ['dictionaries', 'one', id],
    queryFn: ({ signal }) => sonorant.get('/pronunciation-dicts/{id}', { path: { id }, signal }),
  });
  return (
    <Page
      title={query.data === undefined ? 'Dictionary' : isolated(query.data.name)}
      lead={<Link href="/dictionaries">All dictionaries</Link>}
      actions={query.data?.is_owner === true && <DeleteDictionary dictionary={query.data} />}
    >
      <QueryView query={query} label="The dictionary">
        {(dictionary) => <EditDictionary key={dictionary.id} dictionary={dictionary} />}
      </QueryView>
    </Page>
  );
}

function DeleteDictionary({ dictionary: { id, name } }: { readonly dictionary: Dictionary }): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <RemoveButton
      variant="danger"
      label={`Delete ${isolated(name)}`}
      title="Delete this dictionary?"
      remove={() => sonorant.delete('/pronunciation-dicts/{id}', { path: { id } })}
      onRemoved={() => {
        navigate('/dictionaries');
        client.removeQueries({ queryKey: ['dictionaries', 'one', id] });
        void client.invalidateQueries({ queryKey: ['dictionaries'] });
      }}
    >
      <p>
        <Entered text={name} /> is gone for good. Requests that name it then fail.
      </p>
    </RemoveButton>
  );
}

interface DictionaryForm {
  readonly name: string;
  readonly description: string;
  readonly access: string;
  readonly items: readonly Entry[];
}

function EditDictionary({ dictionary }: { readonly dictionary: Dictionary }): ReactElement {
  const { id, name, description, access, items, is_owner: isOwner } = dictionary;
  const saved = useMemo<DictionaryForm>(
    () => ({
      name,
      description,
      access,
      items: items.map(({ text, pronunciation, case_sensitive }) => ({ text, pronunciation, case_sensitive })),
    }),
    [name, description, access, items],
  );
  const { value: form, set, discard, isChanged } = useDraft(`dictionary/${id}`, saved);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      sonorant.patch('/pronunciation-dicts/{id}', {
        path: { id },
        body: {
          name: form.name,
          description: form.description,
          access: form.access as Dictionary['access'],
          items: form.items.map((entry) => ({ ...entry })),
        },
      }),
    onSuccess: (changed) => {
      client.setQueryData(['dictionaries', 'one', id], changed);
      void client.invalidateQueries({ queryKey: ['dictionaries', 'list'] });
      discard();
      notify('The dictionary was saved.');
    },
  });
  const problems = fieldErrors(save.error);
  const change = (part: Partial<DictionaryForm>): void => set((before) => ({ ...before, ...part }));
  return (
    <Form
      validationBehavior="aria"
      className="react-aria-Form wide"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p>
        Id <code>{id}</code> <CopyButton text={id} />
      </p>
      <div className="columns">
        <TextField
          label="Name"
          value={form.name}
          onChange={(value) => change({ name: value })}
          isReadOnly={!isOwner}
          errorMessage={problems.get('name')}
        />
        <TextField
          label="Description"
          value={form.description}
          onChange={(value) => change({ description: value })}
          isReadOnly={!isOwner}
          errorMessage={problems.get('description')}
        />
        <Select
          label="Who may use it"
          isDisabled={!isOwner}
          options={[
            { id: 'private', name: 'Only your organization' },
            { id: 'public', name: 'Every organization of this server' },
          ]}
          value={form.access}
          onChange={(value) => change({ access: value })}
        />
      </div>
      <EntryTable
        entries={form.items}
        onChange={(next) => change({ items: next })}
        problems={problems}
        isReadOnly={!isOwner}
      />
      {save.error !== null && <ErrorMessage error={save.error} title="The dictionary was not saved" />}
      {isOwner && <SaveBar isChanged={isChanged} isPending={save.isPending} onDiscard={discard} />}
    </Form>
  );
}
