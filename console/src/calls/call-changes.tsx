import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { isRunning } from './call-state.tsx';
import type { Call } from './turns.ts';
import { sonorant } from '../base/api.ts';
import { formatDateTime } from '../components/format.ts';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { notify } from '../components/toasts.tsx';

export interface CallChangesProps {
  readonly call: Call;
  /** Default `danger`; `quiet` in the rows of a table. */
  readonly variant?: 'danger' | 'quiet';
}

/** Ends a call that is running, or removes the contents of one that has ended. */
export function CallChanges({ call, variant = 'danger' }: CallChangesProps): ReactElement | null {
  const client = useQueryClient();
  const path = { call_id: call.id };
  const began = call.start_time === null ? call.id : formatDateTime(call.start_time);
  if (isRunning(call)) {
    return (
      <RemoveButton
        variant={variant}
        action="End"
        title="End this call?"
        label={`End the call of ${began}`}
        remove={() => sonorant.post('/agents/calls/{call_id}/cancel', { path })}
        onRemoved={() => {
          notify('The call ends within two seconds.');
          void client.invalidateQueries({ queryKey: ['calls'] });
        }}
      >
        <p>Both sides are cut off in the middle of a word. What was said until then is kept.</p>
      </RemoveButton>
    );
  }
  if (call.redacted_at !== null) return null;
  return (
    <RemoveButton
      variant={variant}
      action="Remove contents"
      title="Remove the contents of this call?"
      label={`Remove contents of the call of ${began}`}
      remove={() => sonorant.delete('/agents/calls/{call_id}', { path })}
      onRemoved={() => {
        notify('The contents of the call were removed.');
        client.removeQueries({ queryKey: ['calls', 'recording', call.id] });
        void client.invalidateQueries({ queryKey: ['calls'] });
      }}
    >
      <p>
        Its recording, its words, its variables and what webhooks were told of it are gone for good. That it took place
        stays: agent, times, and how it ended.
      </p>
    </RemoveButton>
  );
}
