import type { ComponentType } from 'react';

/** What a session may open, as `GET /console/api/session` names it. */
export type Permission =
  'speech' | 'recognition' | 'voices' | 'agents' | 'files' | 'usage' | 'organization' | 'webhooks' | 'server';

/** Headings of the navigation, in its order. */
export const groups = ['Speech', 'Voices', 'Build', 'Organization'] as const;

/** A page of the console: a line of the navigation and what it opens. */
export interface PageEntry {
  /** Below `/console`, `/voices`; `/voices/:id` takes parameters. */
  readonly path: string;
  readonly title: string;
  readonly group: (typeof groups)[number];
  /** Without it every session opens the page. */
  readonly permission?: Permission;
  /** A page that another one leads to does not stand in the navigation. */
  readonly hidden?: boolean;
  /** Loaded when the page is opened first. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}
