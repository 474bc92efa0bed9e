/** What one could say to an agent that answers by rules: the first example of each of them. */

/** Of the configuration of an agent. */
export interface Answering {
  readonly model: { readonly id: string };
  readonly instructions: string;
}

/** More of them would be too many to read. */
const most = 6;
const example = /^\s*When the user says:([^|\n]+)/gimu;

/** @returns none where a language model answers */
export function suggestionsOf({ model, instructions }: Answering): readonly string[] {
  if (model.id !== 'rules') return [];
  const found = [...instructions.matchAll(example)].map(([, text = '']) => text.trim());
  return [...new Set(found)].filter((text) => text !== '' && !text.includes('{{')).slice(0, most);
}
