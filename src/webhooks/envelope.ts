/** What receivers are sent of an event. */
import type { AddressedEvent, NewEvent, Repositories } from '../store/index.ts';
import type { EventData, EventType } from './events.ts';

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

/** Something that happened to an object of an organization; see {@link NewEvent} for its members. */
export interface Change<T extends EventType> extends NewEvent {
  readonly type: T;
  readonly data: EventData<T>;
}

/** {@link emitEvent} for the types of the table, whose data the compiler checks. */
export function emitChange<T extends EventType>(
  repositories: Pick<Repositories, 'webhookDeliveries'>,
  change: Change<T>,
): Promise<void> {
  return emitEvent(repositories, change);
}
