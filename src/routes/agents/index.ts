/** Agents with versioned configurations, the models they can name and the tools they can use. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AgentService } from '../../agents/agents.ts';
import type { AgentModel } from '../../agents/models.ts';
import type { ToolService } from '../../agents/tools.ts';
import { errorResponses, pageFields, pageOf, pageQuery, pageSchema, paginate } from '../../http/index.ts';
import {
  agentChangesSchema,
  agentSchema,
  agentSummarySchema,
  modelSchema,
  newAgentSchema,
  versionSchema,
} from './schema.ts';
import { addTools } from './tools.ts';
import { wireAgent, wireSummary, wireVersion } from './wire.ts';

export interface AgentRouteOptions {
  readonly agents: AgentService;
  readonly tools: ToolService;
  readonly models: readonly AgentModel[];
  /** Longest body of an agent or a tool; the server's longest when absent. Checking a body that is wrong everywhere takes a while. */
  readonly maxBodyBytes?: number | undefined;
}

const tags = ['Agents'];
const params = z.object({ agent_id: z.string() });
const usualErrors = errorResponses(400, 401, 403, 500);
const errorsOfOne = errorResponses(400, 401, 403, 404, 500);

/** `/v1/agents`: agents, their versions, their tools, and the models they can name. */
export function agentRoutes(options: AgentRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const { agents, models, maxBodyBytes } = options;
    const limits = maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes };

    app.post(
      '/v1/agents',
      {
        ...limits,
        config: { idempotent: true },
        schema: {
          tags,
          summary: 'Create an agent',
          body: newAgentSchema,
          response: { 201: agentSchema, ...usualErrors },
          description: 'What the configuration leaves out takes its default. The first version is published at once.',
        },
      },
      async ({ body, principal, id: requestId }, reply) =>
        reply.code(201).send(wireAgent(await agents.create(principal, body, requestId))),
    );

    app.get(
      '/v1/agents',
      {
        schema: {
          tags,
          summary: 'List agents',
          description: 'Newest first, without their configurations.',
          response: { 200: pageSchema(agentSummarySchema), ...usualErrors },
          querystring: z.object({
            ...pageFields(),
            q: z.string().max(256).optional().describe('Part of the name or the description.'),
          }),
        },
      },
      async ({ query, principal }) => pageOf(await agents.page(principal.organizationId, query), query, wireSummary),
    );

    app.get(
      '/v1/agents/:agent_id',
      {
        schema: {
          tags,
          summary: 'Get an agent',
          description: 'With its complete published configuration.',
          params,
          response: { 200: agentSchema, ...errorsOfOne },
        },
      },
      async ({ params: { agent_id: id }, principal }) => wireAgent(await agents.get(principal.organizationId, id)),
    );

    app.patch(
      '/v1/agents/:agent_id',
      {
        ...limits,
        schema: {
          tags,
          summary: 'Update an agent',
          params,
          body: agentChangesSchema,
          response: { 200: agentSchema, ...errorsOfOne },
          description:
            'A configuration that changes something makes a new version, published at once. An older one is restored by sending its configuration.',
        },
      },
      async ({ params: { agent_id: id }, body, principal, id: requestId }) => {
        const { version_description: versionDescription, ...change } = body;
        return wireAgent(await agents.update(principal, id, { ...change, versionDescription }, requestId));
      },
    );

    app.delete(
      '/v1/agents/:agent_id',
      {
        schema: {
          tags,
          summary: 'Delete an agent',
          description: 'With all its versions.',
          params,
          response: { 204: z.null().describe('The agent is gone.'), ...errorsOfOne },
        },
      },
      async ({ params: { agent_id: id }, principal, id: requestId }, reply) => {
        await agents.remove(principal.organizationId, id, requestId);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/v1/agents/:agent_id/versions',
      {
        schema: {
          tags,
          summary: 'List the versions of an agent',
          description: 'Newest first.',
          params,
          querystring: pageQuery(),
          response: { 200: pageSchema(versionSchema), ...errorsOfOne },
        },
      },
      async ({ params: { agent_id: id }, query, principal }) =>
        pageOf(await agents.versions(principal.organizationId, id, query), query, wireVersion),
    );

    app.get(
      '/v1/agents/:agent_id/versions/:version_id',
      {
        schema: {
          tags,
          summary: 'Get a version of an agent',
          params: params.extend({ version_id: z.string() }),
          response: { 200: versionSchema, ...errorsOfOne },
        },
      },
      async ({ params: { agent_id: id, version_id: versionId }, principal }) =>
        wireVersion(await agents.version(principal.organizationId, id, versionId)),
    );

    app.get(
      '/v1/agents/models',
      {
        schema: {
          tags,
          summary: 'List the models of agents',
          querystring: pageQuery(),
          response: { 200: pageSchema(modelSchema), ...usualErrors },
          description:
            'What the operator of this server names in `SONORANT_AGENT_MODELS`, and `rules`, which every server has; new agents have the first one.',
        },
      },
      ({ query }) => paginate(models, query),
    );

    addTools(app, options);
    done();
  };
}
