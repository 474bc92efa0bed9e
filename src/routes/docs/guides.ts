/** The guides: pages about one task each. */
import type { Html } from './html.ts';
import type { NavigationGroup } from './layout.ts';

export interface Guide {
  /** Last part of its address: `/docs/guides/<name>`. */
  readonly name: string;
  readonly title: string;
  /** One sentence for the list of guides. */
  readonly summary: string;
  /** Heading that the list of guides shows it under. */
  readonly group: string;
  readonly navigation: readonly NavigationGroup[];
  readonly content: Html;
}

/**
 * All guides in the order of the side bar.
 * @param _baseUrl address of this server, for the commands in them
 */
export function guides(_baseUrl: string): readonly Guide[] {
  return [];
}
