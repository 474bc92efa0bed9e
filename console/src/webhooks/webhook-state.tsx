import type { ReactElement } from 'react';
import type { Webhook } from './webhooks.ts';
import { Badge } from '../components/badge.tsx';

/** Whether a webhook gets events. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): ReactElement {
  if (webhook.disabled_at !== null) return <Badge tone="bad">Disabled</Badge>;
  if (webhook.paused_at !== null) return <Badge tone="warning">Paused</Badge>;
  if (webhook.failing_since !== null) return <Badge tone="warning">Failing ({webhook.failures})</Badge>;
  return <Badge tone="good">Active</Badge>;
}
