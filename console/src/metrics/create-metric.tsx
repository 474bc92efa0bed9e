import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import type { CreateProps } from '../components/pages/list-page.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useForm } from '../components/forms/use-form.ts';

interface MetricForm {
  readonly name: string;
  readonly displayName: string;
  readonly prompt: string;
}

const empty: MetricForm = { name: '', displayName: '', prompt: '' };

/** Questions to begin with, one for each kind of chart. */
const examples: readonly MetricForm[] = [
  { name: 'solved', displayName: 'Solved', prompt: 'Did the caller get what they called for? Answer true or false.' },
  {
    name: 'satisfaction',
    displayName: 'Satisfaction',
    prompt: 'How satisfied was the caller at the end, from 1 (angry) to 5 (delighted)? Answer with the number.',
  },
  {
    name: 'topic',
    displayName: 'Topic',
    prompt: 'What was the call about? Answer with one of: order, delivery, complaint, other.',
  },
];

/** Makes a metric. */
export function CreateMetric({ isOpen, onClose }: CreateProps): ReactElement {
  const client = useQueryClient();
  const { fields, change, sending, problems } = useForm({
    name: 'new-metric',
    saved: empty,
    send: ({ name, displayName, prompt }) =>
      sonorant.post('/agents/metrics', {
        body: { name, prompt, ...(displayName.trim() !== '' && { display_name: displayName }) },
      }),
    onSent: () => {
      void client.invalidateQueries({ queryKey: ['metrics'] });
      onClose();
    },
    notice: 'The metric is made. Attach it to an agent, on its page.',
  });
  return (
    <CreateDialog title="New metric" isOpen={isOpen} onClose={onClose} sending={sending} failure="No metric was made">
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        isRequired
        maxLength={128}
        description="For programs: lower-case letters, digits, “_”, “-” and “.”; no other metric may have it."
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Name for people"
        value={fields.displayName}
        onChange={(displayName) => change({ displayName })}
        maxLength={256}
        errorMessage={problems.get('display_name')}
      />
      <TextField
        label="Question"
        value={fields.prompt}
        onChange={(prompt) => change({ prompt })}
        rows={4}
        isRequired
        maxLength={20_000}
        description="Say how to answer, and the results become a chart: true or false, a number, or one of a few words."
        errorMessage={problems.get('prompt')}
      />
      <div className="suggestions" role="group" aria-label="Examples">
        <span>Begin with</span>
        {examples.map((example) => (
          <Button key={example.name} variant="quiet" onPress={() => change(example)}>
            {example.displayName}
          </Button>
        ))}
      </div>
      <p className="muted">A metric is not changed later, so that its results can be compared: make another one.</p>
    </CreateDialog>
  );
}
