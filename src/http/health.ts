/** Routes for monitoring: status, liveness, readiness. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { errorResponses } from './errors.ts';
import { apiVersions, newestVersion } from './versions.ts';

/** How ready a server is, in words without secrets, since the route is public. */
export interface ReadinessReport {
  /** What is not ready yet; empty when requests can be served. */
  readonly missing: readonly string[];
  /** What does not work although requests can be served. */
  readonly notes: readonly string[];
}

/** A rejection counts as not ready. */
export type Readiness = () => Promise<ReadinessReport>;

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
});

/** `GET /` (status), `GET /healthz` (the process lives) and `GET /readyz` (503 until requests can be served). */
export function addHealth(instance: FastifyInstance, readiness: Readiness): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const options = { config: { public: true }, logLevel: 'warn' } as const;
  const schema = { tags: ['Status'], security: [] };

  app.get('/', { ...options, schema: { ...schema, summary: 'Status', response: { 200: statusSchema } } }, () => ({
    ok: true,
    version: newestVersion,
  }));

  app.get(
    '/healthz',
    { ...options, schema: { ...schema, summary: 'Liveness', response: { 200: healthSchema } } },
    () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      ...options,
      schema: { ...schema, summary: 'Readiness', response: { 200: readinessSchema, ...errorResponses(503) } },
    },
    async () => {
      const { missing, notes } = await readiness().catch((cause: unknown) => {
        throw new ServiceError('unavailable', 'Not ready: the readiness check failed.', { cause });
      });
      if (missing.length > 0) throw new ServiceError('unavailable', `Not ready: ${missing.join(', ')}.`);
      return { status: 'ok' as const, ...(notes.length > 0 && { notes: [...notes] }) };
    },
  );
}
