import type { EngineDescriptor, EngineSource } from '../engines/adapter.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type { PageOf, PageRequest, VoiceRowFilter, Voices } from '../store/index.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import { enginesSpeaking } from './engine-choice.ts';
import { folded } from '../store/folded-text.ts';
import type { LanguageTag } from './locales.ts';
import { storedVoice } from './stored-voice.ts';
import { nativeAccent, type Gender, type Voice } from './voice.ts';
import { firstNamed, isSameName, type VoiceRank } from './voice-names.ts';

/** Conditions on a list of voices; a voice meets all that are given. */
export interface VoiceFilter {
  /** Part of the name, the description or the id; case and diacritics do not matter. */
  readonly text?: string;
  /** Whether the voice belongs to the organization that asks. */
  readonly isOwner?: boolean;
  readonly gender?: Gender;
  /** Native language, or native locale where the tag has one. */
  readonly tag?: LanguageTag;
  /** Archived voices too; false when absent. */
  readonly includeArchived?: boolean;
}

/** The voices that an organization can use: its own, the public ones and the built-in ones. */
export interface VoiceLibrary {
  /** Every built-in voice there is, also those whose engine is not loaded. */
  readonly catalogue: Catalogue;
  /**
   * Own and public voices, newest first, then by id; built-in voices last, in the catalogue's order.
   * @throws {ServiceError} `invalid_request` when both cursors are given or the cursor is no voice of the list
   */
  page(filter: VoiceFilter, organizationId: string, request: PageRequest): Promise<PageOf<Voice>>;
  /** The whole list in the same order. */
  list(filter: VoiceFilter, organizationId: string): Promise<readonly Voice[]>;
  /** The end of that list: the built-in voices whose own engine is loaded. */
  builtIn(filter: VoiceFilter, organizationId: string): readonly Voice[];
  /** The voice with this id or alias, archived or not; undefined when there is none or the organization may not use it. */
  get(id: string, organizationId: string): Promise<Voice | undefined>;
  /**
   * The voice that a request to speak means: by its id, as {@link get}, else by its name, of those that are not archived: the
   * organization's own first, then the built-in ones, then `aliases`, then other organizations' public ones
   * (docs/rules.md#voice-by-name). It answers with its own id, or the alias of one that was asked.
   * @param aliases voices by names that they have on some routes only
   * @throws {ServiceError} `invalid_request` that lists their ids, when several voices of the first rank that has any have the name
   */
  resolve(idOrName: string, organizationId: string, aliases?: VoiceRank): Promise<Voice | undefined>;
}

function matchesTag(voice: Voice, { language, locale }: LanguageTag): boolean {
  return voice.language === language && (locale === undefined || nativeAccent(voice)?.locale === locale.code);
}

/** Whether a voice meets a filter; for voices that are not in the database. */
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

/** The built-in voices whose own engine is among these and speaks their language. */
function ownVoices({ voices }: Catalogue, engines: readonly EngineDescriptor[]): readonly Voice[] {
  return voices.filter(({ language, speaker }) =>
    enginesSpeaking(language, engines).some(({ id }) => id === speaker.engine),
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

/** Index of the cursor in a list in memory. */
function indexOfCursor(voices: readonly Voice[], request: PageRequest): number {
  const cursor = request.ending_before ?? request.starting_after;
  const index = voices.findIndex((voice) => voice.id === cursor);
  if (index < 0) throw invalidField(cursorField(request), 'No item of this list has this id');
  return index;
}

/**
 * The built-in voices as a library. It lists the voices whose own engine is among those loaded and speaks their language.
 * `get` knows all others too: their ids go on working on a server without that engine, in a voice of another engine
 * ({@link speakerFor}), so a stored id does not depend on how a server is set up.
 * @param engines those of this server
 */
export function builtInLibrary(
  engines: readonly EngineDescriptor[],
  catalogue: Catalogue = createCatalogue(),
): VoiceLibrary {
  const listed = ownVoices(catalogue, engines);
  const ids = new Set(catalogue.voices.map((voice) => voice.id));
  const all = (filter: VoiceFilter, organizationId: string): Voice[] =>
    listed.filter((voice) => matches(voice, filter, organizationId));
  return {
    catalogue,
    // Without voices in front of them, the built-in ones are a list whose beginning is empty.
    page: (filter, organizationId, request) => pageOver({ list: all(filter, organizationId), ids }, nothing, request),
    list: (filter, organizationId) => Promise.resolve(all(filter, organizationId)),
    builtIn: all,
    get: (id) => Promise.resolve(catalogue.find(id)),
    async resolve(idOrName, _organizationId, aliases = noAliases) {
      return catalogue.find(idOrName) ?? (await firstNamed(idOrName, [builtInRank(catalogue, listed), aliases]));
    },
  };
}

const noAliases: VoiceRank = () => [];

/** The built-in voices of a name; one whose engine is not loaded, which another engine speaks, only where no other has it. */
function builtInRank({ voices }: Catalogue, listed: readonly Voice[]): VoiceRank {
  return (name) => {
    const here = listed.filter((voice) => isSameName(voice.name, name));
    return here.length > 0 ? here : voices.filter((voice) => isSameName(voice.name, name));
  };
}

/** The part of a list that a database holds. */
interface StoredPart {
  readonly page: (request: PageRequest) => Promise<PageOf<Voice>>;
  /** Its end: at most `limit` voices in the order of the list; `hasMore`: there are voices before them. */
  readonly lastPage: (limit: number) => Promise<PageOf<Voice>>;
}

const nothing: StoredPart = {
  page: (request) => {
    if ((request.starting_after ?? request.ending_before) !== undefined) indexOfCursor([], request);
    return Promise.resolve({ rows: [], hasMore: false });
  },
  lastPage: () => Promise.resolve({ rows: [], hasMore: false }),
};

/** The part of a list that memory holds. */
interface BuiltInPart {
  readonly list: readonly Voice[];
  /** Of every built-in voice, in the list or not. */
  readonly ids: ReadonlySet<string>;
}

/** A page of a list that begins in a database and ends in memory: a cursor is of one of the two, a page may be of both. */
async function pageOver(
  { list: builtIn, ids }: BuiltInPart,
  stored: StoredPart,
  request: PageRequest,
): Promise<PageOf<Voice>> {
  refuseTwoCursors(request);
  const { limit, starting_after: after, ending_before: before } = request;
  if (after !== undefined && ids.has(after)) {
    const start = indexOfCursor(builtIn, request) + 1;
    return { rows: builtIn.slice(start, start + limit), hasMore: builtIn.length > start + limit };
  }
  if (before !== undefined && ids.has(before)) {
    const end = indexOfCursor(builtIn, request);
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

/**
 * The voices of the database and the built-in ones as one library.
 * @param source the engines of this server
 */
export function voiceLibrary(
  voices: Pick<Voices, 'page' | 'lastPage' | 'find' | 'named'>,
  source: EngineSource,
  catalogue: Catalogue = createCatalogue(),
): VoiceLibrary {
  const current = builtInVoices(source, catalogue);
  const toVoices = ({ rows, hasMore }: Awaited<ReturnType<Voices['page']>>): PageOf<Voice> => ({
    rows: rows.map(storedVoice),
    hasMore,
  });
  const partOf = (filter: VoiceFilter, organizationId: string): StoredPart => ({
    page: async (request) => toVoices(await voices.page(organizationId, { ...rowFilter(filter), ...request })),
    lastPage: async (limit) => toVoices(await voices.lastPage(organizationId, limit, rowFilter(filter))),
  });
  const builtIn = (filter: VoiceFilter, organizationId: string): Voice[] =>
    current().listed.filter((voice) => matches(voice, filter, organizationId));
  const get: VoiceLibrary['get'] = async (id, organizationId) => {
    const known = catalogue.find(id);
    if (known !== undefined) return known;
    const row = await voices.find(organizationId, id);
    return row === undefined ? undefined : storedVoice(row);
  };
  const stored =
    (organizationId: string, whose: Parameters<Voices['named']>[2]): VoiceRank =>
    async (name) =>
      (await voices.named(organizationId, name, whose)).map(storedVoice);
  return {
    catalogue,
    page: (filter, organizationId, request) =>
      pageOver({ list: builtIn(filter, organizationId), ids: current().ids }, partOf(filter, organizationId), request),
    async list(filter, organizationId) {
      const { page } = partOf(filter, organizationId);
      const all: Voice[] = [];
      for (let hasMore = true; hasMore;) {
        const last = all.at(-1)?.id;
        const next = await page({ limit: wholeListStep, starting_after: last }).catch((error: unknown) => {
          if (last !== undefined && error instanceof ServiceError && error.code === 'invalid_request') return undefined;
          throw error;
        });
        if (next === undefined) {
          // Deleted or archived since: it is no part of the list, which goes on behind the one before it.
          all.pop();
          continue;
        }
        all.push(...next.rows);
        ({ hasMore } = next);
      }
      return [...all, ...builtIn(filter, organizationId)];
    },
    builtIn,
    get,
    resolve: async (idOrName, organizationId, aliases = noAliases) =>
      (await get(idOrName, organizationId)) ??
      firstNamed(idOrName, [
        stored(organizationId, 'own'),
        builtInRank(catalogue, current().listed),
        aliases,
        stored(organizationId, 'public'),
      ]),
  };
}

/** The voices to list and the ids of all, made anew when the engines or the catalogue have changed. */
function builtInVoices(
  source: EngineSource,
  catalogue: Catalogue,
): () => { readonly listed: readonly Voice[]; readonly ids: ReadonlySet<string> } {
  const make = (engines: readonly EngineDescriptor[], voices: readonly Voice[]) => ({
    engines,
    voices,
    listed: ownVoices(catalogue, engines),
    ids: new Set(voices.map(({ id }) => id)),
  });
  let made = make(source.engines, catalogue.voices);
  return () => {
    const { engines } = source;
    const { voices } = catalogue;
    if (made.engines !== engines || made.voices !== voices) made = make(engines, voices);
    return made;
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
