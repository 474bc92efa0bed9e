import type { PageEntry } from '../base/page-entry.ts';

/** What remains of conversations. */
export const pages: readonly PageEntry[] = [
  { path: '/calls', title: 'Calls', group: 'Build', permission: 'agents', load: () => import('./calls-page.tsx') },
  {
    path: '/calls/:id',
    title: 'Call',
    group: 'Build',
    permission: 'agents',
    hidden: true,
    load: () => import('./call-page.tsx'),
  },
];
