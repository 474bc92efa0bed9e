/** Webhooks and the events they can get. */
import type { Options, Schemas } from '@sonorant/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { sonorant } from '../base/api.ts';

export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['WebhookDelivery'];

/** A type of events, a kind of them (`voice.*`) or all (`*`). */
export type EventPattern = NonNullable<Options<'/agents/webhooks', 'post'>['body']['events']>[number];

export interface EventType {
  /** `voice.created`. */
  readonly type: string;
  /** When it is sent, as a sentence. */
  readonly when: string;
}

interface PublishedEvents {
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly summary: string } }>>;
}

/** The events of this server, as the member `webhooks` of its OpenAPI document tells them. */
export function useEventTypes(): UseQueryResult<readonly EventType[]> {
  return useQuery({
    queryKey: ['event-types'],
    queryFn: async ({ signal }): Promise<readonly EventType[]> => {
      const response = await fetch('/docs/openapi.json', { signal });
      if (!response.ok) throw new Error(`The reference of this server answers ${response.status}`);
      const { webhooks } = (await response.json()) as PublishedEvents;
      return Object.entries(webhooks)
        .map(([type, { post }]) => ({ type, when: post.summary }))
        .filter(({ type }) => type !== 'webhook.test');
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/**
 * There is no route to one webhook alone: it is found in the list.
 * @throws {Error} where the organization has none of this id
 */
export async function findWebhook(id: string, signal: AbortSignal): Promise<Webhook> {
  for await (const webhook of sonorant.pages('/agents/webhooks', { query: { limit: 100 }, signal })) {
    if (webhook.id === id) return webhook;
  }
  throw new Error('Your organization has no webhook of this id. It may have been deleted.');
}

/** 32 random bytes in the form of the Standard Webhooks specification. */
export function newSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
}
