import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalidRequest } from '../../errors/validation.ts';

/** Lets Fastify validate with zod schemas and fail with {@link invalidRequest}. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    // Fastify gives null where no body was sent.
    const result = schema.safeParse(value ?? undefined, { reportInput: true });
    return result.success ? { value: result.data } : { error: invalidRequest(result.error, httpPart) };
  };
