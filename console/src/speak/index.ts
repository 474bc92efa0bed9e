import type { PageEntry } from '../base/page-entry.ts';

/** Hearing a text, live typing, comparing, what was made. */
export const pages: readonly PageEntry[] = [
  {
    path: '/speak',
    title: 'Speak',
    group: 'Speech',
    permission: 'speech',
    load: () => import('./speak-page.tsx'),
  },
  {
    path: '/live',
    title: 'Live',
    group: 'Speech',
    permission: 'speech',
    load: () => import('../live/live-page.tsx'),
  },
  {
    path: '/compare',
    title: 'Compare',
    group: 'Speech',
    permission: 'speech',
    load: () => import('../compare/compare-page.tsx'),
  },
  {
    path: '/history',
    title: 'History',
    group: 'Speech',
    permission: 'speech',
    load: () => import('../history/history-page.tsx'),
  },
];
