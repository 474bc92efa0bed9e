import type { ReactElement } from 'react';
import { Link, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useLocation, useParams } from 'wouter';
import { AgentMetrics } from './agent-metrics.tsx';
import { EditAgent } from './edit-agent.tsx';
import { Versions } from './versions.tsx';
import { sonorant } from '../base/api.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { DeleteButton, DetailPage } from '../components/pages/detail-page.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { Moment } from '../components/moment.tsx';
import { TalkPanel } from '../talk/talk-panel.tsx';

const tabs = ['talk', 'configuration', 'versions', 'metrics'];

/** One agent: talking to it, its configuration, the versions of it, and its metrics. Each has its own address. */
export default function AgentPage(): ReactElement {
  const { id, tab = 'configuration' } = useParams<{ id: string; tab?: string }>();
  const [, navigate] = useLocation();
  return (
    <DetailPage
      title="Agent"
      collection="agents"
      load={(id, signal) => sonorant.get('/v1/agents/{agent_id}', { path: { agent_id: id }, signal })}
      nameOf={({ name }) => name}
      actions={({ id, name }) => (
        <DeleteButton
          noun="agent"
          collection="agents"
          id={id}
          label={`Delete ${isolated(name)}`}
          remove={() => sonorant.delete('/v1/agents/{agent_id}', { path: { agent_id: id } })}
        >
          <Entered text={name} /> is gone for good, with all its versions.
        </DeleteButton>
      )}
    >
      {(agent) => (
        <>
          <p className="muted">
            Id <code>{agent.id}</code> <CopyButton text={agent.id} /> · published{' '}
            <Moment at={agent.version.created_at} /> · <Link href={`/calls?agent=${agent.id}`}>Calls</Link>
          </p>
          <Tabs
            selectedKey={tabs.includes(tab) ? tab : 'configuration'}
            onSelectionChange={(key) => navigate(`/agents/${id}/${key}`, { replace: true })}
          >
            <TabList aria-label="Of the agent">
              <Tab id="talk">Talk</Tab>
              <Tab id="configuration">Configuration</Tab>
              <Tab id="versions">Versions</Tab>
              <Tab id="metrics">Metrics</Tab>
            </TabList>
            <TabPanel id="talk">
              <TalkPanel key={agent.id} agent={agent} />
            </TabPanel>
            <TabPanel id="configuration">
              <EditAgent key={agent.id} agent={agent} />
            </TabPanel>
            <TabPanel id="versions">
              <Versions agent={agent} />
            </TabPanel>
            <TabPanel id="metrics">
              <AgentMetrics agent={agent} />
            </TabPanel>
          </Tabs>
        </>
      )}
    </DetailPage>
  );
}
