import type { Schemas } from '@sonorant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { CreateDialog } from '../components/create-dialog.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Entered } from '../components/entered.tsx';
import { fieldErrors } from '../components/field-errors.ts';
import { List, useList } from '../components/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';
import { TextField } from '../components/text-field.tsx';
import { useDraft } from '../components/use-draft.ts';

type Dictionary = Schemas['PronunciationDict'];

/** How words are said: the organization's own dictionaries and the public ones. */
export default function DictionariesPage(): ReactElement {
  const [isCreating, setIsCreating] = useState(false);
  const list = useList<Dictionary>({
    queryKey: ['dictionaries', 'list'],
    load: (query, signal) => sonorant.get('/pronunciation-dicts', { query, signal }),
  });
  const create = <Button onPress={() => setIsCreating(true)}>New dictionary</Button>;
  return (
    <Page
      title="Dictionaries"
      lead="Names and technical words, and how they are said. A request names the id of a dictionary as pronunciation_dict_id."
      actions={create}
    >
      <List
        list={list}
        label="Dictionaries"
        empty={
          <Empty title="There is no dictionary yet.">
            <p>Make one, add a word that is read wrongly, and hear the difference.</p>
            {create}
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            label="Dictionaries"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Name',
                isHeader: true,
                cell: ({ id, name }) => (
                  <Link href={`/dictionaries/${id}`}>
                    <Entered text={name} />
                  </Link>
                ),
              },
              { title: 'Entries', isNumber: true, cell: ({ items }) => items.length },
              {
                title: 'Who may use it',
                cell: ({ access, is_owner: isOwner }) => (
                  <span className="row">
                    {access === 'public' ? 'Every organization' : 'Your organization'}
                    {!isOwner && <Badge>Of another one</Badge>}
                  </span>
                ),
              },
              { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
            ]}
          />
        )}
      </List>
      <CreateDictionary isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

const emptyForm = { name: '', description: '' };

function CreateDictionary({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { value: form, set, discard } = useDraft('new-dictionary', emptyForm);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => sonorant.post('/pronunciation-dicts', { body: form }),
    onSuccess: ({ id }) => {
      discard();
      void client.invalidateQueries({ queryKey: ['dictionaries'] });
      navigate(`/dictionaries/${id}`);
    },
  });
  const problems = fieldErrors(create.error);
  return (
    <CreateDialog
      title="New dictionary"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={() => create.mutate()}
      isPending={create.isPending}
      error={create.error}
      failure="No dictionary was made"
    >
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => set((before) => ({ ...before, name }))}
        isRequired
        maxLength={256}
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Description"
        value={form.description}
        onChange={(description) => set((before) => ({ ...before, description }))}
        rows={2}
        maxLength={4096}
        errorMessage={problems.get('description')}
      />
    </CreateDialog>
  );
}
