import type { PageEntry } from '../base/page-entry.ts';

/** Uploaded files, and speech that was kept. */
export const pages: readonly PageEntry[] = [
  { path: '/files', title: 'Files', group: 'Build', permission: 'files', load: () => import('./files-page.tsx') },
];
