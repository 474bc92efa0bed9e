/** What receivers are sent of an event. */
import type { AddressedEvent, NewEvent, Repositories } from '../store/index.ts';

/** The body of a delivery, the same at every attempt. The order of its members is part of the interface. */
export function envelope({ type, requestId, agentId, webhookId, timestamp, data }: AddressedEvent): string {
  return JSON.stringify({
    type,
    request_id: requestId,
    agent_id: agentId,
    webhook_id: webhookId,
    timestamp,
    data,
  });
}

/** Tells the organization's webhooks of an event, with the change that it reports. */
export function emitEvent(
  { webhookDeliveries }: Pick<Repositories, 'webhookDeliveries'>,
  event: NewEvent,
): Promise<void> {
  return webhookDeliveries.emit(event, envelope);
}
