import type { ComponentType } from 'react';

/** Pages that need no session: links that were sent lead there. */
export const publicPages: readonly {
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}[] = [];
