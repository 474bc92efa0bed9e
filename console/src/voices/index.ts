import type { PageEntry } from '../base/page-entry.ts';

/** Voices, and making them. */
export const pages: readonly PageEntry[] = [
  {
    path: '/voices',
    title: 'Voices',
    group: 'Voices',
    permission: 'voices',
    load: () => import('./voices-page.tsx'),
  },
  {
    path: '/voices/clone',
    title: 'Clone a voice',
    group: 'Voices',
    permission: 'voices',
    hidden: true,
    load: () => import('./clone-page.tsx'),
  },
  {
    path: '/voices/blend',
    title: 'Blend two voices',
    group: 'Voices',
    permission: 'voices',
    hidden: true,
    load: () => import('./blend-page.tsx'),
  },
  {
    path: '/voices/:id',
    title: 'Voice',
    group: 'Voices',
    permission: 'voices',
    hidden: true,
    load: () => import('./voice-page.tsx'),
  },
];
