import type { PageEntry } from '../base/page-entry.ts';

/** Clips to fine-tune from. */
export const pages: readonly PageEntry[] = [
  {
    path: '/datasets',
    title: 'Datasets',
    group: 'Build',
    permission: 'files',
    load: () => import('./datasets-page.tsx'),
  },
  {
    path: '/datasets/:id',
    title: 'Dataset',
    group: 'Build',
    permission: 'files',
    hidden: true,
    load: () => import('./dataset-page.tsx'),
  },
];
