/** Metrics of calls: questions to a language model about each call of an agent, and their results. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { MetricService } from '../../calls/metrics.ts';
import { wireTurn } from '../../calls/wire.ts';
import { invalidField } from '../../errors/service-error.ts';
import { errorResponses, pageFields, pageOf, pageSchema, queryInteger, queryList, type App } from '../../http/index.ts';
import type { CallTurnRow, MetricResultFilter, MetricResultRow, MetricRow } from '../../store/index.ts';
import { csvOf } from './csv.ts';
import { metricResultSchema, metricSchema, newMetricSchema, resultFilters } from './schema.ts';

const tags = ['Metrics of calls'];
const usualErrors = errorResponses(400, 401, 403, 500);
const errorsOfOne = errorResponses(400, 401, 403, 404, 500);
const params = z.object({ metric_id: z.string() });
const attachment = z.object({ agent_id: z.string(), metric_id: z.string() });
const expansions = queryList(z.enum(['transcript'])).optional();
const listQuery = z.object({
  ...pageFields(),
  agent_id: z.string().min(1).max(256).optional().describe('Only metrics that are attached to this agent.'),
});
const resultsQuery = z.object({
  ...pageFields(),
  ...resultFilters,
  expand: expansions.describe('`transcript` adds the turns of each call.'),
  'expand[]': expansions,
});
const exportQuery = z.object({
  ...resultFilters,
  limit: queryInteger(1, 1000).optional().describe('Most rows; all of them when absent.'),
  starting_after: z
    .string()
    .optional()
    .describe('`X-Next-Cursor` of the part before, or the id of a result: only those behind it.'),
});

function wireMetric({ id, name, display_name, prompt, created_at }: MetricRow): z.output<typeof metricSchema> {
  return { id, name, display_name, prompt, created_at };
}

function wireResult(row: MetricResultRow, turns?: readonly CallTurnRow[]): z.output<typeof metricResultSchema> {
  return {
    id: row.id,
    metricId: row.metric_id,
    metricName: row.metric_name,
    metricDisplayName: row.metric_display_name,
    agentId: row.agent_id,
    deploymentId: row.agent_version_id,
    callId: row.call_id,
    status: row.status,
    summary: row.summary,
    result: row.result,
    value: row.value,
    jsonResult: row.json_result === null ? null : (JSON.parse(row.json_result) as unknown),
    runId: row.run_id,
    ...(turns !== undefined && { transcript: turns.map(wireTurn) }),
    createdAt: row.created_at,
  };
}

/** @throws {ServiceError} `invalid_request` where nothing can be within the dates */
function filterOf(query: z.output<z.ZodObject<typeof resultFilters>>): MetricResultFilter {
  const { agent_id, deployment_id, metric_id, call_id, start_date, end_date } = query;
  const [from, to] = [start_date, end_date].map((time) => time && new Date(time).toISOString());
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('end_date', 'Must not be before "start_date"');
  }
  return { agentId: agent_id, versionId: deployment_id, metricId: metric_id, callId: call_id, from, to };
}

/** `/agents/metrics…` and `/agents/{agent_id}/metrics/{metric_id}`. */
export function metricRoutes({ metrics }: { readonly metrics: MetricService }): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addMetrics(app, metrics);
    addAttachments(app, metrics);
    addResults(app, metrics);
    addExport(app, metrics);
    done();
  };
}

function addMetrics(app: App, metrics: MetricService): void {
  app.post(
    '/agents/metrics',
    {
      config: { idempotent: true },
      schema: {
        tags,
        summary: 'Create a metric',
        description: 'It is asked once it is attached to an agent.',
        body: newMetricSchema,
        response: { 200: metricSchema, ...usualErrors },
      },
    },
    async ({ body: { name, display_name = null, prompt }, principal }) =>
      wireMetric(await metrics.create(principal.organizationId, { name, display_name, prompt })),
  );

  app.get(
    '/agents/metrics',
    {
      schema: {
        tags,
        summary: 'List metrics',
        description: 'Newest first.',
        querystring: listQuery,
        response: { 200: pageSchema(metricSchema), ...usualErrors },
      },
    },
    async ({ query, principal }) => {
      const { agent_id: agentId, ...request } = query;
      return pageOf(await metrics.page(principal.organizationId, { ...request, agentId }), query, wireMetric);
    },
  );

  app.get(
    '/agents/metrics/:metric_id',
    { schema: { tags, summary: 'Get a metric', params, response: { 200: metricSchema, ...errorsOfOne } } },
    async ({ params: { metric_id: id }, principal }) => wireMetric(await metrics.get(principal.organizationId, id)),
  );

  app.delete(
    '/agents/metrics/:metric_id',
    {
      schema: {
        tags,
        summary: 'Delete a metric',
        description: 'It is taken from its agents; its results stay.',
        params,
        response: { 204: z.null().describe('The metric is gone.'), ...errorsOfOne },
      },
    },
    async ({ params: { metric_id: id }, principal }, reply) => {
      await metrics.remove(principal.organizationId, id);
      return reply.code(204).send(null);
    },
  );
}

function addAttachments(app: App, metrics: MetricService): void {
  const url = '/agents/:agent_id/metrics/:metric_id';
  app.post(
    url,
    {
      schema: {
        tags,
        summary: 'Attach a metric to an agent',
        description:
          'The language model of the agent is asked about each call that ends from now on. Takes no body. Once more changes nothing.',
        params: attachment,
        response: { 204: z.null().describe('It is attached.'), ...errorsOfOne },
      },
    },
    async ({ params: { agent_id: agentId, metric_id: id }, principal }, reply) => {
      await metrics.attach(principal.organizationId, agentId, id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    url,
    {
      schema: {
        tags,
        summary: 'Detach a metric from an agent',
        description: 'Calls that end from now on are not judged by it. Once more changes nothing.',
        params: attachment,
        response: { 204: z.null().describe('It is not attached.'), ...errorsOfOne },
      },
    },
    async ({ params: { agent_id: agentId, metric_id: id }, principal }, reply) => {
      await metrics.detach(principal.organizationId, agentId, id);
      return reply.code(204).send(null);
    },
  );
}

function addResults(app: App, metrics: MetricService): void {
  app.get(
    '/agents/metrics/results',
    {
      schema: {
        tags,
        summary: 'List results of metrics',
        description: 'Newest first; the given conditions hold together.',
        querystring: resultsQuery,
        response: { 200: pageSchema(metricResultSchema), ...usualErrors },
      },
    },
    async ({ query, principal }) => {
      const { limit, starting_after, ending_before } = query;
      const withTurns = [...(query.expand ?? []), ...(query['expand[]'] ?? [])].length > 0;
      const request = { limit, starting_after, ending_before, ...filterOf(query) };
      const { turns, ...page } = await metrics.results(principal.organizationId, request, withTurns);
      return pageOf(page, query, (row) =>
        wireResult(row, turns === undefined ? undefined : (turns.get(row.call_id) ?? [])),
      );
    },
  );

  app.delete(
    '/agents/metrics/results/:result_id',
    {
      schema: {
        tags,
        summary: 'Delete a result of a metric',
        description: 'The metric is then asked about the call once more, where both are still there.',
        params: z.object({ result_id: z.string() }),
        response: { 204: z.null().describe('The result is gone.'), ...errorsOfOne },
      },
    },
    async ({ params: { result_id: id }, principal }, reply) => {
      await metrics.removeResult(principal.organizationId, id);
      return reply.code(204).send(null);
    },
  );
}

function addExport(app: App, metrics: MetricService): void {
  app.get(
    '/agents/metrics/results/export',
    {
      schema: {
        tags,
        summary: 'Export results of metrics',
        description:
          'A CSV file with a line of names, newest first. At most 100,000 rows; with `limit` in parts: `X-Has-More` says whether one follows, `X-Next-Cursor` is its `starting_after`, whatever is deleted meanwhile. Texts that a spreadsheet would run as a formula begin with an apostrophe.',
        querystring: exportQuery,
        response: {
          200: { description: 'The file.', content: { 'text/csv': { schema: z.any() } } },
          ...errorsOfOne,
        },
      },
    },
    async ({ query, principal }, reply) => {
      const { limit, starting_after: startingAfter } = query;
      const request = { limit, startingAfter, ...filterOf(query) };
      const { rows, nextCursor } = await metrics.export(principal.organizationId, request);
      void reply.type('text/csv; charset=utf-8').headers({
        'content-disposition': 'attachment; filename="metric-results.csv"',
        'x-has-more': String(nextCursor !== undefined),
        ...(nextCursor !== undefined && { 'x-next-cursor': nextCursor }),
      });
      return reply.send(csvOf(rows));
    },
  );
}
