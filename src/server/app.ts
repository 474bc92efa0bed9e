/** The whole HTTP application as one plugin: a test registers it without a port, `src/server/main.ts` puts it on one. */
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AgentService } from '../agents/agents.ts';
import { agentModels } from '../agents/models.ts';
import { ToolService } from '../agents/tools.ts';
import { renderSettings, type Config } from './config.ts';
import type { EnginePool } from '../engines/pool.ts';
import { capabilitiesOf } from '../engines/registry.ts';
import {
  accessTokens,
  createAuthenticator,
  createMetrics,
  memoryLimiter,
  registerHttp,
  serverOptions,
  type AccessTokens,
  type Readiness,
} from '../http/index.ts';
import { accentRoutes } from '../routes/accents/index.ts';
import { accessTokenRoutes } from '../routes/access-token/index.ts';
import { apiKeyRoutes } from '../routes/api-keys/index.ts';
import { agentRoutes } from '../routes/agents/index.ts';
import { datasetRoutes } from '../routes/datasets/index.ts';
import { docsRoutes } from '../routes/docs/index.ts';
import { fileRoutes } from '../routes/files/index.ts';
import { fineTuneRoutes } from '../routes/fine-tunes/index.ts';
import { laterRoutes } from '../routes/not-implemented/index.ts';
import { legacyAgentRoutes } from '../routes/legacy-agents/index.ts';
import { invitationRoutes } from '../routes/invitations/index.ts';
import { localeRoutes } from '../routes/locales/index.ts';
import { organizationRoutes } from '../routes/organizations/index.ts';
import { pronunciationDictRoutes } from '../routes/pronunciation-dicts/index.ts';
import { Connections, ttsRoutes } from '../routes/tts/index.ts';
import { usageRoutes } from '../routes/usage/index.ts';
import { voiceRoutes } from '../routes/voices/index.ts';
import { webhookRoutes } from '../routes/webhooks/index.ts';
import { storedDictionaries } from '../speech/dictionaries.ts';
import { SpeechResolver } from '../speech/request.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { Secrets, Store } from '../store/index.ts';
import type { UsageMeter } from '../usage/index.ts';
import { voiceLibrary, type VoiceLibrary } from '../voices/library.ts';
import { VoiceService } from '../voices/voice-service.ts';

export interface AppOptions {
  readonly config: Config;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly pool: EnginePool;
  readonly meter: UsageMeter;
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

export async function buildApp(options: AppOptions): Promise<BuiltApp> {
  const { config, store, secrets, pool, readiness, isDraining, logger, version = '0.0.0' } = options;
  const { publicUrl } = config;
  const limits = { contexts: memoryLimiter(config.maxContexts), sockets: memoryLimiter(config.maxSockets) };
  const metrics = createMetrics({
    limits,
    process: true,
    queueDepth: () => pool.queued,
    engineJobs: () => pool.running,
    jobs: () => store.jobs.counts(),
  });
  const app = fastify(
    serverOptions({ logger, publicUrl, maxBodyBytes: config.maxBodyBytes, requestTimeoutMs: config.requestTimeoutMs }),
  );
  const tokens = accessTokens(secrets.key('access-token'));
  await registerHttp(app, {
    authenticator: createAuthenticator({
      apiKeys: store.apiKeys,
      verifyToken: tokens.verify,
      cacheMs: config.keyCacheMs,
    }),
    idempotency: { keys: store.idempotencyKeys, secrets, leaseMs: config.idempotencyLeaseMs },
    limits,
    metrics,
    readiness,
    isDraining,
    publicUrl,
    metricsRoute: config.metrics,
    allowedOrigins: config.corsOrigins,
    serverVersion: version,
    webSocket: { maxMessageBytes: config.maxMessageBytes },
  });
  const connections = new Connections();
  const voices = voiceLibrary(store.voices, pool.engines.map(capabilitiesOf));
  await app.register(docsRoutes({ settings: renderSettings(), version, publicUrl }));
  await addRoutes(app, options, voices, connections);
  await addOrganizationRoutes(app, options, voices, tokens);
  await addTrainingRoutes(app, options);
  return { app, connections };
}

async function addRoutes(
  app: FastifyInstance,
  { config, store, blobs, secrets, pool, meter }: AppOptions,
  voices: VoiceLibrary,
  connections: Connections,
): Promise<void> {
  const engines = pool.engines.map(capabilitiesOf);
  const resolver = new SpeechResolver({
    voices,
    dictionaries: storedDictionaries(store.pronunciationDicts),
    engines: pool.engines,
    capabilitiesOf,
  });
  await app.register(
    voiceRoutes({
      voices,
      blobs,
      engines,
      pool,
      resolver,
      publicUrl: config.publicUrl,
      studio: new VoiceService({
        store,
        blobs,
        library: voices,
        engines,
        clipLimits: { maxSeconds: config.maxClipSeconds, deadlineMs: config.clipDeadlineMs },
      }),
      limits: { maxClipBytes: config.maxClipBytes, creditBytes: config.maxBufferedBytes, stallMs: config.stallMs },
    }),
  );
  await app.register(localeRoutes());
  await app.register(accentRoutes());
  const models = agentModels(config.agentModels);
  const agents = new AgentService({ store, voices, models, maxBytes: config.maxAgentBytes });
  await app.register(
    agentRoutes({
      agents,
      models,
      tools: new ToolService({
        store,
        secrets,
        allowPrivate: config.allowPrivateWebhooks,
        maxBytes: config.maxAgentBytes,
      }),
      // Escaped and indented, the same JSON may be three times as long.
      maxBodyBytes: Math.min(config.maxBodyBytes, 3 * config.maxAgentBytes),
    }),
  );
  await app.register(legacyAgentRoutes({ agents }));
  await app.register(laterRoutes());
  await app.register(webhookRoutes({ store, secrets, allowPrivate: config.allowPrivateWebhooks }));
  await app.register(
    ttsRoutes({
      pool,
      connections,
      meter,
      saving: { files: store.files, blobs },
      publicUrl: config.publicUrl,
      resolver,
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
    }),
  );
}

/** Access tokens, people, keys and usage. */
async function addOrganizationRoutes(
  app: FastifyInstance,
  { config, store, meter }: AppOptions,
  voices: VoiceLibrary,
  tokens: AccessTokens,
): Promise<void> {
  const { publicUrl } = config;
  await app.register(accessTokenRoutes({ tokens, maxSeconds: config.maxTokenSeconds, publicUrl }));
  await app.register(organizationRoutes({ store, publicUrl, invitesPerHour: config.invitesPerHour }));
  await app.register(invitationRoutes({ store, requestsPerMinute: config.acceptancesPerMinute }));
  await app.register(apiKeyRoutes({ store }));
  await app.register(
    usageRoutes({
      store,
      meter,
      voiceName: async (id, organizationId) => (await voices.get(id, organizationId))?.name,
    }),
  );
}

/** Files, what voices are trained from, and how words are said. */
async function addTrainingRoutes(app: FastifyInstance, { config, store, blobs, pool }: AppOptions): Promise<void> {
  const { maxFileBytes } = config;
  await app.register(fileRoutes({ store, blobs, maxFileBytes }));
  await app.register(datasetRoutes({ store, blobs, maxFileBytes }));
  await app.register(fineTuneRoutes({ store, engines: pool.engines.map(capabilitiesOf) }));
  await app.register(
    pronunciationDictRoutes({
      dicts: store.pronunciationDicts,
      limits: { maxItems: config.maxDictionaryItems, maxItemCharacters: config.maxDictionaryItemCharacters },
    }),
  );
}
