import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import type { Tool } from './agents.ts';
import { ParameterRows } from './parameter-rows.tsx';
import { begin, bodyOf, formOf, type NewTool, type ToolForm, type ToolPatch } from './tool-form.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { sonorant } from '../base/api.ts';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { NumberField } from '../components/forms/number-field.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useDraft } from '../components/forms/use-draft.ts';

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

export interface ToolDialogProps {
  /** Undefined for a new one. */
  readonly tool: Tool | undefined;
  readonly onClose: () => void;
  /** After it was saved, before it is closed. */
  readonly onSaved?: (tool: Tool) => void;
}

/** The form of a tool. */
export function ToolDialog({ tool, onClose, onSaved }: ToolDialogProps): ReactElement {
  const saved = useMemo<ToolForm>(() => (tool === undefined ? begin.webhook : formOf(tool)), [tool]);
  const { value: form, set, discard } = useDraft(tool === undefined ? 'new-tool' : `tool/${tool.id}`, saved);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const body = bodyOf(form);
      return tool === undefined
        ? sonorant.post('/v1/agents/tools', { body: body as NewTool })
        : sonorant.patch('/v1/agents/tools/{tool_id}', { path: { tool_id: tool.id }, body: body as ToolPatch });
    },
    onSuccess: (changed) => {
      discard();
      onSaved?.(changed);
      onClose();
      void client.invalidateQueries({ queryKey: ['tools'] });
    },
  });
  const problems = fieldErrors(save.error);
  const change = (part: Partial<ToolForm>): void => set((before) => ({ ...before, ...part }));
  return (
    <CreateDialog
      title={tool === undefined ? 'New tool' : 'Change the tool'}
      size="wide"
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
        onChange={(name) => change({ name })}
        description="A letter, then letters, digits, _ and -."
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Description"
        rows={2}
        value={form.description}
        onChange={(description) => change({ description })}
        description="Tells the language model what the tool does and when to use it."
        errorMessage={problems.get('description')}
      />
      <div className="filters wide">
        <Select
          label="The agent says something before"
          options={speeches}
          value={form.pre_tool_speech}
          onChange={(value) => change({ pre_tool_speech: value })}
        />
        <Select
          label="Meanwhile the agent"
          options={modes}
          value={form.execution_mode}
          onChange={(value) => change({ execution_mode: value })}
        />
        <NumberField
          label="Seconds until an answer"
          value={form.response_timeout_secs}
          onChange={(value) => change({ response_timeout_secs: value })}
          errorMessage={problems.get('response_timeout_secs')}
        />
      </div>
      {form.api_schema !== undefined && (
        <WebhookFields
          api={form.api_schema}
          assignments={form.assignments ?? []}
          problems={problems}
          onApi={(api) => change({ api_schema: api })}
          onAssignments={(assignments) => change({ assignments })}
        />
      )}
      {form.parameters !== undefined && (
        <>
          <Checkbox isSelected={form.expects_response === true} onChange={(isOn) => change({ expects_response: isOn })}>
            The agent waits for what the client answers
          </Checkbox>
          <ParameterRows
            label="Parameters"
            kind="client"
            value={form.parameters}
            onChange={(parameters) => change({ parameters })}
            errorMessage={problems.get('parameters')}
          />
        </>
      )}
    </CreateDialog>
  );
}
