/** The older view of agents. */
import { z } from 'zod';
import { agentConfigSchema } from '../../agents/config.ts';
import { shownToolSchemas } from '../../agents/tool-schema.ts';
import { languages } from '../../voices/languages.ts';

const time = z.string().describe('ISO 8601 date and time.');

export const legacyAgentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    created_at: time,
    updated_at: time,
    deleted_at: z.null(),
    tts_voice: z.string().describe('The voice of the published configuration.'),
    tts_language: z.enum(languages),
    webhook_id: z.string().nullable(),
    has_text_to_agent_run: z.boolean().describe('Always false: nothing is built from text.'),
    deployment_count: z.number().describe('Always 0: agents are configurations and are not deployed.'),
    git_repository: z.null(),
    git_deploy_branch: z.null(),
    phone_numbers: z.array(z.object({ id: z.string(), number: z.string() })),
  })
  .meta({ id: 'AgentSummary', description: 'An agent as older clients know it.' });

export const legacyChangesSchema = z.object({
  name: z.string().min(1).max(64).nullish().describe('Null leaves it as it is.'),
  description: z.string().max(10_000).nullish().describe('Null clears it.'),
  tts_voice: z.string().min(1).max(256).nullish().describe('Null leaves it as it is.'),
  tts_language: z.enum(languages).nullish().describe('Null leaves it as it is.'),
  webhook_id: z
    .string()
    .min(1)
    .max(256)
    .nullish()
    .describe('The webhook that is told of the agent’s calls; null detaches it.'),
});

const { webhook, client } = shownToolSchemas;
const unmade = { id: true, created_at: true, updated_at: true } as const;

const { instructions, initial_message, dynamic_variable_placeholders } = agentConfigSchema.shape;

const templateConfigSchema = z
  .object({
    instructions,
    initial_message,
    dynamic_variable_placeholders,
    model: z.object({ id: z.string() }).optional(),
    system_tools: z.object({ end_call: z.object({ description: z.string() }) }).optional(),
  })
  .describe('What an agent of the template has over the defaults: a `config` of `POST /v1/agents`.');

const exampleSchema = z.object({
  title: z.string(),
  turns: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
});

export const templateSchema = z
  .object({
    id: z.string().describe('For `template_id` of `POST /v1/agents`.'),
    name: z.string(),
    description: z.string().nullish(),
    repo_url: z.string().describe('Always empty: templates come with the server.'),
    root_dir: z.string().describe('Where it stands in the source of the server.'),
    required_env_vars: z
      .array(z.string())
      .nullish()
      .describe('Settings of the server that it needs: `SONORANT_AGENT_MODELS` where a language model answers.'),
    dependencies: z.array(z.string()).nullish(),
    owner_id: z.string(),
    created_at: time,
    updated_at: time,
    model: z
      .enum(['rules', 'language_model'])
      .describe('What answers: rules, which need nothing, or a language model that the operator has connected.'),
    config: templateConfigSchema,
    tools: z
      .array(z.discriminatedUnion('type', [webhook.omit(unmade), client.omit(unmade)]))
      .describe('What is made together with the agent; each is a body of `POST /v1/agents/tools`.'),
    examples: z
      .array(exampleSchema)
      .describe('Conversations with such an agent. With rules the answers are exactly these.'),
  })
  .meta({ id: 'AgentTemplate', description: 'An agent that is ready but for the words of your business.' });

export const agentNumberSchema = z.object({
  agent_id: z.string(),
  number: z.string(),
  created_at: time,
  updated_at: time,
  is_cartesia_managed: z.boolean(),
});

export const deploymentSchema = z.object({
  id: z.string(),
  agent_id: z.string(),
  status: z.enum(['queued', 'inactive', 'deploy_error', 'skipped', 'build_error', 'building', 'deployed']),
  is_live: z.boolean(),
  is_pinned: z.boolean(),
  created_at: time,
  updated_at: time,
});
