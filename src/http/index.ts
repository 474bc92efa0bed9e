/** What every request meets, wired in the order of docs/rules.md#check-order: 404/405, version, 401, 403, 429, 415, body, object. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ServiceError } from '../errors/service-error.ts';
import type { OutboundLimits } from '../timing/outbound-flow.ts';
import type { ActivityCounter } from '../usage/activity.ts';
import { memoryBucket, type RateLimiter } from '../limits/rate.ts';
import { addAuthentication } from './credentials/authentication.ts';
import type { Authenticator } from '../identity/authenticator.ts';
import { addClientAddress, proxyForms, trustedProxies } from './requests/client-address.ts';
import { routedUrl } from './credentials/console-path.ts';
import { addConnectionEnds } from './sockets/connection-ends.ts';
import { ConnectionRegistry } from './sockets/connection-registry.ts';
import { ConnectionsPerAddress, limitForwarded } from './connections-per-address.ts';
import { addErrorHandler, sendFrameworkError } from './requests/errors.ts';
import { FailedCredentials, failedCredentialRate } from '../identity/failed-credentials.ts';
import { addIgnoredFields } from './requests/ignored-fields.ts';
import { addHealth, type Readiness } from './observation/health.ts';
import { addIdempotency, type IdempotencyOptions } from './requests/idempotency.ts';
import { addBudgets, addLimits, type Budgets, type Limits } from './requests/limits.ts';
import { connectionDefaults, listenerOptions, type ListenerLimits } from './listener.ts';
import { RequestLogController } from './observation/log-controller.ts';
import { addRequestLog } from './observation/request-log.ts';
import type { RequestRecorder } from './observation/request-recorder.ts';
import { addMetrics, type Metrics } from './observation/metrics.ts';
import { addOpenApi, type OpenApiAddition } from './openapi.ts';
import { onClientError } from './requests/raw-errors.ts';
import { addCors, addJsonBodies, addRequestId, checkHeaders, type AllowedOrigins } from './requests/requests.ts';
import { addRouting } from './requests/routing.ts';
import { requireSameOrigin } from './credentials/same-origin.ts';
import { addScopes } from './credentials/scopes.ts';
import { serializerCompiler } from './requests/serializer.ts';
import { addCookies } from './credentials/session-cookie.ts';
import type { Sessions } from '../identity/sessions.ts';
import { validatorCompiler } from './requests/validation.ts';
import { decorateVersion, requireVersion } from './requests/versions.ts';
import { addWebSockets, checkUpgrades, type WebSocketOptions } from './sockets/websocket.ts';

export { commitBlob, keepAudio, type UncommittedBlob } from './requests/audio-upload.ts';
export type { RouteAuth } from './credentials/authentication.ts';
export { addressGroup, proxyForms, trustedProxies } from './requests/client-address.ts';
export { sendObject } from './requests/download.ts';
export { CompressedText } from './requests/compressed-text.ts';
export type { ConnectionLimits } from './sockets/connection.ts';
export { connectionEndReasons, type ConnectionEndReason } from './sockets/connection-ends.ts';
export { credentialOf, type OpenConnection } from './sockets/connection-registry.ts';
export { MessageRate } from './sockets/message-rate.ts';
export type { SocketControl, SocketProtocol, SocketSend } from './sockets/protocol.ts';
export { serveSocket, type SocketOptions } from './sockets/serve.ts';
export type { UpgradedRequest } from './sockets/upgraded-request.ts';
export { audioFrameBytes, upgradeRequired } from './sockets/websocket.ts';
export { ConnectionsPerAddress, type ConnectionsPerAddressOptions } from './connections-per-address.ts';
export {
  baseUrl,
  errorBody,
  errorEvent,
  errorResponses,
  errorSchema,
  toServiceError,
  type ErrorBody,
  type ErrorEvent,
} from './requests/errors.ts';
export type { HearingReport, Readiness } from './observation/health.ts';
export { untilClientLeaves } from './requests/client-left.ts';
export { ResponseBody, type ResponseBodyOptions } from './response-body.ts';
export { responseStream, type BodyPiece } from './response-stream.ts';
export { HttpError } from './requests/http-error.ts';
export {
  isOpenAiPath,
  openAiErrorBody,
  openAiErrorResponses,
  openAiErrorSchema,
  type OpenAiErrorBody,
} from './requests/openai-shape.ts';
export { IdempotentRequest, type IdempotencyOptions } from './requests/idempotency.ts';
export { acquireLease, type Limits } from './requests/limits.ts';
export { formOutputFormat, outputFormatFields, type FormOutputFormat } from './requests/output-format-form.ts';
export { addClientErrors, Listener, listenerOptions, type ListenerLimits } from './listener.ts';
export { createLogger, type LogOptions } from './observation/log.ts';
export { createMetrics, readGauge, type Metrics, type MetricsOptions } from './observation/metrics.ts';
export {
  clampedPageFields,
  pageFields,
  pageOf,
  pageQuery,
  pageSchema,
  paginate,
  type Page,
  type PageQuery,
} from './requests/pagination.ts';
export { queryBoolean, queryInteger, queryList, queryTime } from './requests/query.ts';
export { logContext } from './observation/request-log.ts';
export { RequestRecorder, type RequestRecorderOptions } from './observation/request-recorder.ts';
export { noticeHeader, type AllowedOrigins } from './requests/requests.ts';
export { consoleApiPath } from './credentials/console-path.ts';
export { permissionsFor } from './credentials/route-permissions.ts';
export { clearSessionCookie, sessionTokenOf, setSessionCookie } from './credentials/session-cookie.ts';
export { isLocalRequest, isLoopback } from './credentials/local-request.ts';
export { scopesFor, type RouteScopes } from './credentials/scopes.ts';
export {
  acceptUploads,
  addUploads,
  readUpload,
  readUploads,
  uploadBody,
  type Upload,
  type UploadRules,
} from './requests/uploads.ts';
export { keptBytes } from './requests/kept-bytes.ts';
export { invalidRequest, parseWith } from '../errors/validation.ts';
export { apiVersions, newestVersion, type ApiVersion } from './requests/versions.ts';

export interface ServerOptions extends ListenerLimits {
  readonly logger?: FastifyBaseLogger | undefined;
  /** Longest body in bytes of a route that sets no own limit. Default 2 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** See {@link HttpOptions.publicUrl}. */
  readonly publicUrl?: string | undefined;
  /**
   * Proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are believed, as {@link proxyForms} says. Default none.
   * @throws {TypeError} for an entry of another form
   */
  readonly trustedProxies?: readonly string[] | undefined;
}

/** The options with which the Fastify instance for {@link registerHttp} must be made: `fastify(serverOptions({…}))`. */
export function serverOptions(options: ServerOptions = {}): FastifyHttpOptions<RawServerDefault> {
  const { logger, maxBodyBytes = 2 * 1024 * 1024, publicUrl, trustedProxies: proxies = [] } = options;
  const isTrusted = trustedProxies(proxies);
  if (isTrusted === undefined) throw new TypeError(`trusted proxies are ${proxyForms}`);
  const http = listenerOptions(options);
  return {
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    logController: new RequestLogController(logger),
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    ...(proxies.length > 0 && { trustProxy: isTrusted }),
    // Fastify sets these two anew.
    requestTimeout: http.requestTimeout!,
    keepAliveTimeout: http.keepAliveTimeout!,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    http,
    rewriteUrl: routedUrl,
    // While it drains, the server answers in its own error form and goes on showing its health.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendFrameworkError(error, request, reply, publicUrl),
    clientErrorHandler(this: FastifyInstance, error, socket) {
      onClientError(this.connectionEnds, error, socket);
    },
  };
}

export interface HttpOptions {
  readonly authenticator: Authenticator;
  readonly limits: Limits;
  /** Default: every key may speak as much as it likes. */
  readonly budgets?: Budgets | undefined;
  /** Of the console; without it there is none. */
  readonly sessions?: Sessions | undefined;
  /** Counts credentials that are not good, by address. Default 100 at once and 1 a second, in this process. */
  readonly failedCredentials?: RateLimiter | undefined;
  /** Default 1,000 of an address, and no proxies. */
  readonly connections?: ConnectionsPerAddress | undefined;
  readonly metrics: Metrics;
  /** Without it routes take no `Idempotency-Key`. */
  readonly idempotency?: IdempotencyOptions | undefined;
  readonly readiness: Readiness;
  /** Settles when credentials can be checked: requests that need one wait. Default: they can. */
  readonly hasKeys?: Promise<unknown> | undefined;
  /** While true, every route but the public ones answers 503. */
  readonly isDraining?: (() => boolean) | undefined;
  /** While true, each answer ends its connection, so that the next request may go to another node. Default `isDraining`. */
  readonly isLeaving?: (() => boolean) | undefined;
  /** Whether `GET /metrics` exists. Default true. */
  readonly metricsRoute?: boolean | undefined;
  /** Web pages that may call. Default `*`. */
  readonly allowedOrigins?: AllowedOrigins | undefined;
  /** The address clients reach the server at, for `doc_url`; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
  /** The server's own version, shown in the OpenAPI document. Default `0.0.0`. */
  readonly serverVersion?: string | undefined;
  /** What is put into the OpenAPI document beside the routes. Default nothing. */
  readonly openApiAddition?: OpenApiAddition | undefined;
  readonly webSocket?: WebSocketOptions | undefined;
  /** Of answers that stream; default those of `OutboundFlow`. */
  readonly outbound?: OutboundLimits | undefined;
  /** Where the requests of organizations are kept; without it they are not. */
  readonly requestLog?: Pick<RequestRecorder, 'add'> | undefined;
  /** Counts requests of the routes that say so; without it none are counted. */
  readonly activity?: Pick<ActivityCounter, 'request'> | undefined;
  /** Header fields of a request; one with more is 431. Default 100. */
  readonly maxHeaders?: number | undefined;
}

/** The instance that route plugins get: its handlers' types follow from their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Must be awaited on the root instance before any route is added. */
export async function registerHttp(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const { authenticator, allowedOrigins = '*', isDraining = () => false, isLeaving = isDraining } = options;
  const { failedCredentials: rate = memoryBucket(failedCredentialRate) } = options;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addErrorHandler(app, options.publicUrl);
  decorateVersion(app);
  await addWebSockets(app, options.webSocket);

  addRequestId(app);
  addRequestLog(app, { recorder: options.requestLog, activity: options.activity });
  addClientAddress(app);
  addConnectionEnds(app, options.metrics);
  app.decorate('connections', new ConnectionRegistry());
  app.decorate('outboundLimits', options.outbound ?? {});
  addCors(app, allowedOrigins);
  limitForwarded(app, options.connections ?? new ConnectionsPerAddress());
  checkHeaders(app, options.maxHeaders ?? connectionDefaults.maxHeaders);
  addRouting(app);
  checkUpgrades(app);
  requireVersion(app);
  if (options.hasKeys !== undefined) waitForKeys(app, options.hasKeys);
  requireSameOrigin(app, options.publicUrl);
  await addCookies(app);
  const failedCredentials = new FailedCredentials({ authenticator, rate });
  app.decorate('failedCredentials', failedCredentials);
  addAuthentication(app, { authenticator, failedCredentials, allowedOrigins, sessions: options.sessions });
  addScopes(app);
  refuseWhileDraining(app, isDraining, isLeaving);
  addBudgets(app, options.budgets ?? { check: () => Promise.resolve() });
  addLimits(app, options.limits);
  addJsonBodies(app);
  addIgnoredFields(app);
  addIdempotency(app, options.idempotency);

  await addOpenApi(app, options.serverVersion ?? '0.0.0', options.openApiAddition);
  addMetrics(app, options.metrics, options.metricsRoute ?? true);
  addHealth(app, options.readiness);
}

/** The listeners are open before the keys of a first start are made; a request of that moment is not refused for an unknown key. */
function waitForKeys(app: FastifyInstance, hasKeys: Promise<unknown>): void {
  let isWaiting = true;
  const ended = hasKeys.then(
    () => void (isWaiting = false),
    () => new ServiceError('unavailable', 'The server does not start.'),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWaiting || request.routeOptions.config.public === true) return done();
    void ended.then((error) => done(error ?? undefined));
  });
}

function refuseWhileDraining(app: FastifyInstance, isDraining: () => boolean, isLeaving: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isLeaving() && !request.ws) reply.header('connection', 'close');
    const refused = isDraining() && request.routeOptions.config.public !== true;
    done(refused ? new ServiceError('unavailable', 'The server is shutting down.') : undefined);
  });
}
