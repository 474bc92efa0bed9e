import { useState, type ReactElement } from 'react';
import { Badge } from '../components/badge.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { DataTable } from '../components/pages/data-table.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { formatLanguage, formatSize } from '../components/format.ts';
import { SearchField } from '../components/forms/search-field.tsx';
import type { ServerState } from '../server/server-state.ts';

/** The models of a server that adds and removes none over HTTP: by commands to copy. */
export function CommandTables({ state }: { readonly state: ServerState }): ReactElement {
  const [search, setSearch] = useState('');
  const available = state.available_models.filter(({ id, family, languages }) =>
    `${id} ${family} ${languages.map(formatLanguage).join(' ')}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <>
      {state.models.length === 0 ? (
        <Empty title="No model is installed.">
          <p>The embedded engines speak without one. A model from the list below makes speech that sounds natural.</p>
        </Empty>
      ) : (
        <DataTable
          label="Installed models"
          rows={state.models}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Model', isHeader: true, cell: ({ id }) => <code>{id}</code> },
            {
              title: 'State',
              cell: ({ state: at, problem }) => (
                <>
                  {at === 'installed' ? <Badge tone="good">Installed</Badge> : <Badge tone="bad">Damaged</Badge>}{' '}
                  {problem}
                </>
              ),
            },
            { title: 'Size', isNumber: true, cell: ({ size }) => formatSize(size) },
            { title: 'Remove', cell: ({ id }) => <Command command={`npx sonorant models remove ${id}`} /> },
          ]}
        />
      )}
      <h3>Models that can be added</h3>
      <p className="muted">
        <code>SONORANT_MODEL_ROUTES</code> is false, so models are not added here. Run the command where the server
        runs, then <code>kill -HUP</code> with the server’s process id.
      </p>
      <div className="filters">
        <SearchField label="Find a model or a language" value={search} onChange={setSearch} />
      </div>
      <DataTable
        label="Models that can be added"
        rows={available}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Model', isHeader: true, cell: ({ id }) => <code>{id}</code> },
          {
            title: 'Languages',
            cell: ({ languages }) =>
              languages.length > 6
                ? `${languages.slice(0, 6).map(formatLanguage).join(', ')} and ${languages.length - 6} more`
                : languages.map(formatLanguage).join(', '),
          },
          {
            title: 'Speakers',
            isNumber: true,
            cell: ({ speakers }) => (speakers === 0 ? 'clones' : (speakers ?? '–')),
          },
          { title: 'Download', isNumber: true, cell: ({ size }) => formatSize(size) },
          { title: 'Licence', cell: ({ licence }) => licence ?? 'Shown when it is added' },
          { title: 'Command', cell: ({ install_command: command }) => <Command command={command} /> },
        ]}
      />
    </>
  );
}

function Command({ command }: { readonly command: string }): ReactElement {
  return (
    <span className="row tight">
      <code>{command}</code> <CopyButton text={command} />
    </span>
  );
}
