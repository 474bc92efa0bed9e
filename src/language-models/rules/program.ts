/** Rules as they are read from instructions ({@link readProgram}) and carried out. */

/** What a slot takes; `one of` takes one of its options. */
export type SlotKind =
  'number' | 'digits' | 'date' | 'time' | 'name' | 'yes or no' | 'anything' | { readonly oneOf: readonly string[] };

/** A value of a call: a literal of JSON, or text with slots in it. */
export type ArgumentValue = number | boolean | null | { readonly template: string };

export interface AskStep {
  readonly kind: 'ask';
  readonly slot: string;
  readonly slotKind: SlotKind;
  readonly question: string;
  /** Said instead of the question, when the answer was none. */
  readonly again?: string | undefined;
  /** Said when the answer is no; the rule is then over. */
  readonly ifNo?: string | undefined;
}

export interface CallStep {
  readonly kind: 'call';
  readonly tool: string;
  readonly arguments: readonly (readonly [name: string, value: ArgumentValue])[];
  /** Said when the tool fails; the rule is then over. */
  readonly ifFails?: string | undefined;
}

export type Step =
  | { readonly kind: 'say'; readonly text: string }
  | AskStep
  | CallStep
  | { readonly kind: 'end'; readonly text: string }
  | { readonly kind: 'transfer'; readonly number: string; readonly text: string };

export interface Rule {
  /** Line of its first example, from 1. */
  readonly line: number;
  readonly examples: readonly string[];
  readonly steps: readonly Step[];
}

export interface Program {
  readonly rules: readonly Rule[];
  /** What cancels a rule that asks for something, in place of the usual words, and what is done then. */
  readonly cancelling: Rule | undefined;
  /** Said when no rule matches. */
  readonly otherwise: string | undefined;
}
