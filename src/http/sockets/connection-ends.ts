/** Why the server ended a connection: one list, one counter, one line of the log (docs/rules.md#connection-ends). */
import type { Duplex } from 'node:stream';
import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { upgradedRequest, UpgradedRequest } from './upgraded-request.ts';
import type { Metrics } from '../observation/metrics.ts';

/** Every reason for which the server ends a connection, with what it means. */
export const connectionEndReasons = {
  stalled: 'The client takes nothing and has played what it has.',
  flooded: 'Messages without audio of four times the high-water mark wait for the client.',
  ping_timeout: 'Two pings were not answered.',
  idle: 'A socket had no message and no speech for the idle time.',
  close_timeout: 'The client began to close its socket and did not come to the end of it.',
  credential_expired: 'The key or the access token has expired.',
  credential_revoked: 'The key was revoked, or the one that made the access token.',
  message_too_big: 'A WebSocket message is too long (1009).',
  invalid_utf8: 'A text message is not UTF-8 (1007).',
  protocol_error: 'Another breach of RFC 6455 (1002).',
  speech_failed: 'Speech failed behind its first bytes, which the transport cannot tell otherwise.',
  finished: 'What the client asked for was done, and it asked for the end.',
  recognition_failed: 'No recognizer could hear what the client sent.',
  agent_failed: 'The agent of a conversation failed three times in a row, or the conversation could not go on.',
  invalid_session: 'A conversation was not begun as the interface has it (1008).',
  answer_failed: 'Another answer failed behind its first bytes.',
  upgrade_refused: 'A WebSocket handshake got an error as its answer.',
  invalid_handshake: 'A WebSocket handshake is not one of RFC 6455.',
  upgrade_timeout: 'A WebSocket handshake was not answered in time.',
  headers_timeout: 'The headers of a request did not arrive in time.',
  body_timeout: 'The body of a request did not arrive in time.',
  keep_alive_timeout: 'No further request came.',
  headers_too_large: 'The headers of a request are too long.',
  malformed_request: 'What was sent is not HTTP/1.1.',
  tls_on_plain_port: 'A TLS handshake came to the port without TLS.',
  connect_refused: 'The method CONNECT, which makes a connection something else.',
  connection_limit: 'The address has as many connections as it may.',
  request_limit: 'The connection has had as many requests as it may.',
  tls_timeout: 'The TLS handshake took too long.',
  tls_failed: 'The TLS handshake failed.',
  shutting_down: 'The server stops.',
} as const satisfies Record<string, string>;

/** One of {@link connectionEndReasons}. */
export type ConnectionEndReason = keyof typeof connectionEndReasons;

declare module 'fastify' {
  interface FastifyInstance {
    readonly connectionEnds: ConnectionEnds;
  }
}

/** A request whose answer has not ended, or its socket. */
export type RunningRequest =
  | { readonly request: FastifyRequest; readonly response: ServerResponse }
  | { readonly request: UpgradedRequest; readonly response?: undefined };

export interface SocketEnd {
  /** Default: what the socket itself shows, `http` or `tls`. */
  readonly transport?: string | undefined;
  readonly error?: Error | undefined;
}

/** Lines a second of connections without a request, for each reason: such connections cost their client nothing. */
const maxLines = 10;

/** Counts and logs the connections and answers that the server ends: each once, for the first reason that was given. */
export class ConnectionEnds {
  readonly #counter: Metrics['connectionsEnded'];
  readonly #log: Pick<FastifyBaseLogger, 'info'>;
  readonly #now: () => number;
  readonly #ended = new WeakSet<object>();
  /** The last request of a connection. */
  readonly #requests = new WeakMap<object, RunningRequest>();
  readonly #lines = new Map<ConnectionEndReason, { second: number; written: number; suppressed: number }>();

  /** @param now milliseconds that never go back */
  constructor(
    counter: Metrics['connectionsEnded'],
    log: Pick<FastifyBaseLogger, 'info'>,
    now: () => number = () => performance.now(),
  ) {
    this.#counter = counter;
    this.#log = log;
    this.#now = now;
  }

  /**
   * The server ends the connection of a request.
   * @param transport what it carried: each family of routes has names of its own, of few values
   */
  ofRequest(request: FastifyRequest | UpgradedRequest, transport: string, reason: ConnectionEndReason): void {
    if (!this.#end(request instanceof UpgradedRequest ? request : request.raw, transport, reason)) return;
    // Not with the logger of the request, which is silent on some routes.
    const { id, clientAddress: address } = request;
    this.#log.info({ request_id: id, transport, reason, address }, 'the server ends a connection');
  }

  /** The server ends a connection on which a request may run; without one its lines are limited to ten a second. */
  ofSocket(socket: Duplex, reason: ConnectionEndReason, { transport, error }: SocketEnd = {}): void {
    const shown = transport ?? ('encrypted' in socket ? 'tls' : 'http');
    const running = this.runningOn(socket);
    if (running !== undefined) return this.ofRequest(running.request, shown, reason);
    if (!this.#end(socket, shown, reason)) return;
    const suppressed = this.#takeLine(reason);
    if (suppressed === undefined) return;
    const { remoteAddress: address } = socket as { readonly remoteAddress?: string };
    const line = { transport: shown, reason, address, ...(suppressed > 0 && { suppressed }) };
    this.#log.info({ ...line, ...(error !== undefined && { problem: error.message }) }, 'the server ends a connection');
  }

  /** Whether the server has ended the request or its connection. */
  has(request: FastifyRequest): boolean {
    return this.#ended.has(request.raw) || this.#ended.has(connectionOf(request));
  }

  /** The request on the connection whose answer has not ended. */
  runningOn(socket: object): RunningRequest | undefined {
    return this.#requests.get(socket);
  }

  /** From here on the request runs on its connection, until {@link finished}. */
  began(request: FastifyRequest, response: ServerResponse): void {
    this.#requests.set(connectionOf(request), { request, response });
  }

  /** The request has become a WebSocket: nothing here holds it from here on but what is kept of it. */
  upgraded(request: FastifyRequest): void {
    this.#requests.set(connectionOf(request), { request: upgradedRequest(request) });
  }

  finished(request: FastifyRequest): void {
    const connection = connectionOf(request);
    // With pipelining, the next one may have begun.
    if (this.#requests.get(connection)?.request === request) this.#requests.delete(connection);
  }

  #end(connection: object, transport: string, reason: ConnectionEndReason): boolean {
    if (this.#ended.has(connection)) return false;
    this.#ended.add(connection);
    this.#counter.inc({ transport, reason });
    return true;
  }

  /** @returns how many lines were left out before this one; undefined when this one is */
  #takeLine(reason: ConnectionEndReason): number | undefined {
    const second = Math.floor(this.#now() / 1000);
    const lines = this.#lines.get(reason) ?? { second, written: 0, suppressed: 0 };
    this.#lines.set(reason, lines);
    if (lines.second !== second) Object.assign(lines, { second, written: 0 });
    if (lines.written >= maxLines) {
      lines.suppressed++;
      return undefined;
    }
    lines.written++;
    const { suppressed } = lines;
    lines.suppressed = 0;
    return suppressed;
  }
}

/** Requests that a test injects have no connection. */
function connectionOf({ raw }: { readonly raw: { readonly socket?: object } }): object {
  return raw.socket ?? raw;
}

/** Notes which requests run, and those whose client leaves before their answer has ended. */
export function addConnectionEnds(app: FastifyInstance, metrics: Metrics): void {
  const ends = new ConnectionEnds(metrics.connectionsEnded, app.log);
  app.decorate('connectionEnds', ends);
  app.addHook('onRequest', (request, reply, done) => {
    ends.began(request, reply.raw);
    // It comes once.
    reply.raw.on('close', () => {
      ends.finished(request);
      // A socket has its own end, and an answer that has ended its own line.
      if (request.ws || reply.raw.writableFinished || ends.has(request)) return;
      const phase = reply.raw.headersSent ? 'answer' : 'before_answer';
      metrics.clientsLeft.inc({ phase });
      request.log.info(
        { method: request.method, path: request.routeOptions.url, phase, address: request.clientAddress },
        'the client left',
      );
    });
    done();
  });
}
