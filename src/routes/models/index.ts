/** Models of this server: what is installed, what can be, the jobs that install them, removal. */
import { statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField, ServiceError } from '../../errors/service-error.ts';
import { errorResponses, type App } from '../../http/index.ts';
import type { Operator } from '../../identity/operator.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { catalogue, entryNamed } from '../../models/catalogue.ts';
import type { CatalogueEntry } from '../../models/catalogue-entry.ts';
import { listInstalled, modelsFolder } from '../../models/folder.ts';
import type { ModelInstaller } from '../../models/installer.ts';
import { InstalledError, LockedError } from '../../models/problems.ts';
import { recommendedFor } from '../../models/recommended.ts';
import { jobSchema, modelsQuery, modelsSchema, newModelSchema } from './schema.ts';
import { wireEntry, wireInstalled, wireJob } from './wire.ts';

export interface ModelRouteOptions {
  readonly installer: Pick<ModelInstaller, 'jobs' | 'job' | 'install' | 'cancel' | 'remove'>;
  readonly dataDir: string;
  /** What loaded models may take together, in bytes. */
  readonly memoryBytes: number;
  readonly operator: Pick<Operator, 'is'>;
  /** Whether they may be used; otherwise they answer 403. */
  readonly isOn: boolean;
}

const config = { auth: 'admin' } as const;
const tags = ['Models'];
const failures = [401, 403, 500, 503] as const;
const jobParams = z.object({ id: z.string() });
const nodeNote = 'With several nodes, each has models of its own: the one that gets the request answers for itself.';

/** `/models`: for admin keys, and administrators of the console, of the first organization. */
export function modelRoutes(options: ModelRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.addHook('onRequest', async ({ principal }) => {
      if (!options.isOn) {
        throw new ServiceError(
          'forbidden',
          'SONORANT_MODEL_ROUTES is false, which turns these routes off: "sonorant models" adds and removes models where the server runs.',
        );
      }
      if (!(await options.operator.is(principal.organizationId))) {
        throw new ServiceError('forbidden', 'Models are for the administrators of the server’s first organization.');
      }
    });
    addReading(app, options);
    addInstallation(app, options);
    addJobs(app, options);
    addRemoval(app, options);
    done();
  };
}

function addReading(app: App, { dataDir, memoryBytes }: ModelRouteOptions): void {
  app.get(
    '/models',
    {
      config,
      schema: {
        tags,
        summary: 'List models',
        description: `What is installed, and what can be installed by its name. ${nodeNote}`,
        querystring: modelsQuery,
        response: { 200: modelsSchema, ...errorResponses(400, ...failures) },
      },
    },
    async ({ query: { purpose } }) => {
      const cores = availableParallelism();
      const installed = await listInstalled(modelsFolder(dataDir));
      const names = new Set(installed.map(({ name }) => name));
      const recommended = recommendedFor(catalogue, { memoryBytes, cores });
      const languagesOf = (name: string): readonly string[] => recommended.get(name) ?? [];
      const { bavail, bsize } = await statfs(dataDir);
      const all = [
        ...installed.map((model) => wireInstalled(model, languagesOf(model.name))),
        ...catalogue.filter(({ name }) => !names.has(name)).map((entry) => wireEntry(entry, languagesOf(entry.name))),
      ];
      return {
        data: all.filter((model) => purpose === undefined || model.purpose === purpose),
        machine: {
          memory_bytes: memoryBytes,
          free_disk_bytes: bavail * bsize,
          cores,
          can_run: isLibraryInstalled(),
        },
      };
    },
  );
}

function addInstallation(app: App, { installer }: ModelRouteOptions): void {
  app.post(
    '/models',
    {
      config,
      schema: {
        tags,
        summary: 'Install a model',
        description: `Begins a job that downloads, checks and unpacks the model and takes it up; its voices can speak when it has succeeded. Asked for again it is the same job while that waits or runs; behind one that was cancelled, failed or was interrupted, a new one that goes on with what has been downloaded. Jobs run one after the other and go on when whoever asked is gone. ${nodeNote}`,
        body: newModelSchema,
        response: { 202: jobSchema, ...errorResponses(400, 404, 409, ...failures) },
      },
    },
    async ({ body: { name, accept_licence: isAccepted = false, from } }, reply) => {
      const entry = entryNamed(name);
      if (entry === undefined) throw noModel('No model of the table has this name.');
      if (!isAccepted) throw notAccepted(entry);
      const job = await installer.install(entry, { from }).catch(clear);
      return reply.code(202).send(wireJob(job));
    },
  );
}

function notAccepted({ name, licence, licencePage, modelCard }: CatalogueEntry): ServiceError {
  const what = licence === null ? 'a licence that is not known here' : `the licence "${licence}"`;
  return invalidField('accept_licence', `Must be true: ${name} is under ${what}, see ${licencePage ?? modelCard}`);
}

function noModel(message: string): ServiceError {
  return new ServiceError('not_found', `${message} GET /models lists them.`);
}

/** What the installer refuses, as clients are told. */
function clear(error: unknown): never {
  if (error instanceof InstalledError) throw new ServiceError('model_installed', sentence(error));
  if (error instanceof LockedError) throw new ServiceError('models_busy', sentence(error));
  throw error;
}

function sentence({ message }: Error): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

function addJobs(app: App, { installer }: ModelRouteOptions): void {
  app.get(
    '/models/jobs',
    {
      config,
      schema: {
        tags,
        summary: 'List installations',
        description: 'Newest first: those that wait or run, and the last 50 that ended on this node.',
        response: { 200: z.object({ data: z.array(jobSchema) }), ...errorResponses(...failures) },
      },
    },
    () => ({ data: installer.jobs.map(wireJob) }),
  );

  app.get(
    '/models/jobs/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get an installation',
        description: 'How far it is, and how it ended.',
        params: jobParams,
        response: { 200: jobSchema, ...errorResponses(404, ...failures) },
      },
    },
    ({ params: { id } }) => wireJob(known(installer.job(id))),
  );

  app.post(
    '/models/jobs/:id/cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Cancel an installation',
        description:
          'What has been downloaded is kept for 14 days and gone on with when the model is asked for again. One that has ended stays as it is; one at `loading` has installed its model, goes on to its end and may still be running in the answer. The job can be read afterwards, which is why this is no DELETE.',
        params: jobParams,
        response: { 200: jobSchema, ...errorResponses(404, ...failures) },
      },
    },
    async ({ params: { id } }) => wireJob(known(await installer.cancel(id))),
  );
}

function known<T>(job: T | undefined): T {
  if (job !== undefined) return job;
  throw new ServiceError(
    'not_found',
    'No installation of this node has this id. GET /models/jobs lists them; other nodes have their own.',
  );
}

function addRemoval(app: App, { installer }: ModelRouteOptions): void {
  app.delete(
    '/models/:name',
    {
      config,
      schema: {
        tags,
        summary: 'Remove a model',
        description: `Deletes an installed model, whether it is of the table or not; what is being spoken by it is spoken to its end. ${nodeNote}`,
        params: z.object({ name: z.string() }),
        response: { 204: z.null(), ...errorResponses(404, 409, ...failures) },
      },
    },
    async ({ params: { name } }, reply) => {
      const removed = await installer.remove(name).catch(clear);
      if (removed === undefined) throw noModel('No model of this name is installed.');
      return reply.code(204).send(null);
    },
  );
}
