/** Routes in OpenAI's shape: which they are, and the form of their errors (docs/rules.md#openai-shape). */
import { STATUS_CODES } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ErrorCode } from '../../errors/registry.ts';
import type { ServiceError } from '../../errors/service-error.ts';
import { pathOf } from './routing.ts';

/** Whether a path is in OpenAI's shape: every one below `/v1/` but those of agents, which are the interface's own. */
export function isOpenAiPath(path: string): boolean {
  return path.startsWith('/v1/') && !/^\/v1\/agents(\/|$)/.test(path);
}

/** The same of a request; where there is no such route, the path that was sent decides. */
export function isOpenAiShaped(request: FastifyRequest): boolean {
  const { url } = request.is404 ? {} : request.routeOptions;
  return isOpenAiPath(url ?? pathOf(request));
}

/** Types of errors; `code` says more. */
const errorTypes = ['invalid_request_error', 'rate_limit_error', 'server_error'] as const;

export const openAiErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.enum(errorTypes),
      param: z.string().nullable().describe('The field that is wrong.'),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: 'OpenAiError', description: 'Why a request in OpenAI’s shape failed.' });
export type OpenAiErrorBody = z.output<typeof openAiErrorSchema>;

/** Response schemas for a route's error statuses, as `errorResponses` of the interface's own routes. */
export function openAiErrorResponses<const S extends number>(
  ...statuses: readonly S[]
): Readonly<Record<S, typeof openAiErrorSchema>> {
  return Object.fromEntries(
    statuses.map((status) => [status, openAiErrorSchema.describe(STATUS_CODES[status] ?? '')]),
  ) as Record<S, typeof openAiErrorSchema>;
}

/** Codes that OpenAI's clients know by another name. */
const codes: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'invalid_api_key',
  concurrency_limited: 'rate_limit_exceeded',
  rate_limited: 'rate_limit_exceeded',
  quota_exceeded: 'insufficient_quota',
};

/** Fields by their names in OpenAI's shape, where the error is of something that both shapes have. */
const fields: Readonly<Record<string, string>> = {
  transcript: 'input',
  model_id: 'model',
  'generation_config.speed': 'speed',
};

/** Fields that an error is about although its message names none. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  model_not_found: 'model',
  voice_not_found: 'voice',
  recognizer_not_found: 'model',
  unsupported_language: 'language',
};

/** One problem of a message and the field it is about: a line `✖ …` and, perhaps, a line `→ at …`. */
const problem = /^✖ (.*?)(?:\n {2}→ at (.*))?$/gm;

/** The body of an error. */
export function openAiErrorBody({ status, code, message }: ServiceError): OpenAiErrorBody {
  const problems = [...message.matchAll(problem)].map(([, text = '', path]) => ({
    text,
    // What is wrong with the whole body is about no field.
    field: path === undefined || path === 'body' ? undefined : (fields[path] ?? path),
  }));
  const lines = problems.map(({ text, field }) => (field === undefined ? text : `${field}: ${text}`));
  return {
    error: {
      message: problems.length === 0 ? message : lines.join('; '),
      type: status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error',
      param: problems.find(({ field }) => field !== undefined)?.field ?? fieldOf[code] ?? null,
      code: codes[code] ?? code,
    },
  };
}
