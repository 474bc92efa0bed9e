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

export interface AppOptions {
  readonly config: Config;
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
