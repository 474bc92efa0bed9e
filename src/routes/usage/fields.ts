/** What the routes of usage share: their options, their query, the names of their series. */
import { z } from 'zod';
import { queryTime } from '../../http/index.ts';
import type { Store } from '../../store/index.ts';

export interface UsageRouteOptions {
  readonly store: Pick<Store, 'usage' | 'activity' | 'apiKeys' | 'calls'>;
  /** Brings what this process has counted into the store. */
  readonly meter: { readonly flush: () => Promise<void> };
  /** The same for what the charts show; nothing is counted where it is absent. */
  readonly activity?: { readonly flush: () => Promise<void> } | undefined;
  /** Name of a voice of the organization, undefined where it has none. */
  readonly voiceName: (id: string, organizationId: string) => Promise<string | undefined>;
  readonly now?: (() => Date) | undefined;
}

function moment(meaning: string) {
  return queryTime().optional().describe(meaning);
}

export const windowFields = {
  start_ts: moment(
    'RFC 3339 with a time zone; rounded down to the UTC day. At most a year before `end_ts`. Default: a week before `end_ts`.',
  ),
  end_ts: moment('RFC 3339 with a time zone; rounded up to the UTC day. Default: now.'),
};

export function intervalField<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values).optional();
}

export const apiKeyField = z
  .string()
  .min(1)
  .max(256)
  .optional()
  .describe('Only what was used with this key and the tokens it made.');

/** A name for people, where one is known. */
export async function labelOf(
  { store, voiceName }: Pick<UsageRouteOptions, 'store' | 'voiceName'>,
  groupBy: string,
  id: string,
  organizationId: string,
): Promise<{ label?: string }> {
  if (groupBy !== 'api_key' && groupBy !== 'voice') return {};
  const label =
    groupBy === 'voice'
      ? await voiceName(id, organizationId)
      : (await store.apiKeys.find(organizationId, id))?.description;
  return label === undefined || label === '' ? {} : { label };
}
