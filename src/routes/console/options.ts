/** What the routes of the console need. */
import type { EngineDescriptor } from '../../engines/adapter.ts';
import type { FailedSignIns } from '../../identity/failed-sign-ins.ts';
import type { Sessions } from '../../identity/sessions.ts';
import type { SignInLinks } from '../../identity/sign-in-links.ts';
import type { RecognizerDescriptor } from '../../recognizers/adapter.ts';
import type { EncodeOptions } from './encode.ts';
import type { HistoryRouteOptions } from './history.ts';
import type { ServerState } from './server-state.ts';
import type { Store } from '../../store/index.ts';

export interface ConsoleRouteOptions extends HistoryRouteOptions, Pick<EncodeOptions, 'readFormat'> {
  readonly store: Pick<Store, 'sessions' | 'organizations' | 'accounts' | 'transaction'>;
  readonly sessions: Sessions;
  /** Of this process. */
  readonly links: SignInLinks;
  /** Those of all ways in: they count the wrong passwords of an account together. */
  readonly failedSignIns: FailedSignIns;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
  /** The state of the server at this moment. */
  readonly serverState: () => Promise<ServerState>;
  /** Of the built console. Default: that of this package. */
  readonly folder?: string | undefined;
  /** Largest files that are taken, in bytes. */
  readonly limits: {
    readonly clipBytes: number;
    readonly fileBytes: number;
    readonly sttBytes: number;
    readonly bookBytes: number;
  };
  /** Those of the server at this moment, in order of preference. */
  readonly recognizers: () => readonly Pick<RecognizerDescriptor, 'id' | 'capabilities'>[];
  /** Those of the server at this moment, in order of preference. */
  readonly engines: () => readonly Pick<EngineDescriptor, 'id' | 'capabilities'>[];
  /** The server's own version. */
  readonly version: string;
}
