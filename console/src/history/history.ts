/** The history of a member, as the server keeps it. */
import type { Word } from '@sonorant/client';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { consoleRequest, sonorant } from '../base/api.ts';
import { useDraftWriter } from '../base/draft.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { defaultSettings, type SpeechSettings } from '../speak/settings.tsx';
import { keptSpeakers, speakersDraft } from '../speak/speakers.ts';

/** A take as lists have it. */
export interface KeptTake {
  readonly id: string;
  readonly created_at: string;
  readonly origin: 'speak' | 'change' | 'join';
  readonly title: string | null;
  readonly starred: boolean;
  readonly voice: { readonly id: string | null; readonly name: string };
  readonly model_id: string | null;
  readonly language: string | null;
  readonly seconds: number;
  /** Bytes of the audio. */
  readonly size: number;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Beginning of the text. */
  readonly excerpt: string;
}

/** A take with all of its text and words. */
export interface KeptTakeDetail extends KeptTake {
  readonly text: string;
  readonly words: readonly (readonly [word: string, start: number, end: number])[];
}

export interface HistoryState {
  /** Whether the server keeps takes at all, and whether this member wants it. */
  readonly is_on: boolean;
  readonly is_wanted: boolean;
  readonly days: number;
  readonly limit_bytes: number;
  readonly takes: number;
  readonly bytes: number;
  /** Of takes. */
  readonly voices: readonly { readonly id: string; readonly name: string }[];
  /** Longest life of a link to a take; 0 where the server makes none. */
  readonly share_max_days: number;
}

/** Of all queries of the history. */
export const historyKey = ['history'] as const;
const stateKey = [...historyKey, 'state'] as const;

/** Whether the session is of a member: a key belongs to none in particular, so it has no history. */
export function useHasHistory(): boolean {
  return useCurrentSession().how !== 'key';
}

/** Whether takes are kept, and what there is; nothing is asked for without {@link useHasHistory}. */
export function useHistoryState(): UseQueryResult<HistoryState> {
  return useQuery({
    queryKey: stateKey,
    queryFn: ({ signal }) => consoleRequest<HistoryState>('GET', '/history/settings', { signal }),
    enabled: useHasHistory(),
    staleTime: 30_000,
  });
}

export function useSetWanted() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      consoleRequest<HistoryState>('PATCH', '/history/settings', { body: { is_wanted: isWanted } }),
    onSuccess: (state) => client.setQueryData(stateKey, state),
  });
}

/** @returns reads lists and sums again */
export function useReloadHistory(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: historyKey });
}

export interface HistoryFilter {
  readonly q: string;
  readonly voice: string;
  readonly isStarred: boolean;
}

export function listTakes(
  page: { readonly limit: number; readonly starting_after?: string },
  { q, voice, isStarred }: HistoryFilter,
  signal: AbortSignal,
): Promise<{ readonly data: readonly KeptTake[]; readonly has_more: boolean }> {
  const query = {
    ...page,
    ...(q !== '' && { q }),
    ...(voice !== '' && { voice_id: voice }),
    ...(isStarred && { starred: true }),
  };
  return sonorant.request('GET', '/history', { query, signal }) as ReturnType<typeof listTakes>;
}

export function takePath(id: string): string {
  return `/history/${encodeURIComponent(id)}`;
}

export function readTake(id: string, signal?: AbortSignal): Promise<KeptTakeDetail> {
  return consoleRequest('GET', takePath(id), signal === undefined ? {} : { signal });
}

/** Its title, or how its text begins. */
export function nameOf({ title, excerpt, origin }: KeptTake): string {
  return (title ?? excerpt) || { speak: 'Without text', change: 'A changed voice', join: 'Joined recordings' }[origin];
}

export function wordsOf({ words }: KeptTakeDetail): readonly Word[] {
  return words.map(([word, start, end]) => ({ word, start, end }));
}

/** Puts text, voice and settings of a take back on Speak. */
export function useSpeakAgain(): (id: string) => Promise<void> {
  const write = useDraftWriter();
  return async (id) => {
    const { text, voice, model_id: model, language, settings } = await readTake(id);
    const again: SpeechSettings = {
      ...defaultSettings,
      ...known(settings),
      voice: voice.id ?? '',
      model: model ?? defaultSettings.model,
      language: language ?? '',
    };
    write('speak-text', text);
    write('speech-settings', again);
    write(speakersDraft, keptSpeakers.read(settings));
  };
}

/** What the page of today has, of a take that an older or newer one kept. */
function known(settings: Readonly<Record<string, unknown>>): Partial<SpeechSettings> {
  return Object.fromEntries(
    Object.entries(defaultSettings)
      .filter(([name, value]) => typeof settings[name] === typeof value)
      .map(([name]) => [name, settings[name]]),
  );
}
