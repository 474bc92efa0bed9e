import type { PageEntry } from '../base/page-entry.ts';

/** Pronunciation dictionaries. */
export const pages: readonly PageEntry[] = [
  {
    path: '/dictionaries',
    title: 'Dictionaries',
    group: 'Voices',
    permission: 'voices',
    load: () => import('./dictionaries-page.tsx'),
  },
  {
    path: '/dictionaries/:id',
    title: 'Dictionary',
    group: 'Voices',
    permission: 'voices',
    hidden: true,
    load: () => import('./dictionary-page.tsx'),
  },
];
