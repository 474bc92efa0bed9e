import type { ReactElement } from 'react';
import { EventChoice } from './event-choice.tsx';
import type { EventPattern } from './webhooks.ts';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import type { FormState } from '../components/forms/use-form.ts';

export interface WebhookForm {
  readonly url: string;
  readonly display_name: string;
  readonly events: readonly string[];
  readonly send_secret_header: boolean;
}

/** The fields as the interface takes them, without the address. */
export function wireFields({ display_name: name, events, send_secret_header }: WebhookForm) {
  return { display_name: name === '' ? null : name, events: events as EventPattern[], send_secret_header };
}

export interface WebhookFieldsProps {
  readonly form: Pick<FormState<WebhookForm, unknown>, 'fields' | 'change' | 'problems'>;
}

/** What a webhook is made of, but for its secret. */
export function WebhookFields({ form: { fields, change, problems } }: WebhookFieldsProps): ReactElement {
  return (
    <>
      <TextField
        label="Address"
        value={fields.url}
        onChange={(url) => change({ url })}
        placeholder="https://example.com/events"
        isRequired
        description="Events are posted there. It has to be https and public, unless the operator allows private ones (SONORANT_ALLOW_PRIVATE_WEBHOOKS)."
        errorMessage={problems.get('url')}
      />
      <TextField
        label="Name"
        value={fields.display_name}
        onChange={(name) => change({ display_name: name })}
        maxLength={256}
        errorMessage={problems.get('display_name')}
      />
      <EventChoice
        value={fields.events}
        onChange={(events) => change({ events })}
        errorMessage={problems.get('events')}
      />
      <Checkbox isSelected={fields.send_secret_header} onChange={(isOn) => change({ send_secret_header: isOn })}>
        Also send the secret itself, as <code>X-Webhook-Secret</code>. It then stands in the logs of what it passes; not
        needed where signatures are checked.
      </Checkbox>
    </>
  );
}
