/** Rules in place of a language model: examples of what is said, and what is then done. Nothing has to be installed, nothing is random. */
import { setImmediate } from 'node:timers/promises';
import { RecentlyUsed } from '../../collections/recently-used.ts';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguageModelDescriptor,
  type LanguageModelEvent,
  type LanguageModelRequest,
} from '../adapter.ts';
import { Dialogue } from './dialogue.ts';
import { listsOf } from './language-lists.ts';
import { Matcher, withoutSlots } from './matching.ts';
import { readProgram, slotsOf } from './parse.ts';
import type { Program, Rule } from './program.ts';
import { phrasesOf } from './slots.ts';

/** Its name in the setting and in configurations. */
export const rulesId = 'rules';

const maxPhrases = 1000;

/** The model that is built in. */
export const rules: LanguageModelDescriptor = {
  id: rulesId,
  displayName: 'Rules, not a language model',
  provider: 'sonorant',
  description:
    'Answers by the rules in the instructions of the agent (guide: agents with rules), without a language model: the same words get the same answer.',
  capabilities: { tools: true, deterministic: true, prose: false, phrases: true },
  check: (instructions) => readProgram(instructions).problems,
  phrases,
  slots: (instructions) => slotsOf(readProgram(instructions).program),
  open: () => new Rules(),
};

/** Instructions that are ready to be followed. */
interface Compiled {
  readonly program: Program;
  readonly matcher: Matcher;
  readonly cancelling: Matcher;
}

/** Conversations that go on at the same time have few instructions between them. */
const maxCompiled = 50;

class Rules implements LanguageModel {
  readonly #compiled = new RecentlyUsed<Compiled>(maxCompiled);
  #isClosed = false;

  async *generate(request: LanguageModelRequest, signal: AbortSignal): AsyncGenerator<LanguageModelEvent> {
    // Between two conversations others have their turn.
    await setImmediate(undefined, { signal }).catch(() => signal.throwIfAborted());
    if (this.#isClosed) throw new LanguageModelError('unreachable', `the model ${rulesId} was closed`);
    const { system, messages, tools = [], language = 'en' } = request;
    const compiled = this.#compile(system, language);
    const { text, call } = new Dialogue(compiled.program, compiled, language, tools).answer(messages);
    for (const piece of text.match(/\s*\S+/gu) ?? []) {
      yield { type: 'text', text: piece };
      signal.throwIfAborted();
    }
    if (call !== undefined) {
      const { name, arguments: given } = call;
      yield { type: 'tool_call', id: freeId(request), name, arguments: JSON.stringify(given) };
      signal.throwIfAborted();
    }
    yield { type: 'end', reason: call === undefined ? 'stop' : 'tool_calls' };
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  #compile(instructions: string, language: string): Compiled {
    return this.#compiled.getOrInsertComputed(`${language}\n${instructions}`, () => {
      const { program } = readProgram(instructions);
      const cancelling: Rule = program.cancelling ?? { line: 0, examples: listsOf(language).cancel, steps: [] };
      return {
        program,
        matcher: new Matcher(program.rules, language),
        cancelling: new Matcher([cancelling], language),
      };
    });
  }
}

function phrases(instructions: string, language = 'en'): readonly string[] {
  const { rules: list, cancelling } = readProgram(instructions).program;
  const found = new Set<string>();
  const add = (texts: Iterable<string>): void => {
    for (const text of texts) {
      const phrase = withoutSlots(text).replace(/\s+/gu, ' ').trim();
      if (phrase !== '' && found.size < maxPhrases) found.add(phrase);
    }
  };
  const asked = list.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'ask' ? [step.slotKind] : [])));
  for (const { examples } of list) add(examples);
  for (const kind of asked) add(phrasesOf(kind, language));
  if (asked.length > 0) add(cancelling?.examples ?? listsOf(language).cancel);
  return [...found];
}

function freeId({ messages }: LanguageModelRequest): string {
  const used = new Set(
    messages.flatMap((each) => (each.role === 'assistant' ? (each.toolCalls ?? []).map(({ id }) => id) : [])),
  );
  let number = used.size + 1;
  while (used.has(`call_${number}`)) number++;
  return `call_${number}`;
}
