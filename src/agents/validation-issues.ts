import { invalidField, ServiceError } from '../errors/service-error.ts';

/** A field by its path, and what is wrong with it. */
export type FieldProblem = readonly [path: string, problem: string];

/** Largest configuration of an agent and largest tool, in bytes of JSON. */
export const maxAgentBytes = 262_144;

/** Several problems in the one error that names them all. */
export function invalidFields(problems: readonly FieldProblem[]): ServiceError {
  return new ServiceError(
    'invalid_request',
    problems.map(([path, problem]) => invalidField(path, problem).message).join('\n'),
  );
}

/**
 * @param json what is to be stored
 * @throws {ServiceError} `invalid_request` when it is larger than `maxBytes`
 */
export function checkSize(path: string, json: string, maxBytes: number): void {
  if (Buffer.byteLength(json) > maxBytes) {
    throw invalidField(path, `Too large: at most ${maxBytes} bytes of JSON in all`);
  }
}
