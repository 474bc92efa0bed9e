import type { PageEntry } from '../base/page-entry.ts';

/** What language models are asked about calls, and what they answered. */
export const pages: readonly PageEntry[] = [
  {
    path: '/metrics',
    title: 'Metrics',
    group: 'Build',
    permission: 'agents',
    load: () => import('./metrics-page.tsx'),
  },
  {
    path: '/metrics/results',
    title: 'Results of metrics',
    group: 'Build',
    permission: 'agents',
    hidden: true,
    load: () => import('./results-page.tsx'),
  },
];
