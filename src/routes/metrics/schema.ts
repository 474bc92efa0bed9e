/** Metrics of calls and their results as the interface has them. */
import { z } from 'zod';
import { queryTime } from '../../http/index.ts';
import { callTurnSchema } from '../../webhooks/call-events.ts';

const time = z.string().describe('ISO 8601 date and time.');
const objectId = z.string().min(1).max(256);

export const newMetricSchema = z.object({
  name: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[a-z0-9_.-]+$/, 'Lower-case letters, digits and "_", "-", "." only')
    .describe('Unique in the organization: lower-case letters, digits, `_`, `-` and `.`.'),
  display_name: z.string().min(1).max(256).nullish().describe('The name for people.'),
  prompt: z
    .string()
    .min(1)
    .max(20_000)
    .regex(/\S/, 'Must not be blank')
    .describe(
      'The question about each call, for the language model of its agent: ask for a text, a number, yes or no, or JSON.',
    ),
});

export const metricSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    display_name: z.string().nullable(),
    prompt: z.string(),
    created_at: time,
  })
  .meta({ id: 'Metric', description: 'A question that is asked about each call of the agents it is attached to.' });

export const metricResultSchema = z
  .object({
    id: z.string(),
    metricId: z.string(),
    metricName: z.string(),
    metricDisplayName: z.string().nullable(),
    agentId: z.string(),
    deploymentId: z.string().describe('The version of the agent that spoke.'),
    callId: z.string(),
    status: z.enum(['completed', 'failed']),
    summary: z.string().nullable().describe('Why the result is what it is, or why there is none.'),
    result: z
      .string()
      .nullable()
      .describe('The answer as text; null where there is none, as for agents that speak by rules.'),
    value: z.number().nullable().describe('The number in the answer where it has one; 1 and 0 for yes and no.'),
    jsonResult: z.unknown().describe('The answer where it is JSON; else null.'),
    runId: z.string().nullable(),
    transcript: z.array(callTurnSchema).optional().describe('The turns of the call, where they were asked for.'),
    createdAt: time,
  })
  .meta({ id: 'MetricResult', description: 'What a metric found in a call. A call has one result of each metric.' });

/** Conditions on results, which hold together. */
export const resultFilters = {
  agent_id: objectId.optional().describe('Only of calls of this agent.'),
  deployment_id: objectId.optional().describe('Only of calls of this version of an agent.'),
  metric_id: objectId.optional().describe('Only of this metric.'),
  call_id: objectId.optional().describe('Only of this call.'),
  start_date: queryTime().optional().describe('Only results made then or later; RFC 3339.'),
  end_date: queryTime().optional().describe('Only results made then or earlier; RFC 3339.'),
};
