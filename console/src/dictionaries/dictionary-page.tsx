import type { Schemas } from '@sonorant/client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { EntryTable, type Entry } from './entry-table.tsx';
import { sonorant } from '../base/api.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { DeleteButton, DetailPage } from '../components/pages/detail-page.tsx';
import { EditForm } from '../components/forms/edit-form.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useForm } from '../components/forms/use-form.ts';

type Dictionary = Schemas['PronunciationDict'];

/** One dictionary and its entries. */
export default function DictionaryPage(): ReactElement {
  return (
    <DetailPage
      title="Dictionary"
      collection="dictionaries"
      load={(id, signal) => sonorant.get('/pronunciation-dicts/{id}', { path: { id }, signal })}
      nameOf={({ name }) => name}
      actions={({ id, name, is_owner: isOwner }) =>
        isOwner && (
          <DeleteButton
            noun="dictionary"
            collection="dictionaries"
            id={id}
            label={`Delete ${isolated(name)}`}
            remove={() => sonorant.delete('/pronunciation-dicts/{id}', { path: { id } })}
          >
            <Entered text={name} /> is gone for good. Requests that name it then fail.
          </DeleteButton>
        )
      }
    >
      {(dictionary) => <EditDictionary key={dictionary.id} dictionary={dictionary} />}
    </DetailPage>
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
  const client = useQueryClient();
  const form = useForm({
    name: `dictionary/${id}`,
    saved,
    send: (fields) =>
      sonorant.patch('/pronunciation-dicts/{id}', {
        path: { id },
        body: {
          ...fields,
          access: fields.access as Dictionary['access'],
          items: fields.items.map((entry) => ({ ...entry })),
        },
      }),
    onSent: (changed) => {
      client.setQueryData(['dictionaries', 'one', id], changed);
      void client.invalidateQueries({ queryKey: ['dictionaries', 'list'] });
    },
    notice: 'The dictionary was saved.',
  });
  const { fields, change, problems } = form;
  return (
    <EditForm form={form} failure="The dictionary was not saved" className="react-aria-Form wide" isReadOnly={!isOwner}>
      <p>
        Id <code>{id}</code> <CopyButton text={id} />
      </p>
      <div className="columns">
        <TextField
          label="Name"
          value={fields.name}
          onChange={(value) => change({ name: value })}
          isReadOnly={!isOwner}
          errorMessage={problems.get('name')}
        />
        <TextField
          label="Description"
          value={fields.description}
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
          value={fields.access}
          onChange={(value) => change({ access: value })}
        />
      </div>
      <EntryTable
        entries={fields.items}
        onChange={(next) => change({ items: next })}
        problems={problems}
        isReadOnly={!isOwner}
      />
    </EditForm>
  );
}
