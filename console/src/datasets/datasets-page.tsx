import type { Schemas } from '@sonorant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { sonorant } from '../base/api.ts';
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

type Dataset = Schemas['Dataset'];

/** Collections of clips of one speaker each. */
export default function DatasetsPage(): ReactElement {
  const [isCreating, setIsCreating] = useState(false);
  const list = useList<Dataset>({
    queryKey: ['datasets', 'list'],
    load: (query, signal) => sonorant.get('/datasets', { query, signal }),
  });
  const create = <Button onPress={() => setIsCreating(true)}>New dataset</Button>;
  return (
    <Page title="Datasets" lead="Recordings of one speaker, to make a voice of all of them together." actions={create}>
      <List
        list={list}
        label="Datasets"
        empty={
          <Empty title="There is no dataset yet.">
            <p>Make one, add recordings of one speaker to it, then start a fine-tune from it.</p>
            {create}
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            label="Datasets"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Name',
                isHeader: true,
                cell: ({ id, name }) => (
                  <Link href={`/datasets/${id}`}>
                    <Entered text={name} />
                  </Link>
                ),
              },
              { title: 'Description', cell: ({ description }) => <Entered text={description} /> },
              { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
            ]}
          />
        )}
      </List>
      <CreateDataset isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

const emptyForm = { name: '', description: '' };

function CreateDataset({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactElement {
  const { value: form, set, discard } = useDraft('new-dataset', emptyForm);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => sonorant.post('/datasets', { body: form }),
    onSuccess: ({ id }) => {
      discard();
      void client.invalidateQueries({ queryKey: ['datasets'] });
      navigate(`/datasets/${id}`);
    },
  });
  const problems = fieldErrors(create.error);
  return (
    <CreateDialog
      title="New dataset"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={() => create.mutate()}
      isPending={create.isPending}
      error={create.error}
      failure="No dataset was made"
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
