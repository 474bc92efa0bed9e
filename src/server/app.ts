/** The whole HTTP application as one plugin: a test registers it without a port, `start.ts` puts it on one. */
import fastify, { type FastifyInstance } from 'fastify';
import { addBookRoutes } from './books.ts';
import { renderSettings } from './config.ts';
import { addConversationRoutes, patienceOf } from './conversations.ts';
import type { AppOptions } from './options.ts';
import { addCallMetrics, addEngineMetrics, serverMetrics, type ServerMetrics } from './metrics.ts';
import { openRequestLog } from './request-log.ts';
import { readServerState } from './server-state.ts';
import {
  addInfill,
  addSpeechRoutes,
  addVoiceChanger,
  addVoiceRoutes,
  connectionLimits,
  speechRequestReader,
  voiceInLists,
} from './speech.ts';
import { AgentService } from '../agents/agents.ts';
import { agentModels } from '../agents/models.ts';
import { ToolService } from '../agents/tools.ts';
import { maxAgentBytes } from '../agents/validation-issues.ts';
import { MetricService } from '../calls/metrics.ts';
import {
  audioFrameBytes,
  ConnectionsPerAddress,
  createMetrics,
  registerHttp,
  serverOptions,
  trustedProxies,
  type RequestRecorder,
} from '../http/index.ts';
import { accessTokens, type AccessTokens } from '../identity/access-tokens.ts';
import { createAuthenticator, type Authenticator } from '../identity/authenticator.ts';
import { KeyBudgets } from '../identity/budgets.ts';
import { failedCredentialRate } from '../identity/failed-credentials.ts';
import { FailedSignIns } from '../identity/failed-sign-ins.ts';
import { Sessions } from '../identity/sessions.ts';
import { Operator } from '../identity/operator.ts';
import { SignInLinks } from '../identity/sign-in-links.ts';
import { HistoryService } from '../history/history.ts';
import { ShareService } from '../history/shares.ts';
import { accentRoutes } from '../routes/accents/index.ts';
import { accessTokenRoutes } from '../routes/access-token/index.ts';
import { apiKeyRoutes } from '../routes/api-keys/index.ts';
import { consoleRoutes } from '../routes/console/index.ts';
import { agentRoutes } from '../routes/agents/index.ts';
import { callRoutes } from '../routes/calls/index.ts';
import { datasetRoutes } from '../routes/datasets/index.ts';
import { withExamples } from '../reference/examples/openapi.ts';
import { docsRoutes } from '../reference/index.ts';
import { fileRoutes } from '../routes/files/index.ts';
import { fineTuneRoutes } from '../routes/fine-tunes/index.ts';
import { notImplementedRoutes } from '../routes/not-implemented/index.ts';
import { legacyAgentRoutes } from '../routes/legacy-agents/index.ts';
import { invitationRoutes } from '../routes/organizations/acceptance.ts';
import { localeRoutes } from '../routes/locales/index.ts';
import { metricRoutes } from '../routes/metrics/index.ts';
import { modelRoutes } from '../routes/models/index.ts';
import { organizationRoutes } from '../routes/organizations/index.ts';
import { pronunciationDictRoutes } from '../routes/pronunciation-dicts/index.ts';
import { conversationSockets } from '../routes/conversations/event-schemas.ts';
import { addClientPackage } from '../routes/client-package/index.ts';
import { addPlayer } from '../routes/player/index.ts';
import { shareRoutes } from '../routes/shares/index.ts';
import { hearingSockets } from '../routes/stt/event-schemas.ts';
import { socketSchemas } from '../routes/tts/event-schemas.ts';
import { readOutputFormat } from '../routes/tts/output-format.ts';
import type { SpeechRequestReader } from '../routes/tts/speech-request.ts';
import { sttRoutes } from '../routes/stt/index.ts';
import { sttMetrics, type SttMetrics } from '../routes/stt/metrics.ts';
import { speechMetrics, type SpeechMetrics } from '../routes/tts/index.ts';
import { usageRoutes } from '../routes/usage/index.ts';
import { webhookRoutes } from '../routes/webhooks/index.ts';
import { newestVersion } from '../versions/index.ts';
import { liveCatalogue } from '../voices/catalogue.ts';
import { voiceLibrary, type VoiceLibrary } from '../voices/library.ts';
import { userAgentOf } from '../webhooks/delivery.ts';

export interface BuiltApp {
  readonly app: FastifyInstance;
  readonly metrics: ServerMetrics;
  /** To be closed when no request runs any more. Undefined where requests are not kept. */
  readonly requestLog: RequestRecorder | undefined;
  /** Of all listeners that serve it. */
  readonly connectionsPerAddress: ConnectionsPerAddress;
  /** For the terminal of the process. */
  readonly signInLinks: SignInLinks;
  /** For the jobs that speak. */
  readonly reader: SpeechRequestReader;
}

/** Registers every family of routes, in the order of the reference. */
export async function buildApp(options: AppOptions): Promise<BuiltApp> {
  const { config, store, secrets, scheduler, limiters, version = '0.0.0' } = options;
  const { publicUrl } = config;
  const app = fastify(
    serverOptions({
      logger: options.logger,
      publicUrl,
      requestTimeoutMs: config.requestTimeoutMs,
      headersTimeoutMs: config.headersTimeoutMs,
      keepAliveMs: config.keepAliveMs,
      trustedProxies: config.trustedProxies,
    }),
  );
  const tokens = accessTokens(secrets.key('access-token'));
  const voices = voiceLibrary(
    store.voices,
    scheduler,
    liveCatalogue(() => scheduler.known),
  );
  const reader = speechRequestReader(options, voices);
  const connectionsPerAddress = new ConnectionsPerAddress({
    limit: config.maxConnectionsPerAddress,
    isProxy: trustedProxies(config.trustedProxies ?? []),
  });
  const sessions = new Sessions({
    store,
    idleSeconds: config.sessionIdleSeconds,
    maxSeconds: config.maxSessionSeconds,
  });
  const signInLinks = new SignInLinks();
  const requestLog = await addHttp(app, options, { tokens, sessions, connections: connectionsPerAddress });
  const { registry } = app.metrics;
  addEngineMetrics(registry, scheduler);
  const metrics = serverMetrics(registry, options);
  const speech = speechMetrics(registry);
  const hearingMetrics = sttMetrics(registry);
  followRevocations(app, options);
  const failedSignIns = new FailedSignIns({ sessions: store.sessions, addresses: app.failedCredentials, limiters });
  await app.register(
    docsRoutes({
      ...{ settings: renderSettings(), socket: socketSchemas, version, publicUrl },
      sockets: [...hearingSockets, ...conversationSockets],
    }),
  );
  await addVoiceRoutes(app, options, voices);
  await app.register(localeRoutes());
  await app.register(accentRoutes());
  const agentParts = {
    agents: new AgentService({ store, voices, models: options.languageModels }),
    tools: new ToolService({ store, secrets, allowPrivate: config.allowPrivateWebhooks }),
  };
  await addAgentRoutes(app, options, agentParts);
  await addVoiceChanger(app, options, reader);
  await addInfill(app, options, reader);
  await addSpeechRoutes(app, options, { reader, voices, metrics: speech });
  await addHearingRoutes(app, options, hearingMetrics);
  const conversationParts = { ...agentParts, reader, registry, metrics: speech, hearingMetrics, tokens };
  await addConversationRoutes(app, options, conversationParts);
  await addOrganizationRoutes(app, options, { voices, tokens, failedSignIns });
  await addTrainingRoutes(app, options);
  await addBookRoutes(app, options, reader);
  await addModelRoutes(app, options);
  await addConsole(app, options, { sessions, links: signInLinks, failedSignIns, speech });
  return { app, metrics, requestLog, connectionsPerAddress, signInLinks, reader };
}

function newAuthenticator(
  app: FastifyInstance,
  { config, store }: AppOptions,
  { tokens, sessions }: Pick<Credentials, 'tokens' | 'sessions'>,
): Authenticator {
  return createAuthenticator({
    apiKeys: store.apiKeys,
    sessions,
    verifyToken: tokens.verify,
    cacheMs: config.keyCacheMs,
    offlineMs: config.offlineMs,
    onOffline: (isOffline) =>
      isOffline
        ? app.log.warn('the database does not answer: known keys are taken as it confirmed them last')
        : app.log.info('the database answers again'),
  });
}

/** A revoked key is forgotten, and what was opened with it, or with a session that ended, ends. */
function followRevocations(app: FastifyInstance, { store }: AppOptions): void {
  const unsubscribe = store.revocations.subscribe((id) => {
    app.authenticator.revoke(id);
    app.connections.revoke(id);
  });
  app.addHook('onClose', (_app, done) => {
    unsubscribe();
    done();
  });
}

/** What is asked before it is known who a request acts for. */
interface Credentials {
  readonly tokens: AccessTokens;
  readonly sessions: Sessions;
  readonly connections: ConnectionsPerAddress;
}

/** What every request meets before its route. */
async function addHttp(
  app: FastifyInstance,
  options: AppOptions,
  { tokens, sessions, connections }: Credentials,
): Promise<RequestRecorder | undefined> {
  const { config, store, secrets, limiters, readiness, isLeaving, isDraining, logger, meter } = options;
  const limits = {
    calls: limiters.inFlight('calls', config.maxCalls),
    contexts: limiters.inFlight('contexts', config.maxContexts),
    recognitions: limiters.inFlight('recognitions', config.maxStt),
    sockets: limiters.inFlight('sockets', config.maxSockets),
  };
  const authenticator = newAuthenticator(app, options, { tokens, sessions });
  const budgets = new KeyBudgets({ usage: store.usage, flush: () => meter.flush() });
  meter.onAdd(({ capability, apiKeyId, credits }) => {
    if (capability === 'tts') budgets.spent(apiKeyId, credits);
  });
  const metrics = createMetrics({ limits, process: true });
  const requestLog = openRequestLog(config, store, metrics, logger);
  await registerHttp(app, {
    authenticator,
    sessions,
    idempotency: { keys: store.idempotencyKeys, secrets },
    limits,
    budgets,
    failedCredentials: limiters.bucket('failed-credentials', {
      ...failedCredentialRate,
      ...(config.failedCredentialBurst !== undefined && { burst: config.failedCredentialBurst }),
    }),
    connections,
    metrics,
    requestLog,
    activity: meter.activity,
    readiness,
    hasKeys: options.hasKeys,
    isLeaving,
    isDraining,
    publicUrl: config.publicUrl,
    metricsRoute: config.metrics,
    allowedOrigins: config.corsOrigins,
    serverVersion: options.version ?? '0.0.0',
    openApiAddition: withExamples,
    webSocket: { maxMessageBytes: Math.max(config.maxMessageBytes, audioFrameBytes) },
    outbound: connectionLimits(config),
  });
  return requestLog;
}

/** Agents, their tools, their calls, and the webhooks they tell of these. */
async function addAgentRoutes(
  app: FastifyInstance,
  { config, store, blobs, secrets, limiters, calls, languageModels, version = '0.0.0' }: AppOptions,
  { agents, tools }: { readonly agents: AgentService; readonly tools: ToolService },
): Promise<void> {
  // Escaped and indented, the same JSON may be three times as long.
  const maxBodyBytes = 3 * maxAgentBytes;
  await app.register(agentRoutes({ agents, models: agentModels(languageModels), tools, maxBodyBytes }));
  await app.register(legacyAgentRoutes({ agents }));
  addCallMetrics(app.metrics.registry, calls);
  await app.register(callRoutes({ calls, blobs }));
  const { maxMetricsPerAgent: maxPerAgent, maxExportedRows } = config;
  await app.register(metricRoutes({ metrics: new MetricService({ store, maxPerAgent, maxExportedRows }) }));
  await app.register(notImplementedRoutes());
  const userAgent = userAgentOf(version);
  const { allowPrivateWebhooks: allowPrivate } = config;
  await app.register(webhookRoutes({ store, secrets, limiters, allowPrivate, userAgent }));
}

/** Speech to text. */
async function addHearingRoutes(
  app: FastifyInstance,
  { config, recognizers, meter }: AppOptions,
  metrics: SttMetrics,
): Promise<void> {
  await app.register(
    sttRoutes({
      pool: recognizers,
      usage: meter,
      metrics,
      patience: patienceOf(config),
      limits: { maxFileBytes: config.sttMaxBytes },
      socketLimits: connectionLimits(config),
      idleMs: config.hearingIdleMs,
      publicUrl: config.publicUrl,
    }),
  );
}

interface OrganizationParts {
  readonly voices: VoiceLibrary;
  readonly tokens: AccessTokens;
  readonly failedSignIns: FailedSignIns;
}

/** Access tokens, people, keys and usage. */
async function addOrganizationRoutes(
  app: FastifyInstance,
  { config, store, meter, limiters }: AppOptions,
  { voices, tokens, failedSignIns }: OrganizationParts,
): Promise<void> {
  const { publicUrl } = config;
  await app.register(accessTokenRoutes({ tokens, publicUrl }));
  const { invitesPerHour, keepRequests, keepRequestsDays } = config;
  const keep = { requests: keepRequests, days: keepRequestsDays };
  await app.register(organizationRoutes({ store, publicUrl, limiters, invitesPerHour, keep }));
  const requestsPerMinute = config.acceptancesPerMinute;
  await app.register(invitationRoutes({ store, limiters, requestsPerMinute, failedSignIns }));
  await app.register(apiKeyRoutes({ store, flush: () => meter.flush() }));
  await app.register(
    usageRoutes({
      store,
      meter,
      activity: meter.activity,
      voiceName: async (id, organizationId) => (await voices.get(id, organizationId))?.name,
    }),
  );
}

/** Models in the data folder, for those who run the server. */
async function addModelRoutes(app: FastifyInstance, { config, store, installer }: AppOptions): Promise<void> {
  const { dataDir, modelsMemory: memoryBytes, modelRoutes: isOn } = config;
  await app.register(modelRoutes({ installer, dataDir, memoryBytes, operator: new Operator(store), isOn }));
}

interface ConsoleParts {
  readonly sessions: Sessions;
  readonly links: SignInLinks;
  readonly failedSignIns: FailedSignIns;
  readonly speech: SpeechMetrics;
}

async function addConsole(
  app: FastifyInstance,
  { config, store, blobs, limiters, scheduler, recognizers, readiness, version = '0.0.0' }: AppOptions,
  { sessions, links, failedSignIns, speech }: ConsoleParts,
): Promise<void> {
  const { publicUrl, dataDir, modelRoutes } = config;
  const { limits } = app;
  const shares = new ShareService({ store, maxDays: config.shareMaxDays });
  await app.register(shareRoutes({ shares, blobs, limiters }));
  addPlayer(app);
  addClientPackage(app);
  const serverState = () =>
    readServerState({ dataDir, modelRoutes, version, scheduler, limits, metrics: speech, readiness, store });
  await app.register(
    consoleRoutes({
      store,
      sessions,
      links,
      failedSignIns,
      limits: {
        ...{ clipBytes: config.maxClipBytes, fileBytes: config.maxFileBytes },
        ...{ sttBytes: config.sttMaxBytes, bookBytes: config.bookMaxBytes },
      },
      recognizers: () => recognizers.descriptors,
      engines: () => scheduler.engines,
      history: new HistoryService({ store, limits: { days: config.historyDays, bytes: config.historyBytes } }),
      shares,
      blobs,
      readFormat: (format) => readOutputFormat(format, newestVersion),
      publicUrl,
      version,
      serverState,
    }),
  );
}

/** Files, what voices are trained from, and how words are said. */
async function addTrainingRoutes(app: FastifyInstance, { config, store, blobs, scheduler }: AppOptions): Promise<void> {
  const { maxFileBytes } = config;
  await app.register(fileRoutes({ store, blobs, maxFileBytes }));
  await app.register(datasetRoutes({ store, blobs, maxFileBytes }));
  await app.register(
    fineTuneRoutes({
      store,
      source: scheduler,
      listedVoice: voiceInLists,
    }),
  );
  await app.register(pronunciationDictRoutes({ store }));
}
