/** The whole HTTP application as one plugin: a test registers it without a port, `src/main.ts` puts it on one. */
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { renderSettings, type Config } from './config.ts';
import type { EnginePool } from './engines/pool.ts';
import { capabilitiesOf } from './engines/registry.ts';
import { createAuthenticator, createMetrics, memoryLimiter, registerHttp, serverOptions, type Readiness } from './http/index.ts';
import { accentRoutes } from './routes/accents/index.ts';
import { docsRoutes } from './routes/docs/index.ts';
import { localeRoutes } from './routes/locales/index.ts';
import { Connections, ttsRoutes } from './routes/tts/index.ts';
import { voiceRoutes } from './routes/voices/index.ts';
import { SpeechResolver } from './speech/request.ts';
import type { Blobs } from './store/blobs/index.ts';
import type { Secrets, Store } from './store/index.ts';
import { builtInLibrary } from './voices/library.ts';

export interface AppOptions {
  readonly config: Config;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly pool: EnginePool;
  readonly readiness: Readiness;
  /** True from the signal to stop on. */
  readonly isDraining?: () => boolean;
  readonly logger?: Logger;
  /** The server's own version, for the OpenAPI document. */
  readonly version?: string;
}

export interface BuiltApp {
  readonly app: FastifyInstance;
  readonly connections: Connections;
}

export const buildApp = async (options: AppOptions): Promise<BuiltApp> => {
  const { config, store, pool, readiness, isDraining, logger, version = '0.0.0' } = options;
  const { publicUrl } = config;
  const limits = { contexts: memoryLimiter(config.maxContexts), sockets: memoryLimiter(config.maxSockets) };
  const metrics = createMetrics({ limits, process: true, queueDepth: () => pool.queued, engineJobs: () => pool.running });
  const app = fastify(serverOptions({ logger, publicUrl, maxBodyBytes: config.maxBodyBytes, requestTimeoutMs: config.requestTimeoutMs }));
  await registerHttp(app, {
    authenticator: createAuthenticator({ apiKeys: store.apiKeys, cacheMs: config.keyCacheMs }),
    limits, metrics, readiness, isDraining, publicUrl,
    metricsRoute: config.metrics,
    allowedOrigins: config.corsOrigins,
    serverVersion: version,
    webSocket: { maxMessageBytes: config.maxMessageBytes },
  });
  const connections = new Connections();
  await app.register(docsRoutes({ settings: renderSettings(), version, publicUrl }));
  await addRoutes(app, options, connections);
  return { app, connections };
};

const addRoutes = async (app: FastifyInstance, { config, pool }: AppOptions, connections: Connections): Promise<void> => {
  const engines = pool.engines.map(capabilitiesOf);
  const voices = builtInLibrary(engines);
  await app.register(voiceRoutes({ voices }));
  await app.register(localeRoutes());
  await app.register(accentRoutes());
  await app.register(ttsRoutes({
    pool, connections,
    publicUrl: config.publicUrl,
    resolver: new SpeechResolver({ voices, engines: pool.engines, capabilitiesOf }),
    limits: {
      maxCharacters: config.maxTranscriptCharacters,
      maxContextsPerSocket: config.maxContextsPerSocket,
      creditBytes: config.maxBufferedBytes,
      stallMs: config.stallMs,
      idleMs: config.socketIdleMs,
      pingMs: config.pingMs,
      messageRate: config.messageRate,
      messageBurst: config.messageBurst,
      contextExpiryMs: config.contextExpiryMs,
    },
  }));
};
