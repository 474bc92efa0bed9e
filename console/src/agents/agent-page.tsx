import type { ReactElement } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { EditAgent } from './edit-agent.tsx';
import { Versions } from './versions.tsx';
import { sonorant } from '../base/api.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { DeleteButton, DetailPage } from '../components/detail-page.tsx';
import { Entered } from '../components/entered.tsx';
import { isolated } from '../components/format.ts';
import { Moment } from '../components/moment.tsx';

/** One agent: its configuration and the versions of it. */
export default function AgentPage(): ReactElement {
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
    </DetailPage>
  );
}
