/** The wire form of agents. */
import { z } from 'zod';
import { agentConfigPatchSchema, agentConfigSchema } from '../../agents/config.ts';
import { shownToolSchemas } from '../../agents/tool-schema.ts';

const time = z.string().describe('ISO 8601 date and time.');
const name = z.string().min(1).max(64);
const description = z.string().max(10_000).nullable();

/** Every member may be left out, and so may the body. */
export const newAgentSchema = z
  .object({
    name: name.optional().describe('That of the template, or "New agent", when left out.'),
    description: description.optional(),
    config: agentConfigPatchSchema.optional(),
    template_id: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe(
        'Our addition: one of `GET /agents/templates`. The agent begins with its configuration, over which `config` stands, and its tools are made too, unless `config.tools` names others.',
      ),
  })
  .prefault({});

export const agentChangesSchema = z.object({
  name: name.optional(),
  description: description.optional(),
  config: agentConfigPatchSchema.optional(),
  version_description: z
    .string()
    .max(10_000)
    .nullish()
    .describe('Of the version that the new configuration makes; only together with one.'),
});

const createdBy = z.string().nullable().describe('Id of the API key that made it.');

export const versionSchema = z
  .object({
    id: z.string(),
    description: z.string().nullable(),
    created_at: time,
    created_by: createdBy,
    config: agentConfigSchema,
  })
  .meta({ id: 'AgentVersion', description: 'A configuration that was published once. It never changes.' });

export const agentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    created_at: time,
    updated_at: time,
    config: agentConfigSchema,
    version: versionSchema.omit({ config: true }).describe('The published version.'),
  })
  .meta({ id: 'Agent', description: 'An agent with its published configuration.' });

export const agentSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    created_at: time,
    updated_at: time,
    version_id: z.string().describe('The published version.'),
  })
  .meta({ id: 'AgentListItem', description: 'An agent without its configuration.' });

const perMillionTokens = z.string().describe('Decimal number.');

export const modelSchema = z
  .object({
    id: z.string(),
    display_name: z.string(),
    provider: z.string(),
    description: z.string().nullable(),
    average_latency_ms: z.number().nullable(),
    pricing: z
      .object({
        currency: z.literal('USD'),
        input_per_million_tokens: perMillionTokens,
        output_per_million_tokens: perMillionTokens,
        cache_read_per_million_tokens: perMillionTokens,
        cache_write_per_million_tokens: perMillionTokens,
      })
      .describe('What this server charges, which is nothing. What the model costs its operator is not known here.'),
  })
  .meta({ id: 'AgentModel', description: 'A language model that the configuration of an agent can name.' });

const users = {
  agents: z.array(agentSummarySchema).optional().describe('The agents that use it; only with `expand[]=agents`.'),
};

export const toolSchema = z
  .discriminatedUnion('type', [shownToolSchemas.webhook.extend(users), shownToolSchemas.client.extend(users)])
  .meta({ id: 'AgentTool', description: 'A tool that agents can use. Secrets are never shown.' });
