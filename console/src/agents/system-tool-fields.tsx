import { useState, type ReactElement } from 'react';
import type { AgentConfig } from './agents.ts';
import type { SectionProps } from './fields.ts';
import { destinationProblem } from './json-checks.ts';
import { JsonField } from './json-field.tsx';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { Rows } from '../components/pages/rows.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import '../styles/rows.css';

type SystemTools = AgentConfig['system_tools'];
type Id = keyof SystemTools;
type Transfer = NonNullable<SystemTools['transfer_to_number']>['transfers'][number];

const plainTool = { description: null, pre_tool_speech: 'auto' } as const;
const newTransfer: Transfer = { condition: '', destination: { type: 'phone', phone_number: '' } };
const systemTools = [
  { id: 'end_call', name: 'End the call', begin: plainTool },
  { id: 'send_dtmf', name: 'Press keys of the telephone', begin: plainTool },
  { id: 'transfer_to_number', name: 'Transfer to a number', begin: { ...plainTool, transfers: [newTransfer] } },
] as const;
const speeches = [
  { id: 'auto', name: 'When it seems right' },
  { id: 'force', name: 'Always' },
];

/** What the server does for an agent: switches, each with its fields. */
export function SystemToolFields(props: SectionProps): ReactElement {
  return (
    <>
      {systemTools.map(({ id, name, begin }) => (
        <SystemToolField key={id} id={id} name={name} begin={begin} {...props} />
      ))}
    </>
  );
}

interface SystemToolFieldProps extends SectionProps {
  readonly id: Id;
  readonly name: string;
  readonly begin: NonNullable<SystemTools[Id]>;
}

function SystemToolField({ id, name, begin, config, problems, change }: SystemToolFieldProps): ReactElement {
  const tool = config.system_tools[id];
  // Switched off and on again, it is what it was.
  const [last, setLast] = useState(begin);
  const path = `config.system_tools.${id}`;
  const set = (member: string, value: unknown): void => change(['system_tools', id, member], value);
  return (
    <div className="stack system-tool" role="group" aria-label={name}>
      <Checkbox
        isSelected={tool !== null}
        onChange={(isOn) => {
          if (tool !== null) setLast(tool);
          change(['system_tools', id], isOn ? last : null);
        }}
      >
        {name}
      </Checkbox>
      {tool !== null && (
        <>
          <div className="filters">
            <TextField
              label="When to use it"
              value={tool.description ?? ''}
              onChange={(text) => set('description', text === '' ? null : text)}
              description="Empty: what the server says of it."
              errorMessage={problems.get(`${path}.description`)}
            />
            <Select
              label="The agent says something before"
              options={speeches}
              value={tool.pre_tool_speech}
              onChange={(value) => set('pre_tool_speech', value)}
            />
          </div>
          {'transfers' in tool && (
            <Transfers
              value={tool.transfers}
              onChange={(transfers) => set('transfers', transfers)}
              errorOf={(place) => problems.get(`${path}.transfers${place}`)}
            />
          )}
        </>
      )}
    </div>
  );
}

interface TransfersProps {
  readonly value: readonly Transfer[];
  readonly onChange: (value: readonly Transfer[]) => void;
  readonly errorOf: (place: string) => string | undefined;
}

function Transfers({ value, onChange, errorOf }: TransfersProps): ReactElement {
  return (
    <Rows
      label="Where to"
      noun="transfer"
      add="Add a number"
      rows={value}
      onChange={onChange}
      begin={newTransfer}
      errorMessage={errorOf('')}
    >
      {(row, changeRow, index) => (
        <>
          <TextField
            label="When"
            value={row.condition}
            onChange={(condition) => changeRow({ condition })}
            errorMessage={errorOf(`[${index}].condition`)}
          />
          {(row.destination.type as string) === 'phone' ? (
            <TextField
              label="Number, as +493012345678"
              value={row.destination.phone_number}
              onChange={(number) => changeRow({ destination: { ...row.destination, phone_number: number } })}
              errorMessage={errorOf(`[${index}].destination`)}
            />
          ) : (
            <JsonField
              label="Destination"
              rows={3}
              value={row.destination}
              check={destinationProblem}
              onChange={(next) => changeRow({ destination: next as Transfer['destination'] })}
            />
          )}
        </>
      )}
    </Rows>
  );
}
