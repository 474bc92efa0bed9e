/** The log: JSON lines, or readable lines at a terminal. Never the text that is spoken, never a credential. */
import { createRequire } from 'node:module';
import type { FastifyRequest } from 'fastify';
import { pino, stdSerializers, symbols, type DestinationStream, type Logger } from 'pino';
import type PinoPretty from 'pino-pretty';
import { pathOf } from '../requests/routing.ts';

/** Levels of `SONORANT_LOG_LEVEL`, the most verbose first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogOptions {
  /** Default `info`. */
  readonly level?: LogLevel | undefined;
  /** Readable lines instead of JSON. Default: when the output is a terminal. */
  readonly pretty?: boolean | undefined;
  /** Default: standard output. */
  readonly destination?: DestinationStream | undefined;
}

/** A logger that redacts texts and credentials from whatever it is given. */
export function createLogger(options: LogOptions = {}): Logger {
  const {
    level = 'info',
    destination = process.stdout,
    pretty = destination === process.stdout && process.stdout.isTTY,
  } = options;
  const settings = {
    level,
    serializers: { err: serializeError, req: serializeRequest },
    redact: {
      paths: [
        '*.authorization',
        '*["x-api-key"]',
        '*.api_key',
        '*.access_token',
        '*.transcript',
        'transcript',
        '*.input',
        'input',
      ],
      censor: '[redacted]',
    },
    hooks: { streamWrite: withoutCredentials },
  };
  if (pretty) return pino(settings, linesForPeople(destination));
  return pino(settings, destination === process.stdout ? (standardOutput ??= new StandardOutput()) : destination);
}

/** While lines keep coming, they are written so often. */
const gatherMs = 10;

/** As pino has it: warnings and worse are what is looked for when a process hangs. */
const warning = pino.levels.values.warn!;

/**
 * Writes lines together, since a write takes a tenth of the time of a short request: those of one turn of the event loop, and where
 * some were written less than {@link gatherMs} before, all that come until these are over, or until the end of a turn with a warning or
 * worse. What was said when the process ends is written before it does. A process that is killed hard, or that never comes to the end of
 * its turn, loses what is not written yet: lines of that turn, and those below a warning of the last {@link gatherMs}.
 */
class StandardOutput implements DestinationStream {
  /** Asks pino for the level of each line. */
  readonly [symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  readonly #target = pino.destination(process.stdout.fd);
  readonly #urgent = pino.destination({ dest: process.stdout.fd, sync: true });
  #lines = '';
  /** On the clock of `performance.now()`. */
  #passedAt = -Infinity;

  constructor() {
    process.once('exit', () => {
      if (this.#lines !== '') this.flushSync();
    });
  }

  write(line: string): void {
    const isWarning = this.lastLevel >= warning;
    if (this.#lines === '' || isWarning) {
      const waitMs = isWarning ? 0 : this.#passedAt + gatherMs - performance.now();
      if (waitMs <= 0) setImmediate(() => this.#pass(this.#target));
      else setTimeout(() => this.#pass(this.#target), waitMs).unref();
    }
    this.#lines += line;
  }

  /** For a line after which the process may end. */
  flushSync(): void {
    this.#target.flushSync();
    this.#pass(this.#urgent);
  }

  #pass(target: DestinationStream): void {
    if (this.#lines === '') return;
    const lines = this.#lines;
    this.#lines = '';
    this.#passedAt = performance.now();
    target.write(lines);
  }
}

/** One for all loggers of the process, so that their lines stay in order. */
let standardOutput: StandardOutput | undefined;

function linesForPeople(destination: DestinationStream): DestinationStream {
  // Read where it is used: at a terminal.
  const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;
  const format = prettyFactory({ colorize: destination === process.stdout, ignore: 'pid,hostname' });
  return { write: (line) => destination.write(format(line)) };
}

/** The last line of defence, over whole lines: keys by their prefix, credentials in addresses and headers by their names. */
export function withoutCredentials(line: string): string {
  // One look for what most lines have none of.
  if (!/\bsk_car_|\bwhsec_|\/s\/|[?&](?:api_key|access_token)=|\bBearer /i.test(line)) return line;
  return line
    .replaceAll(/\bsk_car_\w+/g, 'sk_car_[redacted]')
    .replaceAll(/(\/s\/)[0-9A-Za-z]{43}\b/g, '$1[redacted]')
    .replaceAll(/\bwhsec_[\w+/=-]+/g, 'whsec_[redacted]')
    .replaceAll(/([?&](?:api_key|access_token)=)[^&\s"'\\]+/gi, '$1[redacted]')
    .replaceAll(/(\bBearer +)[^\s"'\\]+/gi, '$1[redacted]');
}

/** Message and stack only: other members of an error may contain what the client sent. */
function serializeError(error: Error): unknown {
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as Error & { readonly code?: unknown };
  return { type, message, stack, ...(typeof code === 'string' ? { code } : {}) };
}

function serializeRequest(request: FastifyRequest): unknown {
  return { method: request.method, path: pathOf(request) };
}
