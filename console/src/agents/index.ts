import type { PageEntry } from '../base/page-entry.ts';

/** Agents and the tools they use. */
export const pages: readonly PageEntry[] = [
  { path: '/agents', title: 'Agents', group: 'Build', permission: 'agents', load: () => import('./agents-page.tsx') },
  {
    path: '/agents/:id/:tab?',
    title: 'Agent',
    group: 'Build',
    permission: 'agents',
    hidden: true,
    load: () => import('./agent-page.tsx'),
  },
  { path: '/tools', title: 'Tools', group: 'Build', permission: 'agents', load: () => import('./tools-page.tsx') },
];
