import type { PageEntry } from '../app/page-entry.ts';

/** The people of the organization. */
export const pages: readonly PageEntry[] = [
  {
    path: '/members',
    title: 'Members',
    group: 'Organization',
    permission: 'organization',
    load: () => import('./members-page.tsx'),
  },
];
