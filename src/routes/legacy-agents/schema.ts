/** The older view of agents. */
import { z } from 'zod';
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

export const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  repo_url: z.string(),
  root_dir: z.string(),
  required_env_vars: z.array(z.string()).nullish(),
  dependencies: z.array(z.string()).nullish(),
  owner_id: z.string(),
  created_at: time,
  updated_at: time,
});

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
