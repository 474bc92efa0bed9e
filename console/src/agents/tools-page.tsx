import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Tool } from './agents.ts';
import { ToolDialog } from './tool-dialog.tsx';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { ListPage, type CreateProps } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';

/** The tools that agents can use. */
export default function ToolsPage(): ReactElement {
  const [opened, setOpened] = useState<Tool>();
  const client = useQueryClient();
  const list = useList<Tool>({
    queryKey: ['tools', 'list'],
    load: (query, signal) => sonorant.get('/v1/agents/tools', { query, signal }),
  });
  return (
    <ListPage
      title="Tools"
      lead="A webhook tool calls an address of yours, a client tool asks the program that holds the conversation."
      noun="tool"
      list={list}
      hint={<p>Make one, then choose it on the page of an agent.</p>}
      create={CreateTool}
      columns={[
        { title: 'Name', isHeader: true, cell: ({ name }) => <Entered text={name} /> },
        { title: 'Kind', cell: ({ type }) => <Badge>{type}</Badge> },
        { title: 'Description', cell: ({ description }) => <Entered text={description} /> },
        { title: 'Changed', cell: ({ updated_at: at }) => <Moment at={at} /> },
        {
          title: 'Actions',
          cell: (tool) => (
            <span className="row tight">
              <Button variant="quiet" aria-label={`Change ${isolated(tool.name)}`} onPress={() => setOpened(tool)}>
                Change
              </Button>
              <RemoveButton
                title="Delete this tool?"
                label={`Delete ${isolated(tool.name)}`}
                remove={() => sonorant.delete('/v1/agents/tools/{tool_id}', { path: { tool_id: tool.id } })}
                onRemoved={() => void client.invalidateQueries({ queryKey: ['tools'] })}
              >
                <p>
                  <Entered text={tool.name} /> is gone for good. A tool that an agent uses is not deleted.
                </p>
              </RemoveButton>
            </span>
          ),
        },
      ]}
    >
      {opened !== undefined && <ToolDialog key={opened.id} tool={opened} onClose={() => setOpened(undefined)} />}
    </ListPage>
  );
}

function CreateTool({ isOpen, onClose }: CreateProps): ReactElement | null {
  return isOpen ? <ToolDialog tool={undefined} onClose={onClose} /> : null;
}
