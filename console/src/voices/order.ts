/** Orders of a list of voices. */
import { formatLanguage } from '../components/format.ts';

export const orders = [
  { id: 'natural', name: 'Natural voices first' },
  { id: 'name', name: 'Name' },
  { id: 'language', name: 'Language' },
  { id: 'newest', name: 'Newest first' },
  { id: 'engine', name: 'Engine' },
] as const;

export type Order = (typeof orders)[number]['id'];

/** What of a voice is compared. */
interface Sorted {
  readonly name: string;
  readonly language: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly spoken_by?: { readonly engine: string } | null | undefined;
}

/** What is known of how natural an engine speaks: models before recorded units before formants before nothing at all. */
function rankOf({ spoken_by: by }: Sorted): number {
  if (by === null || by === undefined) return 4;
  if (by.engine.startsWith('neural:')) return 0;
  if (by.engine.startsWith('upstream:')) return 1;
  return by.engine === 'espeak' ? 3 : 2;
}

function byText(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}

const comparisons: Readonly<Record<Order, (a: Sorted, b: Sorted) => number>> = {
  natural: (a, b) => rankOf(a) - rankOf(b),
  name: (a, b) => byText(a.name, b.name),
  language: (a, b) => byText(formatLanguage(a.language), formatLanguage(b.language)),
  newest: (a, b) => byText(b.created_at, a.created_at),
  engine: (a, b) => byText(a.spoken_by?.engine ?? '\uFFFF', b.spoken_by?.engine ?? '\uFFFF'),
};

/** Voices that an order takes for equal stay as they are. */
export function inOrder<V extends Sorted>(voices: readonly V[], order: Order): V[] {
  return voices.toSorted(comparisons[order]);
}
