import type { ComponentType } from 'react';
import type { PageEntry } from '../base/page-entry.ts';

/** Pages that need no session: links that were sent lead there. */
export const publicPages: readonly {
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}[] = [
  { path: '/accept', load: () => import('./accept.tsx') },
  { path: '/reset', load: () => import('./reset.tsx') },
];

/** The person's own page; every session opens it. */
export const pages: readonly PageEntry[] = [
  { path: '/account', title: 'Account', group: 'Organization', hidden: true, load: () => import('./account.tsx') },
];
