import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useLocation, useParams } from 'wouter';
import type { Agent } from './agents.ts';
import { EditAgent } from './edit-agent.tsx';
import { Versions } from './versions.tsx';
import { sonorant } from '../base/api.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Entered } from '../components/entered.tsx';
import { isolated } from '../components/format.ts';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RemoveButton } from '../components/remove-button.tsx';

/** One agent: its configuration and the versions of it. */
export default function AgentPage(): ReactElement {
  const { id } = useParams<{ id: string }>();
  const query = useQuery({
    queryKey: ['agents', 'one', id],
    queryFn: ({ signal }) => sonorant.get('/v1/agents/{agent_id}', { path: { agent_id: id }, signal }),
  });
  return (
    <Page
      title={query.data === undefined ? 'Agent' : isolated(query.data.name)}
      lead={<Link href="/agents">All agents</Link>}
      actions={query.data !== undefined && <DeleteAgent agent={query.data} />}
    >
      <QueryView query={query} label="The agent">
        {(agent) => (
          <>
            <p className="muted">
              Id <code>{agent.id}</code> <CopyButton text={agent.id} /> · published{' '}
              <Moment at={agent.version.created_at} />
            </p>
            <Tabs>
              <TabList aria-label="Of the agent">
                <Tab id="configuration">Configuration</Tab>
                <Tab id="versions">Versions</Tab>
              </TabList>
              <TabPanel id="configuration">
                <EditAgent key={agent.id} agent={agent} />
              </TabPanel>
              <TabPanel id="versions">
                <Versions agent={agent} />
              </TabPanel>
            </Tabs>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function DeleteAgent({ agent: { id, name } }: { readonly agent: Agent }): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <RemoveButton
      variant="danger"
      label={`Delete ${isolated(name)}`}
      title="Delete this agent?"
      remove={() => sonorant.delete('/v1/agents/{agent_id}', { path: { agent_id: id } })}
      onRemoved={() => {
        navigate('/agents');
        client.removeQueries({ queryKey: ['agents', 'one', id] });
        void client.invalidateQueries({ queryKey: ['agents'] });
      }}
    >
      <p>
        <Entered text={name} /> is gone for good, with all its versions.
      </p>
    </RemoveButton>
  );
}
