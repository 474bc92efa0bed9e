/** The part of an OpenAPI 3.1 document that the reference shows. */
import type { JsonSchema, Schemas } from './schema-view.ts';

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema?: JsonSchema;
}

export type ApiContent = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;

export interface ApiOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: ApiContent };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: ApiContent }>>;
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  /** What receivers are sent, by the type of the event. */
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components?: { readonly schemas?: Schemas };
}

export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** Every operation of the document in its order. */
export function operationsOf(document: ApiDocument): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The schema of a body, whatever its media type. */
export function schemaOf(content: ApiContent | undefined): JsonSchema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}
