/** Voices to choose from. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isNotFound, sonorant } from '../base/api.ts';
import { formatDateTime, formatLanguage } from '../components/format.ts';
import { genderNames, type Voice } from '../voices/catalogue.ts';

export type { Voice };

/** So many voices are read for a choice; with more, the search asks the server. */
const most = 1000;

export interface VoiceList {
  readonly voices: readonly Voice[];
  /** There are more than were read. */
  readonly isCut: boolean;
}

/** All voices that the session can speak with, or those that have a text in their name, description or id. */
export function useVoices(search = ''): UseQueryResult<VoiceList> {
  return useQuery({
    queryKey: ['voices', 'choice', search],
    queryFn: async ({ signal }) => {
      const voices: Voice[] = [];
      const expand: 'spoken_by'[] = ['spoken_by'];
      const query = { limit: 100, expand, ...(search !== '' && { q: search }) };
      for await (const voice of sonorant.pages('/voices', { query, signal })) {
        if (voices.length === most) return { voices, isCut: true };
        voices.push(voice);
      }
      return { voices, isCut: false };
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

export interface NamedVoice {
  /** Undefined before it was read, for no id, and where it could not be read. */
  readonly voice: Voice | undefined;
  readonly isPending: boolean;
  /** The server has no voice with this id, or none that the session may use. */
  readonly isGone: boolean;
  /** Why it is not known, other than {@link isGone}. */
  readonly error: unknown;
}

/**
 * The voice with an id: of the list, else read by itself. The list lacks archived voices, ids that only stand for others, and what
 * is beyond its length.
 * @param id empty for none
 */
export function useVoice(id: string): NamedVoice {
  const list = useVoices();
  const listed = list.data?.voices.find((voice) => voice.id === id);
  const isAsked = id !== '' && listed === undefined && !list.isPending;
  const { data, error, isPending } = useQuery({
    queryKey: ['voices', 'choice', 'one', id],
    queryFn: ({ signal }) => sonorant.get('/voices/{id}', { path: { id }, query: { expand: ['spoken_by'] }, signal }),
    enabled: isAsked,
    staleTime: 60_000,
  });
  const isGone = isAsked && isNotFound(error);
  return {
    voice: listed ?? (isAsked && !isGone ? data : undefined),
    isPending: id !== '' && listed === undefined && isPending,
    isGone,
    error: isAsked && !isGone ? error : null,
  };
}

/** @param code a language (`de`) or a locale (`de-AT`); a code that the browser does not know stays a code */
export function languageName(code: string): string {
  try {
    return formatLanguage(code);
  } catch {
    return code;
  }
}

/** `general-american` as words. */
export function accentName(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** What a voice is, in a line: `British English · feminine · flite`; of one's own, which may share a name, when it was made. */
export function voiceLine(voice: Voice): string {
  const native = voice.accent === null ? languageName(voice.language) : accentName(voice.accent);
  const language = languageName(voice.language);
  // The built-in voices say of which kind they are: an accent of the interface is wider, as "British" is of a Scottish voice.
  const isOfKind = !voice.is_owner && voice.tagline.endsWith(` ${language}`);
  const kind = isOfKind ? voice.tagline : native === language ? language : `${native}, ${language}`;
  const engine = voice.spoken_by === undefined ? undefined : (voice.spoken_by?.engine ?? 'no engine here');
  const gender = voice.gender === null ? undefined : genderNames[voice.gender].toLowerCase();
  const made = voice.is_owner ? `made ${formatDateTime(voice.created_at)}` : undefined;
  return [kind, gender, engine, made].filter((part) => part !== undefined).join(' · ');
}

export interface VoiceFilter {
  readonly text: string;
  readonly language: string;
  readonly gender: string;
  readonly accent: string;
  readonly engine: string;
}

export const everyVoice: VoiceFilter = { text: '', language: '', gender: '', accent: '', engine: '' };

/** Whether a voice fits; an empty member of the filter fits all. Every word of the text has to be in it. */
export function fits(voice: Voice, { text, language, gender, accent, engine }: VoiceFilter): boolean {
  if (language !== '' && voice.language !== language) return false;
  if (gender !== '' && voice.gender !== gender) return false;
  if (accent !== '' && voice.accent !== accent) return false;
  if (engine !== '' && voice.spoken_by?.engine !== engine) return false;
  const described = `${voice.name} ${voice.tagline} ${voice.description} ${voice.id} ${voiceLine(voice)}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => described.includes(word));
}
