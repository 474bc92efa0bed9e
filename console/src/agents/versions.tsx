import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Agent, AgentVersion } from './agents.ts';
import { diffLines } from './diff.ts';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { DataTable } from '../components/pages/data-table.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatDateTime } from '../components/format.ts';
import { List, useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { notify } from '../components/toasts.tsx';
import '../styles/agents.css';

/** Everything that was published once, compared with what is published now. */
export function Versions({ agent }: { readonly agent: Agent }): ReactElement {
  const [opened, setOpened] = useState<AgentVersion>();
  const list = useList<AgentVersion>({
    queryKey: ['agents', 'versions', agent.id],
    load: (query, signal) =>
      sonorant.get('/v1/agents/{agent_id}/versions', { path: { agent_id: agent.id }, query, signal }),
  });
  return (
    <div className="stack">
      <List list={list} label="Versions" empty={<Empty title="There is no version." />}>
        {(rows) => (
          <DataTable
            label="Versions"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Published',
                isHeader: true,
                cell: ({ id, created_at: at }) => (
                  <span className="row tight">
                    <Moment at={at} />
                    {id === agent.version.id && <Badge tone="good">Now</Badge>}
                  </span>
                ),
              },
              { title: 'What for', cell: ({ description }) => <Entered text={description ?? ''} /> },
              { title: 'Id', cell: ({ id }) => <code>{id}</code> },
              {
                title: 'Actions',
                cell: (version) =>
                  version.id !== agent.version.id && (
                    <Button
                      variant="quiet"
                      aria-label={`Compare the version of ${formatDateTime(version.created_at)}`}
                      onPress={() => setOpened(version)}
                    >
                      Compare
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </List>
      {opened !== undefined && opened.id !== agent.version.id && (
        <Comparison key={opened.id} agent={agent} version={opened} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}

interface ComparisonProps {
  readonly agent: Agent;
  readonly version: AgentVersion;
  readonly onClose: () => void;
}

function Comparison({ agent, version, onClose }: ComparisonProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: () =>
      sonorant.patch('/v1/agents/{agent_id}', {
        path: { agent_id: agent.id },
        body: {
          config: version.config,
          version_description: `Restored from ${formatDateTime(version.created_at)} (${version.id})`,
        },
      }),
    onSuccess: (changed) => {
      client.setQueryData(['agents', 'one', agent.id], changed);
      void client.invalidateQueries({ queryKey: ['agents'] });
      onClose();
      notify('The version was restored.');
    },
  });
  const lines = diffLines(JSON.stringify(agent.config, null, 2), JSON.stringify(version.config, null, 2));
  const changes = lines.filter(({ kind }) => kind !== 'same').length;
  return (
    <section className="card" aria-labelledby="comparison">
      <div className="card-head">
        <h2 id="comparison">What restoring would change</h2>
        <Button variant="quiet" onPress={onClose}>
          Close
        </Button>
      </div>
      {changes === 0 ? (
        <p>Nothing: the configuration is the same as the published one.</p>
      ) : (
        <pre className="diff" tabIndex={0} aria-label="Differences">
          {lines.map(({ kind, text }, index) => (
            <span key={index} className={kind}>
              {kind === 'added' ? <ins>+ {text}</ins> : kind === 'removed' ? <del>- {text}</del> : `  ${text}`}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
      <div>
        <Button onPress={() => setIsAsking(true)} isDisabled={changes === 0}>
          Restore
        </Button>
      </div>
      <Confirm
        title="Restore this version?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action="Restore"
        sending={restore}
      >
        <p>
          Its configuration is published at once, as a new version. The one that is published now stays in the list.
        </p>
      </Confirm>
    </section>
  );
}
