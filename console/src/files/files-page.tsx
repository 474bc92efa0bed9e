import type { Schemas } from '@sonorant/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { DownloadLink } from '../components/download-link.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatBytes, isolated } from '../components/format.ts';
import { Filters, ListPage, madeColumn } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { Select } from '../components/forms/select.tsx';
import { UploadForm } from '../components/forms/upload-form.tsx';

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
    <ListPage
      title="Files"
      lead="Audio that was uploaded, and speech that was kept with a request that asks for it (save)."
      noun="file"
      list={list}
      filters={
        <Filters search={q} onSearch={setQ}>
          <Select
            label="Purpose"
            options={[{ id: '', name: 'Any' }, ...purposes]}
            value={purpose}
            onChange={setPurpose}
          />
        </Filters>
      }
      isFiltered={q !== '' || purpose !== ''}
      hint={
        <p>
          Upload audio above, to use it as the background sound of an agent for instance, or keep the speech of a
          request with <code>{'"save": true'}</code>.
        </p>
      }
      columns={[
        { title: 'Name', isHeader: true, cell: ({ filename }) => <Entered text={filename} /> },
        { title: 'Purpose', cell: ({ purpose }) => purposeNames[purpose] },
        { title: 'Size', isNumber: true, cell: ({ size }) => formatBytes(size) },
        madeColumn,
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
                onRemoved={reload}
              >
                <p>
                  <Entered text={filename} /> is gone for good.
                </p>
              </RemoveButton>
            </span>
          ),
        },
      ]}
    >
      <UploadFiles onSent={reload} />
    </ListPage>
  );
}

function UploadFiles({ onSent }: { readonly onSent: () => void }): ReactElement {
  const [purpose, setPurpose] = useState<Purpose>('agent_background_sound');
  return (
    <section className="card" aria-labelledby="upload">
      <h2 id="upload">Upload</h2>
      <UploadForm
        label="Audio"
        onSent={onSent}
        send={(client, file, options) => client.post('/files', { form: { file, purpose }, ...options })}
      >
        <Select
          label="What it is for"
          options={purposes}
          value={purpose}
          onChange={(id) => setPurpose(id as Purpose)}
        />
      </UploadForm>
    </section>
  );
}
