/** The wire form of pronunciation dictionaries. */
import { z } from 'zod';
import { isFindable, readPronunciation } from '../../text/dictionary.ts';

export interface DictionaryLimits {
  /** Most items of a dictionary. Default 1,000. */
  readonly maxItems?: number;
  /** Longest text or pronunciation of an item, in characters. Default 256. */
  readonly maxItemCharacters?: number;
}

const accesses = z.enum(['private', 'public']);

const access = z
  .union([accesses, z.object({ type: accesses }).transform(({ type }) => type)])
  .describe('Which organizations may use it: yours only (default), or all.');

/** The spoken form has two names; where both are given, the newer one counts. */
function itemBody(maxCharacters: number) {
  const text = z.string().min(1).max(maxCharacters);
  return z
    .object({
      text: text.describe('A word or a phrase; it counts where it stands whole.'),
      pronunciation: text.nullish().describe('Text to read in its place, or phones: `<<h|ə|l|oʊ>>`.'),
      alias: text.nullish().describe('The older name of `pronunciation`.'),
      case_sensitive: z.boolean().nullish().describe('Whether the letter case must be the same. Default false.'),
    })
    .transform((item, context) => {
      const { text: written, case_sensitive } = item;
      const pronunciation = item.pronunciation ?? item.alias ?? undefined;
      const issue = (name: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [name], message });
      if (!isFindable(written)) issue('text', 'Nothing of it could be found in a text: it needs a letter or a digit');
      if (pronunciation === undefined) issue('pronunciation', 'Required: expected string');
      else if (readPronunciation(pronunciation) === undefined) {
        issue(
          (item.pronunciation ?? undefined) === undefined ? 'alias' : 'pronunciation',
          'Expected text with a letter or a digit, or phones such as <<h|ə|l|oʊ>>, but not both',
        );
      }
      return { text: written, pronunciation: pronunciation ?? '', case_sensitive: case_sensitive ?? false };
    });
}

function fields({ maxItems = 1000, maxItemCharacters = 256 }: DictionaryLimits) {
  return {
    name: z.string().min(1).max(256),
    description: z.string().max(4096),
    items: z.array(itemBody(maxItemCharacters)).max(maxItems),
    access,
  };
}

export function createBody(limits: DictionaryLimits) {
  const { name, description, items, access: who } = fields(limits);
  return z.object({
    name,
    description: description.nullish().transform((text) => text ?? ''),
    items: items
      .nullish()
      .transform((list) => list ?? [])
      .describe('Where two have the same text, the later one counts.'),
    access: who.nullish().transform((given) => given ?? 'private'),
  });
}

export function updateBody(limits: DictionaryLimits) {
  const { name, description, items, access: who } = fields(limits);
  return z.object({
    name: name.nullish(),
    description: description.nullish(),
    items: items.nullish().describe('Take the place of all there were; null leaves them.'),
    access: who.nullish(),
  });
}

export const dictSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    items: z.array(
      z.object({
        text: z.string(),
        pronunciation: z.string(),
        alias: z.string().describe('The same as `pronunciation`.').meta({ deprecated: true }),
        case_sensitive: z.boolean(),
      }),
    ),
    owner_id: z.string().describe('The organization it belongs to.'),
    is_owner: z.boolean().describe('Whether it belongs to your organization.'),
    access: accesses,
    visibility: z.enum(['owner', 'all']).describe('Whose list shows it.'),
    pinned: z.boolean(),
    created_at: z.string().describe('ISO 8601 date and time.'),
  })
  .meta({
    id: 'PronunciationDict',
    description: 'How words are said, for any number of requests: name its id as `pronunciation_dict_id`.',
  });
