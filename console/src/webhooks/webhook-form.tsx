import type { ReactElement } from 'react';
import { EventChoice } from './event-choice.tsx';
import { Checkbox } from '../components/checkbox.tsx';
import { fieldErrors, problemAt } from '../components/field-errors.ts';
import { TextField } from '../components/text-field.tsx';

export interface WebhookForm {
  readonly url: string;
  readonly display_name: string;
  readonly events: readonly string[];
  readonly send_secret_header: boolean;
}

export interface WebhookFieldsProps {
  readonly form: WebhookForm;
  readonly change: (part: Partial<WebhookForm>) => void;
  readonly error: unknown;
}

/** What a webhook is made of, but for its secret. */
export function WebhookFields({ form, change, error }: WebhookFieldsProps): ReactElement {
  const problems = fieldErrors(error);
  return (
    <>
      <TextField
        label="Address"
        value={form.url}
        onChange={(url) => change({ url })}
        placeholder="https://example.com/events"
        isRequired
        description="Events are posted there. It has to be https and public, unless the operator allows private ones (SONORANT_ALLOW_PRIVATE_WEBHOOKS)."
        errorMessage={problemAt(problems, 'url')}
      />
      <TextField
        label="Name"
        value={form.display_name}
        onChange={(name) => change({ display_name: name })}
        maxLength={256}
        errorMessage={problemAt(problems, 'display_name')}
      />
      <EventChoice
        value={form.events}
        onChange={(events) => change({ events })}
        errorMessage={problemAt(problems, 'events')}
      />
      <Checkbox isSelected={form.send_secret_header} onChange={(isOn) => change({ send_secret_header: isOn })}>
        Also send the secret itself, as <code>X-Webhook-Secret</code>. It then stands in the logs of what it passes; not
        needed where signatures are checked.
      </Checkbox>
    </>
  );
}
