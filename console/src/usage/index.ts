import type { PageEntry } from '../base/page-entry.ts';

/** What was spoken, and with what. */
export const pages: readonly PageEntry[] = [
  {
    path: '/usage',
    title: 'Usage',
    group: 'Organization',
    permission: 'usage',
    load: () => import('./usage-page.tsx'),
  },
];
