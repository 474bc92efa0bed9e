/** The older routes over the same agents. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Agent, AgentService } from '../../agents/agents.ts';
import { agentTemplates, type AgentTemplate } from '../../agents/templates/index.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { errorResponses } from '../../http/index.ts';
import {
  agentNumberSchema,
  deploymentSchema,
  legacyAgentSchema,
  legacyChangesSchema,
  templateSchema,
} from './schema.ts';

const tags = ['Agents (older routes)'];
const params = z.object({ agent_id: z.string() });
const usualErrors = errorResponses(400, 401, 403, 500);
const errorsOfOne = errorResponses(400, 401, 403, 404, 500);

function wire({
  id,
  name,
  description,
  createdAt,
  updatedAt,
  webhookId,
  version: { config },
}: Agent): z.output<typeof legacyAgentSchema> {
  return {
    id,
    name,
    description,
    created_at: createdAt,
    updated_at: updatedAt,
    deleted_at: null,
    tts_voice: config.audio.output.voice_id,
    tts_language: config.language.primary,
    webhook_id: webhookId,
    has_text_to_agent_run: false,
    deployment_count: 0,
    git_repository: null,
    git_deploy_branch: null,
    phone_numbers: [],
  };
}

/** When the templates came into being; they change with the server only. */
const templatesSince = '2026-11-23T00:00:00.000Z';

function wireTemplate({
  id,
  name,
  description,
  model,
  config,
  tools,
  examples,
}: AgentTemplate): z.output<typeof templateSchema> {
  return {
    id,
    name,
    description,
    repo_url: '',
    root_dir: `src/agents/templates/${id}.ts`,
    required_env_vars: model === 'rules' ? [] : ['SONORANT_AGENT_MODELS'],
    dependencies: [],
    owner_id: 'sonorant',
    created_at: templatesSince,
    updated_at: templatesSince,
    model,
    config: { ...config, ...(model === 'rules' && { model: { id: 'rules' } }) },
    tools: [...tools],
    examples: examples.map(({ title, turns }) => ({ title, turns: [...turns] })),
  };
}

/** `/agents` of older clients: views of the agents of `/v1/agents`; builds and deployments are empty. */
export function legacyAgentRoutes({ agents }: { readonly agents: AgentService }): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.get(
      '/agents',
      {
        schema: {
          tags,
          summary: 'List all agents',
          description: 'Newest first.',
          response: { 200: z.object({ summaries: z.array(legacyAgentSchema) }), ...usualErrors },
        },
      },
      async ({ principal }) => {
        const summaries = [];
        for await (const agent of agents.all(principal.organizationId)) summaries.push(wire(agent));
        return { summaries };
      },
    );

    app.get(
      '/agents/:agent_id',
      {
        schema: {
          tags,
          summary: 'Get the summary of an agent',
          params,
          response: { 200: legacyAgentSchema, ...errorsOfOne },
        },
      },
      async ({ params: { agent_id: id }, principal }) => wire(await agents.get(principal.organizationId, id)),
    );

    app.patch(
      '/agents/:agent_id',
      {
        schema: {
          tags,
          summary: 'Update the summary of an agent',
          params,
          body: legacyChangesSchema,
          response: { 200: legacyAgentSchema, ...errorsOfOne },
          description: 'Another voice or language makes a new version of the configuration, published at once.',
        },
      },
      async ({ params: { agent_id: id }, body, principal, id: requestId }) => {
        const { name, description, tts_voice: voice, tts_language: language, webhook_id: webhookId } = body;
        const config = {
          audio: { output: { voice_id: voice ?? undefined } },
          language: { primary: language ?? undefined },
        };
        return wire(
          await agents.update(
            principal,
            id,
            { name: name ?? undefined, description, webhookId, config, voiceField: 'tts_voice' },
            requestId,
          ),
        );
      },
    );

    app.delete(
      '/agents/:agent_id',
      {
        schema: {
          tags,
          summary: 'Delete an agent',
          description: 'The same as `DELETE /v1/agents/{agent_id}`.',
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
      '/agents/templates',
      {
        schema: {
          tags,
          summary: 'List templates of agents',
          description:
            '`template_id` of `POST /v1/agents` makes an agent of one. Members beyond the interface: `model`, `config`, `tools`, `examples`.',
          response: { 200: z.object({ templates: z.array(templateSchema) }), ...usualErrors },
        },
      },
      () => ({ templates: agentTemplates.map(wireTemplate) }),
    );

    app.get(
      '/agents/:agent_id/phone-numbers',
      {
        schema: {
          tags,
          summary: 'List the phone numbers of an agent',
          description: 'This server has no telephony yet, so there are none.',
          params,
          response: { 200: z.array(agentNumberSchema), ...errorsOfOne },
        },
      },
      async ({ params: { agent_id: id }, principal }) => {
        await agents.get(principal.organizationId, id);
        return [];
      },
    );

    app.get(
      '/agents/:agent_id/deployments',
      {
        schema: {
          tags,
          summary: 'List the deployments of an agent',
          description: 'Agents are configurations and are not deployed, so there are none.',
          params,
          response: { 200: z.array(deploymentSchema), ...errorsOfOne },
        },
      },
      async ({ params: { agent_id: id }, principal }) => {
        await agents.get(principal.organizationId, id);
        return [];
      },
    );

    app.get(
      '/agents/deployments/:deployment_id',
      {
        schema: {
          tags,
          summary: 'Get a deployment',
          description: 'There are none.',
          params: z.object({ deployment_id: z.string() }),
          response: { 200: deploymentSchema, ...errorsOfOne },
        },
      },
      () => {
        throw new ServiceError('not_found', 'No deployment has this id: agents of this server are not deployed.');
      },
    );

    done();
  };
}
