/** Conversations with agents over sockets, and the tokens with which browsers open them. */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  audioFrameBytes,
  baseUrl,
  errorResponses,
  serveSocket,
  upgradeRequired,
  type App,
  type ConnectionLimits,
  type SocketControl,
  type SocketProtocol,
  type SocketSend,
} from '../../http/index.ts';
import { invalidField } from '../../errors/service-error.ts';
import { AgentSocket } from './agent-socket.ts';
import type { ConversationProtocolOptions } from './conversation-protocol.ts';
import { HeldConversation } from './held-conversation.ts';
import { prepareConversation, type ConversationRouteOptions } from './preparation.ts';
import { sessionBody, together, type SessionSettings } from './schema.ts';
import { StreamSocket } from './stream-socket.ts';
import { sealSession, sessionOf, sessionSeconds, useSession } from './session-tokens.ts';

export type { ConversationRouteOptions } from './preparation.ts';

/** Of a token: it stands in an address, and servers and proxies limit those. */
const maxTokenBytes = 8192;

const tags = ['Conversations'];
const params = z.object({ agent_id: z.string() });

/** `/v1/agents/websocket/{agent_id}` with its sessions, and its older form `/agents/stream/{agent_id}`. */
export function conversationRoutes(options: ConversationRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addSocket(app, options, {
      url: '/v1/agents/websocket/:agent_id',
      summary: 'Talk to an agent',
      description:
        'Messages are JSON in text frames, with audio in base64. The first one is `session_create`, within 10 seconds; `session_ready` answers it. The published version of the agent is the one that is talked to until the end.',
      open: (parts) => new AgentSocket(parts),
    });
    addSocket(app, options, {
      url: '/agents/stream/:agent_id',
      summary: 'Talk to an agent, older form',
      description:
        'Messages are JSON in text frames, of which `event` says what they are. The first one is `start`, within 10 seconds; `ack` answers it. New clients use `/v1/agents/websocket/{agent_id}`.',
      open: (parts) => new StreamSocket(parts),
    });
    addSessions(app, options);
    done();
  };
}

interface SocketRoute {
  readonly url: string;
  readonly summary: string;
  readonly description: string;
  readonly open: (parts: ConversationProtocolOptions) => SocketProtocol;
}

function addSocket(
  app: App,
  options: ConversationRouteOptions,
  { url, summary, description, open }: SocketRoute,
): void {
  /** What was found and reserved before the upgrade. */
  const prepared = new WeakMap<FastifyRequest, HeldConversation>();
  app.route({
    method: 'GET',
    url,
    config: { auth: 'agent', concurrencyLimit: 'calls', spendsBudget: true },
    // Before the upgrade, so that what is wrong is an answer.
    preHandler: async (request, reply) => {
      const { agent_id: agentId } = request.params;
      const session = sessionOf(request.principal, agentId, options.secrets);
      const agent = await options.agents.get(request.principal.organizationId, agentId);
      const prepare = (settings: SessionSettings) => prepareConversation(request, agent, settings, options);
      const held = new HeldConversation(await prepare(session), (settings) => prepare(together(session, settings)));
      // A browser does not tell its page why a handshake was refused: the page asks again without one.
      if (!request.ws) return held.release();
      const { socket } = reply.raw;
      if (socket === null || socket.destroyed) held.release();
      else socket.once('close', () => held.release());
      await useSession(request.principal, options.sessionUses).catch((error: unknown) => {
        held.release();
        throw error;
      });
      prepared.set(request, held);
    },
    schema: {
      ...{ tags, summary, description, params },
      response: {
        101: z.null().describe('The connection is a WebSocket from here on.'),
        ...errorResponses(400, 401, 402, 403, 404, 426, 429, 503),
      },
    },
    handler: () => {
      throw upgradeRequired('The agent can be talked to here, over a WebSocket connection.');
    },
    wsHandler: (socket, request) =>
      serveSocket(socket, request, {
        transport: 'agent',
        limits: limitsOf(options),
        open: (send: SocketSend, control: SocketControl) =>
          open({ request, routes: options, send, control, ...prepared.get(request)!.parts }),
      }),
  });
}

/** Frames hold audio in base64. */
function limitsOf({ socketLimits }: ConversationRouteOptions): ConnectionLimits {
  const { maxMessageBytes = audioFrameBytes } = socketLimits;
  return { ...socketLimits, maxMessageBytes: Math.max(audioFrameBytes, maxMessageBytes) };
}

function addSessions(app: App, { agents, tokens, secrets, publicUrl }: ConversationRouteOptions): void {
  app.post(
    '/v1/agents/websocket/:agent_id/sessions',
    {
      schema: {
        tags,
        summary: 'Make a token for one conversation',
        description:
          'For clients such as browsers: the token opens one conversation with this agent, within five minutes, and nothing else. What the body gives holds for that conversation; the client that carries the token cannot read it.',
        params,
        body: sessionBody,
        response: {
          201: z
            .object({ token: z.string(), expires_at: z.string().describe('ISO 8601 date and time.') })
            .meta({ id: 'AgentSession' }),
          ...errorResponses(400, 401, 403, 404, 500),
        },
      },
    },
    async (request, reply) => {
      const { organizationId, keyId } = request.principal;
      const { agent_id: agentId } = request.params;
      const { id } = await agents.get(organizationId, agentId);
      const expiresAt = new Date(Date.now() + sessionSeconds * 1000);
      const token = await tokens.mint({
        ...{ organizationId, keyId, grants: ['agent'], seconds: sessionSeconds },
        issuer: baseUrl(request, publicUrl),
        session: { agentId: id, sealed: sealSession(secrets, request.body ?? {}) },
      });
      if (token.length > maxTokenBytes) {
        throw invalidField('config_overrides', 'Too long for a token, which has to fit into the address of a socket');
      }
      return reply.code(201).send({ token, expires_at: expiresAt.toISOString() });
    },
  );
}
