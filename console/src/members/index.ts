import type { PageEntry } from '../base/page-entry.ts';

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
