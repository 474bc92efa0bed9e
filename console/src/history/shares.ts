/** Links to takes, as the server keeps them. */
import { sonorant } from '../base/api.ts';
import type { ListPage, PageQuery } from '../components/pages/list.tsx';

/** A link as lists have it: its address is told once only. */
export interface Share {
  readonly id: string;
  readonly take_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  /** Of the take. */
  readonly title: string | null;
  /** Beginning of the text of the take. */
  readonly excerpt: string;
}

/** A link that was made, with its address. */
export interface MadeShare {
  readonly id: string;
  readonly expires_at: string;
  readonly url: string;
}

/** Of all queries of links; with those of the history, since links go with their take. */
export const sharesKey = ['history', 'shares'] as const;

export function listShares(page: PageQuery, signal: AbortSignal): Promise<ListPage<Share>> {
  return sonorant.request('GET', '/history/shares', { query: { ...page }, signal }) as Promise<ListPage<Share>>;
}
