import type { PageEntry } from '../base/page-entry.ts';

/** How other programs reach this server. */
export const pages: readonly PageEntry[] = [
  {
    path: '/connect',
    title: 'Connect',
    group: 'Build',
    permission: 'speech',
    load: () => import('./connect-page.tsx'),
  },
];
