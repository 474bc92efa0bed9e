import { invalidField } from '../errors/service-error.ts';
import type { PageOf, PageRequest, VoiceRowFilter, Voices } from '../store/index.ts';
import { builtInVoices, findBuiltInVoice } from './catalogue.ts';
import type { LanguageTag } from './locales.ts';
import type { SpeakingEngine } from './speakers.ts';
import { storedVoice } from './stored-voice.ts';
import { nativeAccent, type Gender, type Voice } from './voice.ts';

/** What a list of voices is narrowed to; all given conditions hold together. */
export interface VoiceFilter {
  /** Part of the name, the description or the id; case and diacritics do not matter. */
  readonly text?: string;
  /** Whether the voice belongs to the asking organization. */
  readonly isOwner?: boolean;
  readonly gender?: Gender;
  /** Native language, or native locale where the tag has one. */
  readonly tag?: LanguageTag;
  /** Archived voices too; false when absent. */
  readonly includeArchived?: boolean;
}

/** Where voices come from, seen by one organization at a time: its own, the public ones and the built-in ones. */
export interface VoiceLibrary {
  /**
   * Own and public voices, newest first, then by id; built-in voices last, in the catalogue's order.
   * @throws {ServiceError} `invalid_request` when both cursors are given or the cursor is no voice of the list
   */
  page(filter: VoiceFilter, organizationId: string, request: PageRequest): Promise<PageOf<Voice>>;
  /** The whole list in the same order. */
  list(filter: VoiceFilter, organizationId: string): Promise<readonly Voice[]>;
  /** The end of that list: the built-in voices. */
  builtIn(filter: VoiceFilter, organizationId: string): readonly Voice[];
  /** The voice with this id or alias, archived or not; undefined where there is none or the organization may not use it. */
  get(id: string, organizationId: string): Promise<Voice | undefined>;
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function matchesTag(voice: Voice, { language, locale }: LanguageTag): boolean {
  return voice.language === language && (locale === undefined || nativeAccent(voice)?.locale === locale.code);
}

/** Whether a voice passes a filter; for voices that no database holds. */
export function matches(voice: Voice, filter: VoiceFilter, organizationId: string): boolean {
  const { text, isOwner, gender, tag } = filter;
  if (filter.includeArchived !== true && voice.status === 'archived') return false;
  if (isOwner !== undefined && isOwner !== (voice.ownerId === organizationId)) return false;
  if (gender !== undefined && gender !== voice.gender) return false;
  if (tag !== undefined && !matchesTag(voice, tag)) return false;
  return (
    text === undefined ||
    [voice.name, voice.description, voice.id].some((field) => folded(field).includes(folded(text)))
  );
}

/** The voices that code holds, whose own engine is among those loaded and speaks their language. */
function spokenBy(engines: readonly SpeakingEngine[]): readonly Voice[] {
  return builtInVoices.filter((voice) =>
    engines.some((engine) => engine.id === voice.speaker.engine && engine.languages.includes(voice.language)),
  );
}

function cursorField({ ending_before: before }: PageRequest): string {
  return before === undefined ? 'starting_after' : 'ending_before';
}

function refuseTwoCursors({ starting_after: after, ending_before: before }: PageRequest): void {
  if (after !== undefined && before !== undefined) {
    throw invalidField('ending_before', '"starting_after" and "ending_before" exclude each other');
  }
}

/** Where the cursor stands in a list in memory. */
function placeOf(voices: readonly Voice[], request: PageRequest): number {
  const cursor = request.ending_before ?? request.starting_after;
  const place = voices.findIndex((voice) => voice.id === cursor);
  if (place < 0) throw invalidField(cursorField(request), 'No item of this list has this id');
  return place;
}

/**
 * The built-in voices as a library. It lists the voices whose own engine is among those loaded and speaks their language.
 * `get` knows all others too: their ids go on working on a server without that engine, in a voice that another engine lends
 * ({@link speakerFor}), so a stored id does not depend on how a server is set up.
 */
export function builtInLibrary(engines: readonly SpeakingEngine[]): VoiceLibrary {
  const listed = spokenBy(engines);
  const all = (filter: VoiceFilter, organizationId: string): Voice[] =>
    listed.filter((voice) => matches(voice, filter, organizationId));
  return {
    // Without voices in front of them, the built-in ones are a list whose beginning is empty.
    page: (filter, organizationId, request) => pageOver(all(filter, organizationId), nothing, request),
    list: (filter, organizationId) => Promise.resolve(all(filter, organizationId)),
    builtIn: all,
    get: (id) => Promise.resolve(findBuiltInVoice(id)),
  };
}

/** The part of a list that a database holds. */
interface StoredPart {
  readonly page: (request: PageRequest) => Promise<PageOf<Voice>>;
  /** Its end: at most `limit` voices in the order of the list; `hasMore` tells of voices before them. */
  readonly lastPage: (limit: number) => Promise<PageOf<Voice>>;
}

const nothing: StoredPart = {
  page: (request) => {
    if ((request.starting_after ?? request.ending_before) !== undefined) placeOf([], request);
    return Promise.resolve({ rows: [], hasMore: false });
  },
  lastPage: () => Promise.resolve({ rows: [], hasMore: false }),
};

const builtInIds: ReadonlySet<string> = new Set(builtInVoices.map((voice) => voice.id));

/** A page of a list that begins in a database and ends in memory: a cursor is of one of the two, a page may be of both. */
async function pageOver(builtIn: readonly Voice[], stored: StoredPart, request: PageRequest): Promise<PageOf<Voice>> {
  refuseTwoCursors(request);
  const { limit, starting_after: after, ending_before: before } = request;
  if (after !== undefined && builtInIds.has(after)) {
    const start = placeOf(builtIn, request) + 1;
    return { rows: builtIn.slice(start, start + limit), hasMore: builtIn.length > start + limit };
  }
  if (before !== undefined && builtInIds.has(before)) {
    const end = placeOf(builtIn, request);
    const rows = builtIn.slice(Math.max(0, end - limit), end);
    if (end > limit) return { rows, hasMore: true };
    const front = await stored.lastPage(limit - rows.length);
    return { rows: [...front.rows, ...rows], hasMore: front.hasMore };
  }
  const page = await stored.page(request);
  if (before !== undefined) return page;
  const room = limit - page.rows.length;
  return { rows: [...page.rows, ...builtIn.slice(0, room)], hasMore: page.hasMore || builtIn.length > room };
}

/** Rows asked for at a time where the whole list is wanted. */
const wholeListStep = 500;

/** The voices of the database and the built-in ones as one library. */
export function voiceLibrary(
  voices: Pick<Voices, 'page' | 'lastPage' | 'find'>,
  engines: readonly SpeakingEngine[],
): VoiceLibrary {
  const listed = spokenBy(engines);
  const toVoices = ({ rows, hasMore }: Awaited<ReturnType<Voices['page']>>): PageOf<Voice> => ({
    rows: rows.map(storedVoice),
    hasMore,
  });
  const partOf = (filter: VoiceFilter, organizationId: string): StoredPart => ({
    page: async (request) => toVoices(await voices.page(organizationId, { ...rowFilter(filter), ...request })),
    lastPage: async (limit) => toVoices(await voices.lastPage(organizationId, limit, rowFilter(filter))),
  });
  const builtIn = (filter: VoiceFilter, organizationId: string): Voice[] =>
    listed.filter((voice) => matches(voice, filter, organizationId));
  return {
    page: (filter, organizationId, request) =>
      pageOver(builtIn(filter, organizationId), partOf(filter, organizationId), request),
    async list(filter, organizationId) {
      const { page } = partOf(filter, organizationId);
      const all: Voice[] = [];
      for (let last: string | undefined, hasMore = true; hasMore; last = all.at(-1)?.id) {
        const next = await page({ limit: wholeListStep, starting_after: last });
        all.push(...next.rows);
        ({ hasMore } = next);
      }
      return [...all, ...builtIn(filter, organizationId)];
    },
    builtIn,
    async get(id, organizationId) {
      const known = findBuiltInVoice(id);
      if (known !== undefined) return known;
      const row = await voices.find(organizationId, id);
      return row === undefined ? undefined : storedVoice(row);
    },
  };
}

function rowFilter({ text, isOwner, gender, tag, includeArchived }: VoiceFilter): VoiceRowFilter {
  return {
    q: text,
    isOwner,
    gender,
    includeArchived,
    language: tag?.language,
    locale: tag?.locale?.code,
  };
}
