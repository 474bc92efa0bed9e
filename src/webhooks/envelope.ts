/** What receivers are sent of an event. */
import { callObject, type AddressedEvent, type NewEvent, type Repositories } from '../store/index.ts';
import type { CallEventMembers, CallEventType } from './call-events.ts';
import type { EventData, EventType } from './events.ts';

/** The body of a delivery, the same at every attempt. The order of its members is part of the interface. */
export function envelope({ data, ...event }: AddressedEvent): string {
  return JSON.stringify({ ...head(event), data });
}

function head({ type, requestId, agentId, webhookId, timestamp }: Omit<AddressedEvent, 'data'>) {
  return { type, request_id: requestId, agent_id: agentId, webhook_id: webhookId, timestamp };
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

/** Something that happened in a call. */
export interface CallEvent<T extends CallEventType> {
  readonly organizationId: string;
  readonly agentId: string;
  readonly type: T;
  /** They stand beside those of the envelope. */
  readonly members: CallEventMembers<T>;
  readonly requestId?: string | undefined;
}

/** Tells the webhook of the agent, with the change that it reports; those of one call in their order. */
export function emitCallEvent<T extends CallEventType>(
  { webhookDeliveries }: Pick<Repositories, 'webhookDeliveries'>,
  { members, ...event }: CallEvent<T>,
): Promise<void> {
  return webhookDeliveries.emit({ ...event, data: members, object: callObject(members.call.id) }, ({ data, ...rest }) =>
    JSON.stringify({ ...head(rest), ...(data as object) }),
  );
}
