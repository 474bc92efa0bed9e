import type { PageEntry } from '../base/page-entry.ts';

/** Voices in the making. */
export const pages: readonly PageEntry[] = [
  {
    path: '/fine-tunes',
    title: 'Fine-tunes',
    group: 'Build',
    permission: 'files',
    load: () => import('./fine-tunes-page.tsx'),
  },
];
