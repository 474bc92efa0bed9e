import type { PageEntry } from '../base/page-entry.ts';

/** The state of the server, and its last requests. */
export const pages: readonly PageEntry[] = [
  {
    path: '/server',
    title: 'Server',
    group: 'Organization',
    permission: 'server',
    load: () => import('./server-page.tsx'),
  },
  {
    path: '/requests',
    title: 'Requests',
    group: 'Organization',
    permission: 'organization',
    load: () => import('./requests-page.tsx'),
  },
];
