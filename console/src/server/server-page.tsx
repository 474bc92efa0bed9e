import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ServerState } from './server-state.ts';
import { consoleRequest } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { DataTable } from '../components/pages/data-table.tsx';
import { formatLanguage, formatShare } from '../components/format.ts';
import { Page } from '../components/pages/page.tsx';
import { QueryView } from '../components/pages/query-view.tsx';
import { CommandTables } from '../models/command-tables.tsx';
import { ModelsSection } from '../models/models-section.tsx';

/** How often the state is read while the page is seen. */
const pollMs = 3_000;

/** What this server is made of and how much it has to do. */
export default function ServerPage(): ReactElement {
  const query = useQuery({
    queryKey: ['server'],
    queryFn: ({ signal }) => consoleRequest<ServerState>('GET', '/server', { signal }),
    refetchInterval: pollMs,
  });
  return (
    <Page title="Server" lead="Its engines and models, and how much it has to do. Refreshed every three seconds.">
      <QueryView query={query} label="The state of the server">
        {(state) => (
          <>
            <Readiness state={state} />
            <Load state={state} />
            <Engines engines={state.engines} />
            <ModelsOfServer state={state} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Days, hours and minutes, the two largest of them. */
function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [Math.floor(seconds % 60), 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first === -1 ? -1 : first)
    .slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

function Readiness({ state: { readiness } }: { readonly state: ServerState }): ReactElement {
  return (
    <section className="card" aria-labelledby="readiness">
      <h2 id="readiness">
        Readiness{' '}
        {readiness.ready ? <Badge tone="good">Ready to speak</Badge> : <Badge tone="bad">Not ready to speak</Badge>}
      </h2>
      {readiness.missing.length > 0 && (
        <ul className="problem-list">
          {readiness.missing.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {readiness.notes.length > 0 && (
        <ul className="problem-list muted">
          {readiness.notes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Load({ state }: { readonly state: ServerState }): ReactElement {
  const { p50, p95, p99 } = state.latency.first_audio_ms;
  const inMs = (value: number | null): string => (value === null ? '–' : `${Math.round(value)} ms`);
  const jobs = Object.entries(state.jobs).map(([status, count]) => `${count} ${status}`);
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['Segments being spoken', String(state.queue.running)],
    ['Segments waiting', String(state.queue.waiting)],
    ['Streams (contexts)', String(state.contexts)],
    ['WebSockets', String(state.sockets)],
    ['First audio, median', inMs(p50)],
    ['First audio, 95 %', inMs(p95)],
    ['First audio, 99 %', inMs(p99)],
    ['Jobs', jobs.length === 0 ? 'None' : jobs.join(', ')],
    ['Runs for', formatDuration(state.uptime_seconds)],
    ['Version', `${state.version}, Node ${state.node}`],
  ];
  return (
    <section aria-labelledby="load" className="stack">
      <h2 id="load">Load</h2>
      <dl className="figures">
        {figures.map(([name, value]) => (
          <div key={name} className="card">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Engines({ engines }: { readonly engines: ServerState['engines'] }): ReactElement {
  return (
    <section aria-labelledby="engines" className="stack">
      <h2 id="engines">Engines</h2>
      <DataTable
        label="Engines"
        rows={engines}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Engine', isHeader: true, cell: ({ id }) => <code>{id}</code> },
          {
            title: 'State',
            cell: ({ state, problem }) => (
              <>
                {state === 'ready' ? <Badge tone="good">Ready</Badge> : <Badge tone="bad">Set aside</Badge>} {problem}
              </>
            ),
          },
          {
            title: 'Languages',
            cell: ({ languages }) =>
              languages.length > 4 ? (
                <details>
                  <summary>{languages.length} languages</summary>
                  {languages.map(formatLanguage).join(', ')}
                </details>
              ) : (
                languages.map(formatLanguage).join(', ')
              ),
          },
          { title: 'Voices', isNumber: true, cell: ({ voices }) => voices },
          { title: 'Streams', isNumber: true, cell: ({ admitted }) => admitted },
          { title: 'Load', isNumber: true, cell: ({ load }) => formatShare(load) },
        ]}
      />
    </section>
  );
}

function ModelsOfServer({ state }: { readonly state: ServerState }): ReactElement {
  return (
    <section aria-labelledby="models" className="stack">
      <h2 id="models">Models</h2>
      {state.model_routes ? <ModelsSection /> : <CommandTables state={state} />}
    </section>
  );
}
