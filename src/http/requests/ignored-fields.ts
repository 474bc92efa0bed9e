/** Names the fields of a request that nothing reads, in a header of its answer (docs/rules.md#ignored-fields). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { $ZodType } from 'zod/v4/core';
import { ignoredFields, withIgnoredFields } from '../../errors/ignored-fields.ts';
import type { ServiceError } from '../../errors/service-error.ts';

export const ignoredFieldsHeader = 'sonorant-ignored-fields';

/** Length of the header, in bytes. */
const maxHeaderBytes = 256;
/** Of one name in it, percent-encoded: a long one leaves place for others. */
const maxNameBytes = 96;

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields of its body and its query that were accepted and have no use; null before they have been read. */
    ignoredFields: readonly string[] | null;
  }
}

interface Schemas {
  readonly body?: $ZodType;
  readonly querystring?: $ZodType;
}

function schemasOf(request: FastifyRequest): Schemas {
  return (request.routeOptions.schema ?? {}) as Schemas;
}

/** Looks at each request that has passed the checks before its body; at uploads, their reader does. */
export function addIgnoredFields(app: FastifyInstance): void {
  app.decorateRequest('ignoredFields', null);
  app.addHook('preValidation', (request, _reply, done) => {
    const { config } = request.routeOptions;
    if (config.public !== true && !request.ws) {
      const { body, querystring } = schemasOf(request);
      const inQuery =
        querystring === undefined ? Object.keys(request.query as object) : ignoredFields(querystring, request.query);
      request.ignoredFields = body === undefined ? inQuery : [...inQuery, ...ignoredFields(body, request.body)];
    }
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { ignoredFields: names } = request;
    if (names !== null && names.length > 0) void reply.header(ignoredFieldsHeader, headerOf(names));
    done();
  });
}

/** Tells of fields that the hook has not seen. */
export function noteIgnoredFields(request: FastifyRequest, schema: $ZodType, value: unknown): void {
  request.ignoredFields = [...(request.ignoredFields ?? []), ...ignoredFields(schema, value)];
}

/** The error with the fields of its request that it may come from. */
export function explainedError(error: ServiceError, request: FastifyRequest): ServiceError {
  // What fails before the routing has neither.
  const { ignoredFields: names = null } = request as Partial<FastifyRequest>;
  if (names === null || names.length === 0) return error;
  const { body, querystring } = schemasOf(request);
  return withIgnoredFields(withIgnoredFields(error, body, names), querystring, names);
}

/** Names in percent-encoding, at most ten and as many as the header holds. */
function headerOf(names: readonly string[]): string {
  let header = '';
  for (const name of names.slice(0, 10)) {
    const next = header === '' ? encoded(name) : `${header}, ${encoded(name)}`;
    if (next.length > maxHeaderBytes) break;
    header = next;
  }
  return header;
}

function encoded(name: string): string {
  let text = encodeURIComponent(name.slice(0, maxNameBytes).toWellFormed());
  for (let length = maxNameBytes; text.length > maxNameBytes; length -= 8) {
    text = `${encodeURIComponent(name.slice(0, length).toWellFormed())}%E2%80%A6`;
  }
  return text;
}
