import type { Options } from '@sonorant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { withValue, type Tool } from './agents.ts';
import { JsonField } from './json-field.tsx';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/create-dialog.tsx';
import { fieldErrors } from '../components/field-errors.ts';
import { NumberField } from '../components/number-field.tsx';
import { Select } from '../components/select.tsx';
import { TextField } from '../components/text-field.tsx';
import { useDraft } from '../components/use-draft.ts';

type NewTool = Options<'/v1/agents/tools', 'post'>['body'];
type ToolPatch = Options<'/v1/agents/tools/{tool_id}', 'patch'>['body'];

/** A tool as its form has it: what the server gives and takes, checked by the server. */
interface ToolForm {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly pre_tool_speech: string;
  readonly execution_mode: string;
  readonly response_timeout_secs: number | string | null;
  readonly api_schema?: unknown;
  readonly assignments?: unknown;
  readonly expects_response?: unknown;
  readonly parameters?: unknown;
}

const common = {
  name: '',
  description: '',
  pre_tool_speech: 'auto',
  execution_mode: 'immediate',
  response_timeout_secs: 20,
};
const begin = {
  webhook: { type: 'webhook', ...common, api_schema: { url: 'https://', method: 'GET' }, assignments: [] },
  client: {
    type: 'client',
    ...common,
    expects_response: true,
    parameters: { type: 'object', properties: {}, required: [] },
  },
} as const satisfies Record<string, ToolForm>;

const kinds = [
  { id: 'webhook', name: 'Webhook: an address is called' },
  { id: 'client', name: 'Client: the client of the conversation is asked' },
];
const speeches = [
  { id: 'auto', name: 'When it seems right' },
  { id: 'force', name: 'Always' },
];
const modes = [
  { id: 'immediate', name: 'Waits for the result' },
  { id: 'async', name: 'Goes on talking' },
];

function formOf(tool: Tool): ToolForm {
  const { name, description, pre_tool_speech, execution_mode, response_timeout_secs } = tool;
  const shared = { name, description, pre_tool_speech, execution_mode, response_timeout_secs };
  return tool.type === 'webhook'
    ? { type: tool.type, ...shared, api_schema: tool.api_schema, assignments: tool.assignments }
    : { type: tool.type, ...shared, expects_response: tool.expects_response, parameters: tool.parameters };
}

export interface ToolDialogProps {
  /** Undefined for a new one. */
  readonly tool: Tool | undefined;
  readonly onClose: () => void;
}

/** The form of a tool. Its parameters and its request are JSON, as the interface has them. */
export function ToolDialog({ tool, onClose }: ToolDialogProps): ReactElement {
  const saved = useMemo<ToolForm>(() => (tool === undefined ? begin.webhook : formOf(tool)), [tool]);
  const { value: form, set, discard } = useDraft(tool === undefined ? 'new-tool' : `tool/${tool.id}`, saved);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      tool === undefined
        ? sonorant.post('/v1/agents/tools', { body: form as NewTool })
        : sonorant.patch('/v1/agents/tools/{tool_id}', { path: { tool_id: tool.id }, body: form as ToolPatch }),
    onSuccess: () => {
      discard();
      onClose();
      void client.invalidateQueries({ queryKey: ['tools'] });
    },
  });
  const problems = fieldErrors(save.error);
  const change = (name: string, value: unknown): void => set((before) => withValue(before, [name], value) as ToolForm);
  return (
    <CreateDialog
      title={tool === undefined ? 'New tool' : 'Change the tool'}
      isOpen
      onClose={onClose}
      action={tool === undefined ? 'Create' : 'Save'}
      sending={save}
      failure="The tool was not saved"
    >
      {tool === undefined && (
        <Select
          label="Kind"
          options={kinds}
          value={form.type}
          onChange={(type) => {
            const { name, description } = form;
            set({ ...(type === 'client' ? begin.client : begin.webhook), name, description });
          }}
        />
      )}
      <TextField
        label="Name"
        value={form.name}
        onChange={(value) => change('name', value)}
        description="A letter, then letters, digits, _ and -."
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Description"
        rows={2}
        value={form.description}
        onChange={(value) => change('description', value)}
        description="Tells the language model what the tool does and when to use it."
        errorMessage={problems.get('description')}
      />
      <Select
        label="The agent says something before"
        options={speeches}
        value={form.pre_tool_speech}
        onChange={(value) => change('pre_tool_speech', value)}
      />
      <Select
        label="Meanwhile the agent"
        options={modes}
        value={form.execution_mode}
        onChange={(value) => change('execution_mode', value)}
      />
      <NumberField
        label="Seconds until an answer"
        value={form.response_timeout_secs}
        onChange={(value) => change('response_timeout_secs', value)}
        errorMessage={problems.get('response_timeout_secs')}
      />
      {form.type === 'webhook' ? (
        <>
          <JsonField
            label="Request"
            rows={8}
            value={form.api_schema}
            onChange={(value) => change('api_schema', value)}
            description="url, method, and the parameters, headers and authentication of the request. Secrets are stored encrypted and never shown; one without secret_value stays what it was."
            errorMessage={problems.get('api_schema')}
          />
          <JsonField
            label="Variables that are set from the answer"
            rows={3}
            value={form.assignments}
            onChange={(value) => change('assignments', value)}
            errorMessage={problems.get('assignments')}
          />
        </>
      ) : (
        <JsonField
          label="Parameters"
          rows={6}
          value={form.parameters}
          onChange={(value) => change('parameters', value)}
          errorMessage={problems.get('parameters')}
        />
      )}
    </CreateDialog>
  );
}
