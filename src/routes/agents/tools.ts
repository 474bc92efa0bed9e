/** The tools of agents. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AgentService } from '../../agents/agents.ts';
import { newToolSchema, toolPatchSchema, toolTypes } from '../../agents/tool-schema.ts';
import type { ToolService } from '../../agents/tools.ts';
import { errorResponses, pageFields, pageOf, pageSchema, queryList } from '../../http/index.ts';
import { toolSchema } from './schema.ts';
import { wireSummary, wireTool } from './wire.ts';

export interface ToolRouteOptions {
  readonly agents: AgentService;
  readonly tools: ToolService;
  /** Longest body; the server's longest when absent. */
  readonly maxBodyBytes?: number | undefined;
}

const tags = ['Agents'];
const params = z.object({ tool_id: z.string() });
const errorsOfOne = errorResponses(400, 401, 403, 404, 500);

const listQuery = z.object({
  ...pageFields(),
  type: z.enum(toolTypes).optional(),
  agent_id: z.string().optional().describe('Only tools of this agent.'),
});

const expansions = queryList(z.enum(['agents']))
  .optional()
  .describe('What to add; may be repeated.');
const oneQuery = z.object({ expand: expansions, 'expand[]': expansions });

export function addTools(
  app: Parameters<FastifyPluginCallbackZod>[0],
  { agents, tools, maxBodyBytes }: ToolRouteOptions,
): void {
  const limits = maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes };
  app.post(
    '/v1/agents/tools',
    {
      ...limits,
      config: { idempotent: true },
      schema: {
        tags,
        summary: 'Create a tool',
        body: newToolSchema,
        response: { 201: toolSchema, ...errorResponses(400, 401, 403, 500) },
        description:
          'A webhook tool calls an address, a client tool asks the client of the conversation. Secrets are stored encrypted and never shown.',
      },
    },
    async ({ body, principal, id: requestId }, reply) =>
      reply.code(201).send(wireTool(await tools.create(principal.organizationId, body, requestId))),
  );

  app.get(
    '/v1/agents/tools',
    {
      schema: {
        tags,
        summary: 'List tools',
        description: 'Newest first; the given conditions hold together.',
        querystring: listQuery,
        response: { 200: pageSchema(toolSchema), ...errorsOfOne },
      },
    },
    async ({ query, principal: { organizationId } }) => {
      const { agent_id: agentId, ...request } = query;
      const ids =
        agentId === undefined
          ? undefined
          : (await agents.get(organizationId, agentId)).version.config.tools.map(({ id }) => id);
      return pageOf(await tools.page(organizationId, { ...request, ids }), query, wireTool);
    },
  );

  app.get(
    '/v1/agents/tools/:tool_id',
    {
      schema: {
        tags,
        summary: 'Get a tool',
        params,
        querystring: oneQuery,
        response: { 200: toolSchema, ...errorsOfOne },
      },
    },
    async ({ params: { tool_id: id }, query, principal: { organizationId } }) => {
      const tool = wireTool(await tools.get(organizationId, id));
      const isExpanded = [...(query.expand ?? []), ...(query['expand[]'] ?? [])].length > 0;
      return isExpanded ? { ...tool, agents: (await tools.users(organizationId, id)).map(wireSummary) } : tool;
    },
  );

  app.patch(
    '/v1/agents/tools/:tool_id',
    {
      ...limits,
      schema: {
        tags,
        summary: 'Update a tool',
        params,
        body: toolPatchSchema,
        response: { 200: toolSchema, ...errorsOfOne },
        description:
          'Changes the members that are given; unknown ones and those of the other type are refused. A secret without `secret_value` stays what it was.',
      },
    },
    async ({ params: { tool_id: id }, body, principal, id: requestId }) =>
      wireTool(await tools.update(principal.organizationId, id, body, requestId)),
  );

  app.delete(
    '/v1/agents/tools/:tool_id',
    {
      schema: {
        tags,
        summary: 'Delete a tool',
        description: 'Refused while an agent uses it.',
        params,
        response: { 204: z.null().describe('The tool is gone.'), ...errorResponses(400, 401, 403, 404, 409, 500) },
      },
    },
    async ({ params: { tool_id: id }, principal, id: requestId }, reply) => {
      await tools.remove(principal.organizationId, id, requestId);
      return reply.code(204).send(null);
    },
  );
}
