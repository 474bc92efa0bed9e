import type { PageEntry } from '../base/page-entry.ts';

/** Speech to text. */
export const pages: readonly PageEntry[] = [
  {
    path: '/transcribe',
    title: 'Transcribe',
    group: 'Speech',
    permission: 'recognition',
    load: () => import('./transcribe-page.tsx'),
  },
];
