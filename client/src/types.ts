/** What a request of the generated interface takes, and what it gives. */
import type { components, paths } from './api.ts';
import type { FormValue, QueryValue, RequestOptions } from './http.ts';

/** Objects of the interface by name: `Schemas['Voice']`. */
export type Schemas = components['schemas'];

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that have an operation of this method. */
export type PathsOf<M extends Verb> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, object>> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Verb> = paths[P] extends Readonly<Record<M, infer O>> ? O : never;

/** Members that are undefined are left out, so they may be. */
type Loose<T> = { readonly [K in keyof T]: T[K] | undefined };

type PathPart<O> = O extends { parameters: { path: infer T extends Readonly<Record<string, string | number>> } }
  ? { readonly path: T }
  : { readonly path?: undefined };

type Query = Readonly<Record<string, QueryValue>>;

type QueryPart<O> = O extends { parameters: { query: infer T extends Query } }
  ? { readonly query: Loose<T> }
  : O extends { parameters: { query?: infer T extends Query } }
    ? { readonly query?: Loose<T> | undefined }
    : { readonly query?: undefined };

/** Of a form: a part that is binary is a file. */
type FormOf<T> = { readonly [K in keyof T]: T[K] extends Blob | string | undefined ? T[K] | undefined : FormValue };

type BodyPart<O> = O extends { requestBody: { content: infer C } }
  ? C extends { 'application/json': infer T }
    ? { readonly body: T; readonly form?: undefined }
    : C extends { 'multipart/form-data': infer T }
      ? { readonly form: FormOf<T>; readonly body?: undefined }
      : never
  : O extends { requestBody?: { content: { 'application/json': infer T } } }
    ? { readonly body?: T | undefined; readonly form?: undefined }
    : { readonly body?: undefined; readonly form?: undefined };

/** What a request takes beside its path. */
export type Options<P extends keyof paths, M extends Verb> = RequestOptions &
  PathPart<Operation<P, M>> &
  QueryPart<Operation<P, M>> &
  BodyPart<Operation<P, M>>;

/** They may be left out where nothing in them is required. */
export type Arguments<P extends keyof paths, M extends Verb> =
  RequestOptions extends Options<P, M> ? [options?: Options<P, M>] : [options: Options<P, M>];

type AnswersOf<O> = O extends { responses: infer R } ? R[keyof R] : never;

/** The parsed JSON of the answer; the {@link Response} where it is no JSON, to be read as the caller likes; undefined where it has none. */
export type Answer<P extends keyof paths, M extends Verb> =
  AnswersOf<Operation<P, M>> extends infer A
    ? A extends { content: infer C }
      ? C extends { 'application/json': infer T }
        ? T
        : Response
      : undefined
    : never;

interface Page {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
}

/** Lists that come in pages. */
export type PagedPath = { [P in PathsOf<'get'>]: Answer<P, 'get'> extends Page ? P : never }[PathsOf<'get'>];

export type ItemOf<P extends PagedPath> = Answer<P, 'get'> extends { readonly data: readonly (infer T)[] } ? T : never;
