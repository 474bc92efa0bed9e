/** `GET /console/api/server`: the state of the server, for those who run it. */
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { consoleApiPath, errorResponses, type App } from '../../http/index.ts';

const percentile = z.number().nullable().describe('Null while nothing was spoken.');

const serverStateSchema = z.object({
  version: z.string(),
  uptime_seconds: z.number(),
  node: z.string().describe('Version of Node.js.'),
  engines: z.array(
    z.object({
      id: z.string(),
      state: z.enum(['ready', 'set_aside']),
      problem: z.string().nullable(),
      languages: z.array(z.string()),
      voices: z.int().describe('Built-in ones.'),
      load: z.number().describe('Share of its threads that what it has admitted takes, 1 = all.'),
      admitted: z.int(),
    }),
  ),
  models: z.array(
    z.object({
      id: z.string(),
      kind: z.string().nullable().describe('Voice, recognizer or vad; null where its manifest cannot be read.'),
      state: z.enum(['installed', 'damaged']),
      problem: z.string().nullable(),
      size: z.int().describe('Bytes.'),
      install_command: z.string(),
    }),
  ),
  available_models: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      family: z.string(),
      languages: z.array(z.string()),
      speakers: z
        .int()
        .nullable()
        .describe('0 for a model that speaks with cloned voices only, null for one that does not speak.'),
      size: z.int().describe('Bytes to download.'),
      licence: z.string().nullable().describe('Null where it is shown when the model is added.'),
      install_command: z.string(),
    }),
  ),
  model_routes: z.boolean().describe('Whether `/models` adds and removes them; otherwise the commands do.'),
  queue: z.object({ waiting: z.int(), running: z.int() }).describe('Segments.'),
  sockets: z.int().describe('Of this process, as all that follows but the jobs.'),
  contexts: z.int(),
  jobs: z.record(z.string(), z.int()).describe('By status, of all servers of the database.'),
  latency: z.object({ first_audio_ms: z.object({ p50: percentile, p95: percentile, p99: percentile }) }),
  readiness: z.object({ ready: z.boolean(), missing: z.array(z.string()), notes: z.array(z.string()) }),
});
/** What the console shows of the server. */
export type ServerState = z.output<typeof serverStateSchema>;

/** @param read gives the state at this moment */
export function addServerState(app: App, read: () => Promise<ServerState>): void {
  app.get(
    `${consoleApiPath}/server`,
    {
      config: { auth: 'none' },
      schema: { hide: true, response: { 200: serverStateSchema, ...errorResponses(401, 403, 429, 500, 503) } },
    },
    async (request, reply) => {
      const { principal } = await app.requireSession(request, reply);
      if (!principal.permissions.includes('server')) {
        throw new ServiceError(
          'forbidden',
          'The state of the server is shown to administrators of its first organization.',
        );
      }
      return read();
    },
  );
}
