import type { PageEntry } from '../base/page-entry.ts';

/** The keys of the organization. */
export const pages: readonly PageEntry[] = [
  {
    path: '/keys',
    title: 'Keys',
    group: 'Organization',
    permission: 'organization',
    load: () => import('./keys-page.tsx'),
  },
];
