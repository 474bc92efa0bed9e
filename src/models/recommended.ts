/** Which models of the table are the first choice for a language on a machine. */
import type { CatalogueEntry } from './catalogue-entry.ts';
import { downloadSize } from './catalogue.ts';
import { licenceSummary } from './licence-words.ts';
import { memoryOf } from './memory.ts';

/** What a model is for. `speaking` with its own speakers, `cloning` with those of clips, `hearing` speech, `detecting` it. */
export const purposes = ['speaking', 'cloning', 'hearing', 'detecting'] as const;
/** See {@link purposes}. */
export type Purpose = (typeof purposes)[number];

/** What a choice of models depends on. */
export interface Machine {
  /** What loaded models may take, in bytes. */
  readonly memoryBytes: number;
  readonly cores: number;
}

/** What tells it: the kind of a model, and how many speakers it has of its own. */
interface Voicing {
  readonly kind: CatalogueEntry['kind'];
  readonly speakers?: number | undefined;
}

/** What a model is for. */
export function purposeOf({ kind, speakers }: Voicing): Purpose {
  if (kind === 'vad') return 'detecting';
  if (kind === 'recognizer') return 'hearing';
  return speakers === 0 ? 'cloning' : 'speaking';
}

/** Families that take about a core to speak as fast as they are heard; with one core nothing would be left for the server. */
const heavy = new Set(['kokoro', 'zipvoice', 'pocket', 'supertonic']);

/** Most of what models may take that one of them should, so that another one can be loaded beside it. */
const mostOfMemory = 0.75;

/** Whether a machine runs it with ease. Where its memory is not known, its download stands for it. */
function suits(entry: CatalogueEntry, { memoryBytes, cores }: Machine): boolean {
  const memory = memoryOf(entry) ?? 2 * downloadSize(entry);
  return memory <= mostOfMemory * memoryBytes && (cores >= 2 || !heavy.has(entry.family));
}

/** Licences that let anyone use the model come first, then those that are not known, then those that do not. */
const preference = [true, null, false] as const;

/**
 * For each entry the languages for which it is the first choice for its purpose: of those that the machine runs with ease the first
 * one of the table, one that anyone may use before one that only some may. Entries that are none have no row.
 * @param entries in the order in which they are recommended
 */
export function recommendedFor(
  entries: readonly CatalogueEntry[],
  machine: Machine,
): ReadonlyMap<string, readonly string[]> {
  const chosen = new Set<string>();
  const found = new Map<string, readonly string[]>();
  const suitable = entries.filter((entry) => suits(entry, machine));
  const ordered = preference.flatMap((use) =>
    suitable.filter(({ licence }) => licenceSummary(licence).commercial === use),
  );
  for (const entry of ordered) {
    const purpose = purposeOf(entry);
    // The name of a file tells the languages of some, and to a detector they make no difference.
    const languages = entry.languages.length > 0 ? entry.languages : ['*'];
    const first = languages.filter((language) => !chosen.has(`${purpose} ${language}`));
    for (const language of first) chosen.add(`${purpose} ${language}`);
    if (first.length > 0) found.set(entry.name, first);
  }
  return found;
}
