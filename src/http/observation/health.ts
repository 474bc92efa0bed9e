/** Routes for monitoring: status, liveness, readiness. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { errorResponses } from '../requests/errors.ts';
import { apiVersions, newestVersion } from '../requests/versions.ts';

/** How ready a server is, in words without secrets, since the route is public. */
export interface ReadinessReport {
  /** What is not ready yet; empty when requests can be served. */
  readonly missing: readonly string[];
  /** What does not work although requests can be served. */
  readonly notes: readonly string[];
  /** What turns speech into text, in order of preference. Default: not told. */
  readonly hearing?: readonly HearingReport[];
}

/** A recognizer, and what it hears. */
export interface HearingReport {
  readonly recognizer: string;
  /** ISO 639-1 codes; `any` where it refuses none. */
  readonly languages: readonly string[] | 'any';
}

/** What the server says of itself to load balancers. */
export interface Readiness {
  /** Of the whole process and all it uses. A rejection counts as not ready. */
  readonly node: () => Promise<ReadinessReport>;
  /** Of what keeping something needs: the database, the object store, the data folder. */
  readonly storage: () => Promise<ReadinessReport>;
  /** Of speech for keys that are known, which needs neither the database nor the object store. */
  readonly speech: () => Promise<ReadinessReport>;
}

const statusSchema = z.object({
  ok: z.boolean(),
  version: z.enum(apiVersions).describe('The newest version this server speaks.'),
});

const healthSchema = z.object({ status: z.literal('ok') });
const readinessSchema = healthSchema.extend({
  notes: z
    .array(z.string())
    .optional()
    .describe(
      'What does not work although requests can be served, such as a model that is set aside. Absent: nothing.',
    ),
  hearing: z
    .array(z.object({ recognizer: z.string(), languages: z.union([z.array(z.string()), z.literal('any')]) }))
    .optional()
    .describe('What turns speech into text, in order of preference, with the languages it hears. Empty: nothing does.'),
});

/** As the schema has it. */
function writable({ recognizer, languages }: HearingReport): { recognizer: string; languages: string[] | 'any' } {
  return { recognizer, languages: languages === 'any' ? languages : [...languages] };
}

/** A browser asks for HTML when a person enters the address. */
function sendToConsole(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.header('vary', 'Accept');
  if (request.headers.accept?.includes('text/html') === true) void reply.redirect('/console');
  else done();
}

/**
 * `GET /` (status; a browser is sent to the console), `GET /healthz` (the process lives), `GET /readyz` (503 while requests cannot be served) and
 * `GET /readyz/speech` (503 while nothing can be spoken).
 */
export function addHealth(instance: FastifyInstance, readiness: Readiness): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const options = { config: { public: true }, logLevel: 'warn' } as const;
  const schema = { tags: ['Status'], security: [] };

  app.get(
    '/',
    {
      ...options,
      schema: { ...schema, summary: 'Status', response: { 200: statusSchema } },
      preHandler: sendToConsole,
    },
    () => ({ ok: true, version: newestVersion }),
  );

  app.get(
    '/healthz',
    { ...options, schema: { ...schema, summary: 'Liveness', response: { 200: healthSchema } } },
    () => ({ status: 'ok' as const }),
  );

  const answer = ({ missing, notes, hearing }: ReadinessReport): z.output<typeof readinessSchema> => {
    if (missing.length > 0) throw new ServiceError('unavailable', `Not ready: ${missing.join(', ')}.`);
    return {
      status: 'ok',
      ...(notes.length > 0 && { notes: [...notes] }),
      ...(hearing !== undefined && { hearing: hearing.map(writable) }),
    };
  };
  app.get(
    '/readyz',
    {
      ...options,
      schema: {
        ...schema,
        summary: 'Readiness',
        description:
          '503 while a part is missing that requests need: the database, the object store, the data folder, an engine. The message names the parts. It is answered within 2 seconds whatever hangs.',
        response: { 200: readinessSchema, ...errorResponses(503) },
      },
    },
    async () =>
      answer(
        await readiness.node().catch((cause: unknown) => {
          throw new ServiceError('unavailable', 'Not ready: the readiness check failed.', { cause });
        }),
      ),
  );

  app.get(
    '/readyz/speech',
    {
      ...options,
      schema: {
        ...schema,
        summary: 'Readiness to speak',
        description:
          '200 as long as this server can speak for keys that it knows, also while the database or the object store is away: a load balancer routes speech by it and everything else by `/readyz`.',
        response: { 200: healthSchema, ...errorResponses(503) },
      },
    },
    async () => {
      answer(await readiness.speech());
      return { status: 'ok' as const };
    },
  );
}
