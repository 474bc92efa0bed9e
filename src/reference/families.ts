/** The operations of the OpenAPI document by family; each family is a page. */
import { html, slug, type Html } from './html.ts';
import { operationsOf, type ApiDocument, type ListedOperation } from './openapi-document.ts';

export interface Family {
  /** Its tag in the OpenAPI document. */
  readonly title: string;
  /** Address of its page. */
  readonly path: string;
  /** What it is for, in a sentence. */
  readonly summary: string;
  readonly operations: readonly ListedOperation[];
}

/** What a page of a family is made from. */
export interface FamilyPageOptions {
  readonly document: ApiDocument;
  readonly family: Family;
  /** Address of the server, for the commands. */
  readonly baseUrl: string;
  /** The version the examples speak. */
  readonly version: string;
}

/** What the families are for, in the order of the side bar; a tag without an entry comes after them. */
const summaries: Readonly<Record<string, string>> = {
  Speech: 'Text in, audio out: as one body, as server-sent events, over a WebSocket.',
  OpenAI: 'The same speech for clients that were written for OpenAI’s interface.',
  Books: 'Books and pages read aloud by a job: chapters, audio with a cover, subtitles.',
  'Speech recognition': 'Files become text, with word times and subtitles.',
  Voices: 'Find, clone, localize and change voices; the languages and accents they speak.',
  'Voice conversion': 'A recording in another voice, and speech between two recordings.',
  'Pronunciation dictionaries': 'How words are said: spelled replacements and phonemes.',
  Agents: 'Agents with their versions and tools.',
  Conversations: 'Talk to an agent over a WebSocket.',
  Calls: 'What remains of conversations with agents: transcripts, recordings, ends.',
  'Metrics of calls': 'Questions that a language model answers about each call.',
  'Agents (older routes)': 'Agents as clients of earlier versions read them.',
  Webhooks: 'Addresses of yours that are told of events, and what came of it.',
  Files: 'Audio and other files that are kept for you.',
  'Fine-tunes': 'Datasets of clips, and the voices that are trained from them.',
  'Access tokens': 'Short-lived credentials for browsers and apps.',
  Organization: 'People, invitations, keys and the log of requests.',
  Usage: 'What was spoken, by day, model and voice.',
  Models: 'Neural voices, recognizers and detectors of the server: what is installed and can be, for those who run it.',
  Status: 'Whether the server lives, is ready and can speak. No credential needed.',
};

const other = 'Other';

/** Whether the server answers that it does not have it yet. */
export function isLater({ operation: { responses } }: ListedOperation): boolean {
  const statuses = Object.keys(responses);
  return statuses.includes('501') && !statuses.some((status) => /^[123]/.test(status));
}

/** Everything that works, by family. */
export function familiesOf(document: ApiDocument): Family[] {
  const byTag = new Map<string, ListedOperation[]>(Object.keys(summaries).map((tag) => [tag, []]));
  for (const listed of operationsOf(document).filter((one) => !isLater(one))) {
    const tag = listed.operation.tags?.[0] ?? other;
    byTag.set(tag, [...(byTag.get(tag) ?? []), listed]);
  }
  return [...byTag]
    .filter(([, operations]) => operations.length > 0)
    .map(([title, operations]) => ({
      title,
      path: `/docs/api/${slug(title)}`,
      summary: summaries[title] ?? '',
      operations,
    }));
}

/** Where an operation stands on the page of its family. */
export function anchorOf({ method, path }: Pick<ListedOperation, 'method' | 'path'>): string {
  return slug(`${method} ${path}`);
}

export function badge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}
