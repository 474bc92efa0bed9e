import type { PageEntry } from '../base/page-entry.ts';

/** Documents that are read aloud to one file. */
export const pages: readonly PageEntry[] = [
  { path: '/books', title: 'Books', group: 'Speech', permission: 'speech', load: () => import('./books-page.tsx') },
  {
    path: '/books/:id',
    title: 'Book',
    group: 'Speech',
    permission: 'speech',
    hidden: true,
    load: () => import('./book-page.tsx'),
  },
];
