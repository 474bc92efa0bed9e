/** What a reply has written, round by round, with the tools that ran in each: what of it is spoken, was heard, and stays in the conversation. */
import type { LanguageModelMessage, LanguageModelToolCall } from '../language-models/adapter.ts';
import { blankTags } from '../text/markup.ts';
import { hasWord } from '../turns/words.ts';

/** A tool that a model has called, and what came of it. */
export interface ToolRun {
  readonly call: LanguageModelToolCall;
  readonly result: string;
  readonly isError: boolean;
  /** Its result comes later; the conversation goes on. */
  readonly isPending: boolean;
  /** Variables that it set. */
  readonly updates: Readonly<Record<string, string | number | boolean>>;
}

/** A call that was not made, and why. */
export function refused(call: LanguageModelToolCall, why: string): ToolRun {
  return { call, result: why, isError: true, isPending: false, updates: {} };
}

/** One answer of the model, between the tools that it called before and those that it called behind it. */
interface Round {
  text: string;
  tools: ToolRun[];
}

/** See the head of this file. One reply. */
export class ReplyText {
  readonly #rounds: Round[] = [];
  #spoken = '';
  /** Written in this round before its first word: dots and dashes alone are an empty answer (docs/rules.md#answers-that-fail). */
  #wordless = '';
  /** Characters of pieces without a word, behind the last one with one. */
  #wordlessLength = 0;

  /** All that is to be spoken so far. */
  get spoken(): string {
    return this.#spoken;
  }

  /** Characters that were written since the last piece with a word. */
  get wordlessLength(): number {
    return this.#wordlessLength;
  }

  /** Whether this round has nothing to be spoken yet. */
  get isRoundSilent(): boolean {
    return this.#round === undefined || this.#round.text === '';
  }

  get tools(): readonly ToolRun[] {
    return this.#rounds.flatMap(({ tools }) => tools);
  }

  beginRound(): void {
    this.#rounds.push({ text: '', tools: [] });
  }

  /** What was written of this round without a word is not spoken any more. */
  dropWordless(): void {
    this.#wordless = '';
  }

  /** @returns what is to be spoken now; empty while the round has no word */
  add(written: string): string {
    const isWord = hasWord(written);
    this.#wordlessLength = isWord ? 0 : this.#wordlessLength + written.length;
    const isFirst = this.isRoundSilent;
    const piece = isFirst ? this.#wordless + written : written;
    if (isFirst && !isWord) {
      this.#wordless = piece;
      return '';
    }
    // What is said behind a tool begins a sentence, and models put no space before their first word.
    const isBehindTool = isFirst && this.#rounds.length > 0;
    const text = isBehindTool && /\S$/u.test(this.#spoken) && /^\S/u.test(piece) ? ` ${piece}` : piece;
    if (this.#round === undefined) this.#rounds.push({ text: '', tools: [] });
    this.#round!.text += text;
    this.#spoken += text;
    return text;
  }

  /** The tools of this round, in the order of the calls. Their results take these places as they come. */
  addTools(runs: readonly ToolRun[]): ToolRun[] {
    const { tools } = this.#round!;
    tools.push(...runs);
    return tools;
  }

  /** The beginning of what is spoken up to the end of the last of these words, which stand in it in this order, with the punctuation that closes it. */
  heard(words: readonly string[]): string {
    // The letters of a tag are no words.
    const text = blankTags(this.#spoken);
    let end = 0;
    for (const word of words) {
      const at = text.indexOf(word, end);
      if (at >= 0) end = at + word.length;
    }
    const [closing = ''] = /^[\p{Pe}\p{Pf}\p{Po}]+/u.exec(this.#spoken.slice(end)) ?? [];
    return end === 0 ? '' : this.#spoken.slice(0, end + closing.length);
  }

  /**
   * What it adds to the conversation as the model sees it.
   * @param length characters of the text that count. Default: all
   */
  messages(length = this.#spoken.length): LanguageModelMessage[] {
    let left = length;
    return this.#rounds.flatMap(({ text, tools }): LanguageModelMessage[] => {
      const said = text.slice(0, Math.max(0, left));
      left -= text.length;
      if (said === '' && tools.length === 0) return [];
      const toolCalls = tools.map(({ call }) => ({ id: call.id, name: call.name, arguments: call.arguments }));
      return [
        { role: 'assistant', text: said, ...(tools.length > 0 && { toolCalls }) },
        ...tools.map(({ call, result, isError, isPending }): LanguageModelMessage => ({
          role: 'tool',
          toolCallId: call.id,
          name: call.name,
          result,
          ...(isError && { isError }),
          ...(isPending && { isPending }),
        })),
      ];
    });
  }

  get #round(): Round | undefined {
    return this.#rounds.at(-1);
  }
}
