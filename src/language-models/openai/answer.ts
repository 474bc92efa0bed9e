/** Puts together the answer of a model from the pieces of a stream, of which every server has its own idea. */
import { randomInt } from 'node:crypto';
import type { LanguageModelEnd, LanguageModelEvent } from '../adapter.ts';
import { argumentsProblem } from './tool-arguments.ts';
import { ThoughtFilter } from './thoughts.ts';

/** UTF-16 units of text and arguments in one answer; it is then cut. A hundred thousand tokens are about half a million. */
const maxLength = 4_000_000;
const maxCalls = 100;

interface BegunCall {
  readonly index: unknown;
  id: string;
  name: string;
  arguments: string;
}

type Members = Readonly<Record<string, unknown>>;

const ends: Readonly<Record<string, LanguageModelEnd>> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content_filter',
  safety: 'content_filter',
};

export class AnswerReader {
  readonly #usedIds: Set<string>;
  readonly #thoughts = new ThoughtFilter();
  readonly #calls: BegunCall[] = [];
  #length = 0;
  /** Half of a character, which the next piece completes. */
  #half = '';
  #reason: string | undefined;
  #usage: LanguageModelEvent | undefined;
  /** Pieces of a call count, thoughts do not: they are not heard. */
  hasBegun = false;
  hasThought = false;

  /** @param usedIds of the calls of the conversation so far: some servers count them anew in each answer */
  constructor(usedIds: Iterable<string>) {
    this.#usedIds = new Set(usedIds);
  }

  /** The server has said how the answer ends: only the usage may come yet. */
  get isOver(): boolean {
    return this.#reason !== undefined;
  }

  /** It is as long as answers may be: what comes yet is not wanted. */
  get isFull(): boolean {
    return this.#length > maxLength || this.#calls.length > maxCalls;
  }

  /**
   * Reads one piece.
   * @returns the text in it, and whether the piece was one of a call
   */
  read(piece: unknown): { readonly text: string; readonly isPart: boolean } {
    const { choices, usage } = membersOf(piece);
    this.#usage = usageOf(usage) ?? this.#usage;
    if (this.isOver) return { text: '', isPart: false };
    const choice = membersOf(Array.isArray(choices) ? choices[0] : undefined);
    const delta = membersOf(choice.delta ?? choice.message);
    const text = this.#textOf(delta);
    const parts = Array.isArray(delta.tool_calls) ? delta.tool_calls.map(membersOf) : [];
    for (const part of parts) this.#addToCall(part);
    const isPart = text !== '' || parts.length > 0;
    this.hasBegun ||= isPart;
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') this.#reason = choice.finish_reason;
    if (this.isFull) this.#reason = 'length';
    return { text, isPart };
  }

  /** What is left to give when there are no more pieces. */
  *rest(): Generator<LanguageModelEvent> {
    const text = this.#half + this.#thoughts.end();
    if (text !== '') yield { type: 'text', text: text.toWellFormed() };
    const calls = this.#calls.filter(({ name }) => name !== '');
    const cut = ends[this.#reason?.toLowerCase() ?? ''];
    for (const call of calls) {
      const json = call.arguments.trim() === '' ? '{}' : call.arguments;
      const problem = argumentsProblem(json);
      // A call that the largest number of tokens cut off was not meant so.
      if (cut !== undefined && problem !== undefined) continue;
      const id = this.#freeId(call.id);
      yield { type: 'tool_call', id, name: call.name, arguments: json, ...(problem !== undefined && { problem }) };
    }
    if (this.#usage !== undefined) yield this.#usage;
    yield { type: 'end', reason: cut ?? (calls.length > 0 ? 'tool_calls' : 'stop') };
  }

  #textOf(delta: Members): string {
    const { content, reasoning_content: reasoning, reasoning: thoughts } = delta;
    if (isText(reasoning) || isText(thoughts)) this.hasThought = true;
    const text = Array.isArray(content)
      ? content
          .map(membersOf)
          .map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
          .join('')
      : content;
    if (!isText(text)) return '';
    this.#length += text.length;
    const said = this.#half + this.#thoughts.push(text);
    if (this.#thoughts.isThinking) this.hasThought = true;
    this.#half = /[\ud800-\udbff]$/.exec(said)?.[0] ?? '';
    return said.slice(0, said.length - this.#half.length).toWellFormed();
  }

  /**
   * Pieces of a call have its index. Some servers send calls whole, all with the same index or none: then another id, or a name where
   * the arguments are complete already, begins another call.
   */
  #addToCall({ index, id, function: called }: Members): void {
    const { name, arguments: given } = membersOf(called);
    const piece =
      typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given);
    this.#length += piece.length;
    const begun = this.#calls.findLast((call) => index === undefined || call.index === index);
    const isNew =
      begun === undefined ||
      (isText(id) && begun.id !== '' && id !== begun.id) ||
      (isText(name) && !isText(id) && begun.name !== '' && argumentsProblem(begun.arguments) === undefined);
    const call = isNew ? { index, id: '', name: '', arguments: '' } : begun;
    if (isNew) this.#calls.push(call);
    if (isText(id)) call.id = id;
    if (isText(name) && call.name === '') call.name = name.toWellFormed();
    call.arguments += piece;
  }

  #freeId(given: string): string {
    let id = given;
    while (id === '' || id.length > 256 || this.#usedIds.has(id)) id = newId();
    this.#usedIds.add(id);
    return id;
  }
}

const idCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Nine letters and digits, since templates of Mistral take no others. */
function newId(): string {
  return Array.from({ length: 9 }, () => idCharacters[randomInt(idCharacters.length)]!).join('');
}

function usageOf(usage: unknown): LanguageModelEvent | undefined {
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = membersOf(usage);
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return isCount(inputTokens) && isCount(outputTokens) ? { type: 'usage', inputTokens, outputTokens } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
