import type { Schemas } from '@sonorant/client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { DataTable } from '../components/pages/data-table.tsx';
import { DeleteButton, DetailPage } from '../components/pages/detail-page.tsx';
import { EditForm } from '../components/forms/edit-form.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatBytes, isolated } from '../components/format.ts';
import { LinkButton } from '../components/link-button.tsx';
import { List, useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { UploadForm } from '../components/forms/upload-form.tsx';
import { useForm } from '../components/forms/use-form.ts';

type Dataset = Schemas['Dataset'];
type Clip = Schemas['DatasetFile'];

/** One dataset and its clips. */
export default function DatasetPage(): ReactElement {
  return (
    <DetailPage
      title="Dataset"
      collection="datasets"
      load={(id, signal) => sonorant.get('/datasets/{id}', { path: { id }, signal })}
      nameOf={({ name }) => name}
      actions={({ id, name }) => (
        <>
          <LinkButton variant="primary" href={`/fine-tunes?dataset=${encodeURIComponent(id)}`}>
            Fine-tune from it
          </LinkButton>
          <DeleteButton
            noun="dataset"
            collection="datasets"
            id={id}
            label={`Delete ${isolated(name)}`}
            remove={() => sonorant.delete('/datasets/{id}', { path: { id } })}
          >
            <Entered text={name} /> and all its recordings are gone for good. Voices that were made of it stay.
          </DeleteButton>
        </>
      )}
    >
      {(dataset) => (
        <>
          <Clips key={dataset.id} id={dataset.id} />
          <section className="card">
            <h2>Name and description</h2>
            <EditDataset key={dataset.id} dataset={dataset} />
          </section>
        </>
      )}
    </DetailPage>
  );
}

function Clips({ id }: { readonly id: string }): ReactElement {
  const client = useQueryClient();
  const reload = (): void => void client.invalidateQueries({ queryKey: ['datasets', 'clips', id] });
  const list = useList<Clip>({
    queryKey: ['datasets', 'clips', id],
    load: (query, signal) => sonorant.get('/datasets/{id}/files', { path: { id }, query, signal }),
  });
  return (
    <section className="card" aria-labelledby="clips">
      <h2 id="clips">Recordings</h2>
      <UploadForm
        label="Add recordings"
        description="Of one speaker, several at once if you like."
        onSent={reload}
        send={(upload, file, options) =>
          upload.post('/datasets/{id}/files', { path: { id }, form: { file }, ...options })
        }
      />
      <List list={list} label="Recordings" empty={<Empty title="No recording in it yet." />}>
        {(rows) => (
          <DataTable
            label="Recordings"
            rows={rows}
            rowKey={(clip) => clip.id}
            columns={[
              { title: 'Name', isHeader: true, cell: ({ filename }) => <Entered text={filename} /> },
              { title: 'Size', isNumber: true, cell: ({ size }) => formatBytes(size) },
              { title: 'Added', cell: ({ created_at: at }) => <Moment at={at} /> },
              {
                title: 'Actions',
                cell: (clip) => (
                  <RemoveButton
                    action="Remove"
                    title="Remove this recording?"
                    label={`Remove ${isolated(clip.filename)}`}
                    remove={() => sonorant.delete('/datasets/{id}/files/{fileID}', { path: { id, fileID: clip.id } })}
                    onRemoved={reload}
                  >
                    <p>
                      <Entered text={clip.filename} /> is taken out of the dataset and gone for good.
                    </p>
                  </RemoveButton>
                ),
              },
            ]}
          />
        )}
      </List>
    </section>
  );
}

function EditDataset({ dataset: { id, name, description } }: { readonly dataset: Dataset }): ReactElement {
  const saved = useMemo(() => ({ name, description }), [name, description]);
  const client = useQueryClient();
  const form = useForm({
    name: `dataset/${id}`,
    saved,
    send: (body) => sonorant.patch('/datasets/{id}', { path: { id }, body }),
    onSent: () => client.invalidateQueries({ queryKey: ['datasets'] }),
    notice: 'The dataset was saved.',
  });
  const { fields, change, problems } = form;
  return (
    <EditForm form={form} failure="The dataset was not saved">
      <TextField
        label="Name"
        value={fields.name}
        onChange={(value) => change({ name: value })}
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Description"
        rows={2}
        value={fields.description}
        onChange={(value) => change({ description: value })}
        errorMessage={problems.get('description')}
      />
    </EditForm>
  );
}
