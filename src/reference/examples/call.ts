/** What the code of an example has to know of an operation. */
import type { ApiDocument, ApiOperation } from '../openapi-document.ts';
import { isClip, type Example } from './example.ts';
import type { Step } from './index.ts';

export type Credential = 'SONORANT_API_KEY' | 'SONORANT_ADMIN_KEY';

/** What the answer of an example is. */
export type AnswerKind = 'json' | 'nothing' | 'bytes' | 'events' | 'error';

/** One call of an example, ready to be written in a language. */
export interface Call extends Step {
  readonly method: string;
  readonly path: string;
  /** The variable that holds the credential; none for public routes. */
  readonly credential: Credential | undefined;
  readonly isVersioned: boolean;
  readonly answers: AnswerKind;
}

export interface CodeOptions {
  /** Address of the server. */
  readonly baseUrl: string;
  /** The version the examples speak. */
  readonly version: string;
}

function credentialOf({ security = [] }: ApiOperation): Credential | undefined {
  const names = security.flatMap((one) => Object.keys(one));
  if (names.length === 0) return undefined;
  return names.includes('adminKey') ? 'SONORANT_ADMIN_KEY' : 'SONORANT_API_KEY';
}

/** The status that an example is answered with. */
export function statusOf(example: Example, { responses }: ApiOperation): number {
  return example.status ?? Number(Object.keys(responses).find((status) => status.startsWith('2')) ?? 200);
}

function answerOf(example: Example, operation: ApiOperation): AnswerKind {
  const status = statusOf(example, operation);
  if (status >= 400) return 'error';
  const types = Object.keys(operation.responses[String(status)]?.content ?? {});
  if (types.length === 0) return 'nothing';
  if (types.includes('text/event-stream') && types.length === 1) return 'events';
  return types[0] === 'application/json' ? 'json' : 'bytes';
}

/** @throws {Error} a step of an operation that the document does not have */
export function callOf(step: Step, document: ApiDocument): Call {
  const [method = '', path = ''] = step.operation.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`there is an example of ${step.operation}, which does not exist`);
  return {
    ...step,
    method,
    path,
    credential: credentialOf(operation),
    isVersioned: (operation.parameters ?? []).some(({ name }) => name === 'Service-Version'),
    answers: answerOf(step.example, operation),
  };
}

/** The clip that an example uploads. */
export function clipOf({ form = {} }: Example): string | undefined {
  return Object.values(form).find(isClip)?.clip;
}

/** The request for that clip. */
export function clipBody(text: string, voice: string) {
  return { model_id: 'sonorant-1', transcript: text, voice, output_format: { container: 'wav' } };
}
