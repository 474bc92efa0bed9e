import type { PageEntry } from '../base/page-entry.ts';

/** Addresses that are told of events. */
export const pages: readonly PageEntry[] = [
  {
    path: '/webhooks',
    title: 'Webhooks',
    group: 'Build',
    permission: 'webhooks',
    load: () => import('./webhooks-page.tsx'),
  },
  {
    path: '/webhooks/:id',
    title: 'Webhook',
    group: 'Build',
    permission: 'webhooks',
    hidden: true,
    load: () => import('./webhook-page.tsx'),
  },
];
