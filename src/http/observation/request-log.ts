/** Tells the request log and the activity of every request whose credential was valid, once its response or its socket has ended. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorRegistry, type ErrorCode } from '../../errors/registry.ts';
import { upgradedRequest, type UpgradedRequest } from '../sockets/upgraded-request.ts';
import type { RequestLogRow, RequestTransport } from '../../store/index.ts';
import type { ActivityCounter, ActivityKind } from '../../usage/activity.ts';
import type { RequestRecorder } from './request-recorder.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its requests are counted as such activity of the organization. Default: they are not. */
    activity?: ActivityKind;
  }
  interface FastifyRequest {
    /** The voice that its request is counted under; empty as long as it is not known. */
    activityVoice: string;
  }
  interface FastifyInstance {
    /** Null where nothing is counted. */
    readonly activity: Pick<ActivityCounter, 'request'> | null;
    /** Null where requests are not kept. */
    readonly requestLog: Pick<RequestRecorder, 'add'> | null;
  }
}

/** How a request ended. */
export interface RequestEnd {
  readonly status: number;
  readonly errorCode: string | null;
  /** The client left or cancelled before the end. */
  readonly isAborted: boolean;
  readonly durationMs: number;
}

export interface RequestSinks {
  readonly recorder: Pick<RequestRecorder, 'add'> | undefined;
  readonly activity: Pick<ActivityCounter, 'request'> | undefined;
}

/** Must be called before the hooks that refuse requests. */
export function addRequestLog(app: FastifyInstance, { recorder, activity }: RequestSinks): void {
  app.decorate('requestLog', recorder ?? null);
  app.decorate('activity', activity ?? null);
  app.decorateRequest('activityVoice', '');
  if (recorder === undefined && activity === undefined) return;
  const add = (request: FastifyRequest | UpgradedRequest, end: RequestEnd, transport: RequestTransport): void => {
    if (request.identifiedPrincipal === null) return;
    recorder?.add(entryOf(request, end, { id: request.id, transport, context_id: null }));
    // Of a socket that speaks its contexts are counted.
    const { activity: kind } = request.routeOptions.config;
    if (end.status === 101 && kind === 'tts') return;
    countActivity(request, end, 'activityVoice' in request ? request.activityVoice : '');
  };
  /** Requests for a socket that was not opened yet. */
  const upgrades = new WeakMap<IncomingMessage, { readonly request: FastifyRequest; readonly reply: FastifyReply }>();
  app.websocketServer.on('connection', (socket, raw) => {
    const opened = upgrades.get(raw);
    if (opened === undefined) return;
    upgrades.delete(raw);
    const request = upgradedRequest(opened.request);
    const startedAt = performance.now() - opened.reply.elapsedTime;
    socket.on('close', () => {
      const durationMs = performance.now() - startedAt;
      add(request, { status: 101, errorCode: null, isAborted: false, durationMs }, 'websocket');
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.public === true) return done();
    if (request.ws) {
      upgrades.set(request.raw, { request, reply });
      reply.raw.once('close', () => {
        if (upgrades.delete(request.raw)) add(request, endOf(request, reply), 'websocket');
      });
    }
    // It comes once.
    else reply.raw.on('close', () => add(request, endOf(request, reply), transportOf(reply)));
    done();
  });
}

/** What an entry says of a request. */
type LoggedRequest = Pick<UpgradedRequest, 'id' | 'method' | 'identifiedPrincipal' | 'routeOptions' | 'server'>;

function countActivity(
  request: LoggedRequest,
  { status, errorCode }: Pick<RequestEnd, 'status' | 'errorCode'>,
  voiceId: string,
): void {
  const { activity: capability } = request.routeOptions.config;
  if (capability === undefined || request.identifiedPrincipal === null) return;
  const { organizationId, keyId: apiKeyId } = request.identifiedPrincipal;
  // A stream that has begun tells of its error in an event, behind the status 200.
  const ended = errorCode === null || status >= 400 ? status : statusOf(errorCode, status);
  request.server.activity?.request({ organizationId, apiKeyId, capability, voiceId }, ended);
}

function statusOf(errorCode: string, status: number): number {
  return Object.hasOwn(errorRegistry, errorCode) ? errorRegistry[errorCode as ErrorCode].status : status;
}

/**
 * One context of a socket begins, or a message comes that begins none.
 * @param contextId the client's name for it, where the message had one
 * @returns what is called with how it ended
 */
export function logContext(request: LoggedRequest, contextId: string | undefined) {
  const startedAt = performance.now();
  return ({
    voiceId = '',
    ...ended
  }: Omit<RequestEnd, 'durationMs'> & { readonly voiceId?: string | undefined }): void => {
    const end = { ...ended, durationMs: performance.now() - startedAt };
    countActivity(request, end, voiceId);
    const entry = {
      id: randomUUID(),
      transport: 'websocket' as const,
      // PostgreSQL has no text with this character.
      context_id: contextId?.replaceAll('\0', '\uFFFD') ?? null,
    };
    request.server.requestLog?.add(entryOf(request, end, entry));
  };
}

/** The client left before there was an answer; no status of HTTP, but the one that nginx writes into its log. */
const clientLeft = 499;

function endOf(request: FastifyRequest, reply: FastifyReply): RequestEnd {
  return {
    status: reply.raw.headersSent || reply.raw.writableEnded ? reply.statusCode : clientLeft,
    errorCode: request.errorCode,
    isAborted: !reply.raw.writableFinished,
    durationMs: reply.elapsedTime,
  };
}

function transportOf(reply: FastifyReply): RequestTransport {
  const type = reply.raw.getHeader('content-type');
  return typeof type === 'string' && type.startsWith('text/event-stream') ? 'sse' : 'http';
}

function entryOf(
  request: LoggedRequest,
  { status, errorCode, isAborted, durationMs }: RequestEnd,
  { id, transport, context_id }: Pick<RequestLogRow, 'id' | 'transport' | 'context_id'>,
): RequestLogRow {
  const principal = request.identifiedPrincipal!;
  const { organizationId, keyId } = principal;
  return {
    id,
    transport,
    context_id,
    organization_id: organizationId,
    created_at: new Date(Date.now() - durationMs).toISOString(),
    request_id: request.id,
    method: request.method,
    route: templateOf(request.routeOptions.url ?? ''),
    status,
    duration_ms: Math.round(durationMs * 10) / 10,
    key_id: keyId,
    error_code: errorCode,
    aborted: isAborted ? 1 : 0,
    session_id: principal.kind === 'session' ? principal.sessionId : null,
  };
}

const templates = new Map<string, string>();

/** `/voices/:id` as the reference writes it. There are as many as routes. */
function templateOf(url: string): string {
  let template = templates.get(url);
  if (template === undefined) templates.set(url, (template = url.replaceAll(/:(\w+)/g, '{$1}')));
  return template;
}
