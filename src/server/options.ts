/** What the application is built from. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { CallService } from '../calls/calls.ts';
import type { Scheduler } from '../engines/scheduling/scheduler.ts';
import type { RecognizerPool } from '../hearing/recognizer-pool.ts';
import type { Readiness } from '../http/index.ts';
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';
import type { Limiters } from '../limits/limiters.ts';
import type { ModelInstaller } from '../models/installer.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { Secrets, Store } from '../store/index.ts';
import type { UsageMeter } from '../usage/meter.ts';

/**
 * Limits without a setting, since no installation needs another value: each part has its default. Who starts a server in the
 * same process may choose otherwise, as tests do.
 */
export interface ServerLimits {
  /** Failed credentials of an address at once. Default 100. */
  readonly failedCredentialBurst?: number;
  /** How long the headers of a request may take. Default 30,000 ms. */
  readonly headersTimeoutMs?: number;
  /** How long a connection with TLS may take to be encrypted. Default 10,000 ms. */
  readonly tlsHandshakeMs?: number;
  /** Requests on one connection. Default any number. */
  readonly maxRequestsPerConnection?: number;
  /** Between the pings of a socket. Default 20,000 ms. */
  readonly pingMs?: number;
  /** Without a message for so long a socket that hears is closed. Default 180,000 ms. */
  readonly hearingIdleMs?: number;
  /** How long a key is taken without asking the database. Default 5,000 ms. */
  readonly keyCacheMs?: number;
  /** Speakers of one text. Default 16. */
  readonly maxSpeakers?: number;
  /** Pages of a PDF. Default 5,000. */
  readonly bookMaxPages?: number;
  /** Metrics of one agent. Default 20. */
  readonly maxMetricsPerAgent?: number;
  /** Results of metrics in one export. Default 100,000. */
  readonly maxExportedRows?: number;
  /** Requests an hour with which an organization invites people. Default 10. */
  readonly invitesPerHour?: number;
  /** Requests a minute with which an address tries to accept invitations. Default 20. */
  readonly acceptancesPerMinute?: number;
  /** Between two looks for jobs that others left. Default 1,000 ms. */
  readonly jobPollMs?: number;
  /** After which a job of a silent process is taken over. Default 30,000 ms. */
  readonly jobLeaseMs?: number;
  /** Between two sums of usage into the database. Default 10,000 ms. */
  readonly usageFlushMs?: number;
  /** Between two writes of the request log. Default 1,000 ms. */
  readonly requestLogFlushMs?: number;
}

/** The settings and those limits. */
export type ServerConfig = Config & ServerLimits;

export interface AppOptions {
  readonly config: ServerConfig;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly scheduler: Scheduler;
  readonly recognizers: RecognizerPool;
  /** At least one; the first is the default of new agents. */
  readonly languageModels: readonly LanguageModelDescriptor[];
  readonly calls: CallService;
  /** Of the models in the data folder. */
  readonly installer: ModelInstaller;
  readonly meter: UsageMeter;
  readonly limiters: Limiters;
  /** Whether Redis answers; absent where the settings name none. */
  readonly isRedisUp?: (() => boolean) | undefined;
  readonly readiness: Readiness;
  /** Settles when the keys of the server are made: requests that come before wait. Default: they are there. */
  readonly hasKeys?: Promise<unknown>;
  /** True from the signal to stop on. */
  readonly isLeaving?: () => boolean;
  /** True once the delay after that signal is over: requests are refused. */
  readonly isDraining?: () => boolean;
  readonly logger?: Logger;
  /** The server's own version, for the OpenAPI document. */
  readonly version?: string;
}
