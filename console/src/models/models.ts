/** The models of the server and the jobs that install them. */
import type { Schemas } from '@sonorant/client';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sonorant } from '../base/api.ts';
import { useCurrentSession } from '../base/session-context.ts';

export type Model = Schemas['Model'];
export type ModelJob = Schemas['ModelJob'];
export type Machine = Schemas['ModelMachine'];
export type Purpose = NonNullable<Model['purpose']>;

/** What the server has and could have. */
export interface Models {
  readonly data: readonly Model[];
  readonly machine: Machine;
}

const keys = { models: ['server-models'], jobs: ['server-model-jobs'] } as const;
/** What another set of models changes, by its query key: voices, model ids, recognizers, the page of the server. */
const changedWithModels = [keys.models[0], 'voices', 'models', 'session', 'server'];
/** How often a job that runs is looked at. */
const pollMs = 1000;

/** Whether this session runs the server. */
export function useRunsServer(): boolean {
  return useCurrentSession().permissions.includes('server');
}

/** The models; nothing is asked for while it is not `isEnabled`. */
export function useModels(isEnabled: boolean): UseQueryResult<Models> {
  return useQuery({
    queryKey: keys.models,
    queryFn: ({ signal }) => sonorant.get('/models', { signal }),
    enabled: isEnabled,
  });
}

/** Whether a job waits or runs. */
export function isActive({ state }: ModelJob): boolean {
  return state === 'waiting' || state === 'running';
}

function reread(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => changedWithModels.includes(String(queryKey[0])) });
}

/** The jobs, newest first, looked at anew while one runs. What one of them installed is read too. */
export function useJobs(isEnabled: boolean): readonly ModelJob[] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.jobs,
    queryFn: async ({ signal }) => (await sonorant.get('/models/jobs', { signal })).data,
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.some(isActive) === true ? pollMs : false),
  });
  const ended = data?.filter((job) => !isActive(job)).length;
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (before.current !== undefined && ended !== undefined && ended > before.current) reread(client);
    before.current = ended ?? before.current;
  }, [client, ended]);
  return data ?? [];
}

/** The newest job of a model. */
export function jobOf(jobs: readonly ModelJob[], { name }: Model): ModelJob | undefined {
  return jobs.find((job) => job.model === name);
}

export interface InstallOptions {
  readonly name: string;
  /** Base of a mirror's addresses; empty for none. */
  readonly from: string;
}

/** Accepts the licence of a model and begins to install it, or goes on with it. */
export function useInstall(): UseMutationResult<ModelJob, Error, InstallOptions> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, from }: InstallOptions) =>
      sonorant.post('/models', {
        body: { name, accept_licence: true, ...(from.trim() !== '' && { from: from.trim() }) },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.jobs }),
  });
}

export function useCancel(): UseMutationResult<ModelJob, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sonorant.post('/models/jobs/{id}/cancel', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.jobs }),
  });
}

/** @returns deletes an installed model, and reads what changed by it */
export function useRemove(): (name: string) => Promise<void> {
  const client = useQueryClient();
  return async (name) => {
    await sonorant.delete('/models/{name}', { path: { name } });
    reread(client);
  };
}

/** Languages for which a model of this purpose is the first choice, by their codes; that of the browser where one is for all others. */
export function recommendedLanguages(models: readonly Model[], purpose: Purpose): readonly string[] {
  const found = models.filter((model) => model.purpose === purpose).flatMap((model) => model.recommended_for);
  const others = found.includes('*') ? [browserLanguage()] : [];
  return [...new Set([...found, ...others])].filter((code) => code !== '*').sort();
}

/** The first choice for a language, else for any language. */
export function recommendedModel(models: readonly Model[], purpose: Purpose, language: string): Model | undefined {
  const candidates = models.filter((model) => model.purpose === purpose);
  const of = (code: string): Model | undefined => candidates.find(({ recommended_for: codes }) => codes.includes(code));
  return of(language) ?? of('*');
}

/** ISO 639-1 code of the language that the browser is set to; English where it names none that is one. */
export function browserLanguage(): string {
  return /^[a-z]{2}(?=-|$)/.exec(navigator.language)?.[0] ?? 'en';
}
