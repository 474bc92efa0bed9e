/** What the routes of the console need. */
import type { Sessions, SignInLinks } from '../../http/index.ts';
import type { Limiters } from '../../limits/limiters.ts';
import type { Store } from '../../store/index.ts';

export interface ConsoleRouteOptions {
  readonly store: Pick<Store, 'sessions' | 'organizations' | 'apiKeys'>;
  readonly sessions: Sessions;
  /** Of this process. */
  readonly links: SignInLinks;
  /** Where failed sign-ins are counted. Default: this process. */
  readonly limiters?: Limiters | undefined;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
  /** The server's own version. */
  readonly version: string;
}
