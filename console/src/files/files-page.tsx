import type { Schemas } from '@sonorant/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { DownloadLink } from '../components/download-link.tsx';
import { Empty } from '../components/empty.tsx';
import { Entered } from '../components/entered.tsx';
import { FileField } from '../components/file-field.tsx';
import { formatBytes, isolated } from '../components/format.ts';
import { useLimits } from '../components/limits.ts';
import { List, useList } from '../components/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';
import { RemoveButton } from '../components/remove-button.tsx';
import { SearchField } from '../components/search-field.tsx';
import { Select } from '../components/select.tsx';
import { UploadList } from '../components/upload-list.tsx';
import { useUploads } from '../components/use-upload.ts';

type StoredFile = Schemas['File'];
type Purpose = StoredFile['purpose'];

const purposeNames: Readonly<Record<Purpose, string>> = {
  agent_background_sound: 'Background sound of agents',
  fine_tune: 'Fine-tuning',
  tts_generation: 'Speech that was kept',
  'voice-clone': 'Cloning',
};
const purposes = Object.entries(purposeNames).map(([id, name]) => ({ id, name }));

/** Audio that was uploaded, and speech that was kept. */
export default function FilesPage(): ReactElement {
  const [q, setQ] = useState('');
  const [purpose, setPurpose] = useState('');
  const client = useQueryClient();
  const reload = (): void => void client.invalidateQueries({ queryKey: ['files'] });
  const list = useList<StoredFile>({
    queryKey: ['files', 'list', q, purpose],
    load: (page, signal) =>
      sonorant.get('/files', {
        query: { ...page, ...(q !== '' && { q }), ...(purpose !== '' && { purpose: purpose as Purpose }) },
        signal,
      }),
  });
  return (
    <Page
      title="Files"
      lead="Audio that was uploaded, and speech that was kept with a request that asks for it (save)."
    >
      <UploadFiles onSent={reload} />
      <div className="filters" role="search" aria-label="Narrow the list">
        <SearchField label="Search" value={q} onChange={(text) => setQ(text.slice(0, 256))} />
        <Select
          label="Purpose"
          options={[{ id: '', name: 'Any' }, ...purposes]}
          value={purpose}
          onChange={setPurpose}
        />
      </div>
      <List
        list={list}
        label="Files"
        empty={
          q === '' && purpose === '' ? (
            <Empty title="There is no file yet.">
              <p>
                Upload audio above, to use it as the background sound of an agent for instance, or keep the speech of a
                request with <code>{'"save": true'}</code>.
              </p>
            </Empty>
          ) : (
            <p className="muted">No file fits.</p>
          )
        }
      >
        {(rows) => <FileTable rows={rows} onRemoved={reload} />}
      </List>
    </Page>
  );
}

function UploadFiles({ onSent }: { readonly onSent: () => void }): ReactElement {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [purpose, setPurpose] = useState<Purpose>('agent_background_sound');
  const { fileBytes } = useLimits();
  const uploads = useUploads({
    onSent,
    send: (client, file, options) => client.post('/files', { form: { file, purpose }, ...options }),
  });
  return (
    <section className="card" aria-labelledby="upload">
      <h2 id="upload">Upload</h2>
      <div className="columns">
        <FileField
          label="Audio"
          accept={['audio/*', '.flac', '.mp3', '.ogg', '.wav', '.webm']}
          files={files}
          onChange={setFiles}
          maxBytes={fileBytes}
          allowsMultiple
        />
        <Select
          label="What it is for"
          options={purposes}
          value={purpose}
          onChange={(id) => setPurpose(id as Purpose)}
        />
      </div>
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
    </section>
  );
}

function FileTable({
  rows,
  onRemoved,
}: {
  readonly rows: readonly StoredFile[];
  readonly onRemoved: () => void;
}): ReactElement {
  return (
    <DataTable
      label="Files"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Name', isHeader: true, cell: ({ filename }) => <Entered text={filename} /> },
        { title: 'Purpose', cell: ({ purpose }) => purposeNames[purpose] },
        { title: 'Size', isNumber: true, cell: ({ size }) => formatBytes(size) },
        { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
        {
          title: 'Actions',
          cell: ({ id, filename }) => (
            <span className="row tight">
              <DownloadLink path={`/files/${encodeURIComponent(id)}/download`} name={filename}>
                Download
              </DownloadLink>
              <CopyButton text={id} label="Copy the id" />
              <RemoveButton
                title="Delete this file?"
                label={`Delete ${isolated(filename)}`}
                remove={() => sonorant.delete('/files/{id}', { path: { id } })}
                onRemoved={onRemoved}
              >
                <p>
                  <Entered text={filename} /> is gone for good.
                </p>
              </RemoveButton>
            </span>
          ),
        },
      ]}
    />
  );
}
