import type { PageEntry } from '../base/page-entry.ts';

/** Recordings that are changed: another voice, and speech between two of them. */
export const pages: readonly PageEntry[] = [
  {
    path: '/change',
    title: 'Change voice',
    group: 'Speech',
    permission: 'speech',
    load: () => import('./change-page.tsx'),
  },
  { path: '/join', title: 'Join', group: 'Speech', permission: 'speech', load: () => import('./join-page.tsx') },
];
