import type { Schemas } from '@sonorant/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactElement } from 'react';
import { Form, Link } from 'react-aria-components';
import { useLocation, useParams } from 'wouter';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Entered } from '../components/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/field-errors.ts';
import { FileField } from '../components/file-field.tsx';
import { formatBytes, isolated } from '../components/format.ts';
import { useLimits } from '../components/limits.ts';
import { LinkButton } from '../components/link-button.tsx';
import { List, useList } from '../components/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RemoveButton } from '../components/remove-button.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { TextField } from '../components/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { UploadList } from '../components/upload-list.tsx';
import { useDraft } from '../components/use-draft.ts';
import { useUploads } from '../components/use-upload.ts';

type Dataset = Schemas['Dataset'];
type Clip = Schemas['DatasetFile'];

/** One dataset and its clips. */
export default function DatasetPage(): ReactElement {
  const { id } = useParams<{ id: string }>();
  const query = useQuery({
    queryKey: ['datasets', 'one', id],
    queryFn: ({ signal }) => sonorant.get('/datasets/{id}', { path: { id }, signal }),
  });
  return (
    <Page
      title={query.data === undefined ? 'Dataset' : isolated(query.data.name)}
      lead={<Link href="/datasets">All datasets</Link>}
      actions={
        query.data !== undefined && (
          <>
            <LinkButton variant="primary" href={`/fine-tunes?dataset=${encodeURIComponent(id)}`}>
              Fine-tune from it
            </LinkButton>
            <DeleteDataset dataset={query.data} />
          </>
        )
      }
    >
      <QueryView query={query} label="The dataset">
        {(dataset) => (
          <>
            <Clips key={id} id={id} />
            <section className="card">
              <h2>Name and description</h2>
              <EditDataset key={id} dataset={dataset} />
            </section>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function DeleteDataset({ dataset: { id, name } }: { readonly dataset: Dataset }): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <RemoveButton
      variant="danger"
      label={`Delete ${isolated(name)}`}
      title="Delete this dataset?"
      remove={() => sonorant.delete('/datasets/{id}', { path: { id } })}
      onRemoved={() => {
        navigate('/datasets');
        client.removeQueries({ queryKey: ['datasets', 'one', id] });
        void client.invalidateQueries({ queryKey: ['datasets'] });
      }}
    >
      <p>
        <Entered text={name} /> and all its recordings are gone for good. Voices that were made of it stay.
      </p>
    </RemoveButton>
  );
}

function Clips({ id }: { readonly id: string }): ReactElement {
  const [files, setFiles] = useState<readonly File[]>([]);
  const { fileBytes } = useLimits();
  const client = useQueryClient();
  const reload = (): void => void client.invalidateQueries({ queryKey: ['datasets', 'clips', id] });
  const uploads = useUploads({
    onSent: reload,
    send: (upload, file, options) => upload.post('/datasets/{id}/files', { path: { id }, form: { file }, ...options }),
  });
  const list = useList<Clip>({
    queryKey: ['datasets', 'clips', id],
    load: (query, signal) => sonorant.get('/datasets/{id}/files', { path: { id }, query, signal }),
  });
  return (
    <section className="card" aria-labelledby="clips">
      <h2 id="clips">Recordings</h2>
      <FileField
        label="Add recordings"
        accept={['audio/*', '.flac', '.mp3', '.ogg', '.wav', '.webm']}
        files={files}
        onChange={setFiles}
        maxBytes={fileBytes}
        allowsMultiple
        description="Of one speaker, several at once if you like."
      />
      <div>
        <Button
          variant="primary"
          isDisabled={files.length === 0}
          isPending={uploads.isPending}
          onPress={() => {
            uploads.start(files);
            setFiles([]);
          }}
        >
          Upload
        </Button>
      </div>
      <UploadList uploads={uploads} />
      <List list={list} label="Recordings" empty={<Empty title="There is no recording in it yet." />}>
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
  const { value: form, set, discard, isChanged } = useDraft(`dataset/${id}`, saved);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => sonorant.patch('/datasets/{id}', { path: { id }, body: form }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['datasets'] });
      discard();
      notify('The dataset was saved.');
    },
  });
  const problems = fieldErrors(save.error);
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label="Name"
        value={form.name}
        onChange={(value) => set((before) => ({ ...before, name: value }))}
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Description"
        rows={2}
        value={form.description}
        onChange={(value) => set((before) => ({ ...before, description: value }))}
        errorMessage={problems.get('description')}
      />
      {save.error !== null && <ErrorMessage error={save.error} title="The dataset was not saved" />}
      <SaveBar isChanged={isChanged} isPending={save.isPending} onDiscard={discard} />
    </Form>
  );
}
