/** A conversation by rules. It has no state of its own between requests: each is the messages from the first to the last, once more. */
import {
  systemTools,
  type LanguageModelMessage,
  type LanguageModelTool,
  type LanguageModelToolCall,
} from '../adapter.ts';
import { listsOf, saysNothing } from './language-lists.ts';
import type { Matcher } from './matching.ts';
import type { AskStep, CallStep, Program, Rule } from './program.ts';
import { readSlot, readUnasked, said, type Said } from './slots.ts';
import { fill, resultOf } from './templates.ts';
import { wordsOf } from './words.ts';

/** What is said about a message, and the call that is made behind it. */
export interface Output {
  readonly text: string;
  readonly call?: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> } | undefined;
}

interface Position {
  readonly rule: Rule;
  readonly at: number;
}

/** A question that waits for its answer. */
type Asking = Position & { readonly step: AskStep; readonly wasRepeated: boolean };

const nothing: Output = { text: '' };

export class Dialogue {
  readonly #program: Program;
  readonly #matcher: Matcher;
  readonly #cancelling: Matcher;
  readonly #language: string;
  readonly #tools: readonly LanguageModelTool[];
  readonly #slots = new Map<string, string>();
  /** Which rule asked for a slot: it asks again when it begins again. */
  readonly #askedBy = new Map<string, Rule>();
  #asking: Asking | undefined;
  /** The call that was made last, until it is known by its id. */
  #calling: (Position & { readonly step: CallStep | undefined; readonly name: string }) | undefined;
  readonly #running = new Map<string, Position & { readonly step: CallStep | undefined }>();
  #result: unknown;

  /** @param cancelling finds what cancels a rule */
  constructor(
    program: Program,
    matchers: { readonly matcher: Matcher; readonly cancelling: Matcher },
    language: string,
    tools: readonly LanguageModelTool[],
  ) {
    this.#program = program;
    this.#matcher = matchers.matcher;
    this.#cancelling = matchers.cancelling;
    this.#language = language;
    this.#tools = tools;
  }

  /** What is said now: about the user's last message, and about results, as far as nothing has been said about them. */
  answer(messages: readonly LanguageModelMessage[]): Output {
    const spoken = messages.findLastIndex(({ role }) => role === 'assistant');
    const lastHeard = messages.findLastIndex(({ role }) => role === 'user');
    const outputs: Output[] = [];
    for (const [index, message] of messages.entries()) {
      if (message.role === 'assistant') {
        this.#called(message.toolCalls ?? []);
        continue;
      }
      const output = message.role === 'user' ? this.#hear(message.text) : this.#receive(message);
      if (index > spoken && (message.role === 'tool' || index === lastHeard)) outputs.push(output);
    }
    // Nothing is new: what was asked is asked once more.
    if (spoken === messages.length - 1 && this.#asking !== undefined) {
      outputs.push(this.#say(this.#asking.step.question));
    }
    return {
      text: joined(...outputs.map(({ text }) => text)),
      call: outputs.findLast(({ call }) => call !== undefined)?.call,
    };
  }

  #hear(text: string): Output {
    this.#calling = undefined;
    const asking = this.#asking;
    if (saysNothing(wordsOf(text, this.#language))) {
      return asking === undefined ? nothing : this.#say(asking.step.question);
    }
    if (asking !== undefined) return this.#hearAnswer(text, asking);
    const match = this.#matcher.match(text);
    return match === undefined ? this.#fallback() : this.#begin(match.rule, text);
  }

  #hearAnswer(text: string, asking: Asking): Output {
    const { rule, at, step, wasRepeated } = asking;
    const isFree = step.slotKind === 'name' || step.slotKind === 'anything';
    const cancels = this.#cancelling.match(text);
    if (cancels !== undefined && (cancels.isWhole || !isFree)) {
      this.#asking = undefined;
      return this.#program.cancelling === undefined
        ? this.#say(listsOf(this.#language).cancelled)
        : this.#run(this.#program.cancelling, 0);
    }
    const match = this.#matcher.match(text);
    const answer = readSlot(step.slotKind, said(text, this.#language), this.#language);
    if (answer !== undefined && !(isFree && match?.isWhole === true)) return this.#take(answer, asking);
    if (match !== undefined) return this.#turnTo(match.rule, text, asking);
    if (wasRepeated) {
      this.#asking = undefined;
      return this.#fallback();
    }
    this.#asking = { rule, at, step, wasRepeated: true };
    return this.#say(step.again ?? step.question);
  }

  #take({ value, rest }: { readonly value: string; readonly rest: Said }, { rule, at, step }: Asking): Output {
    this.#asking = undefined;
    this.#fillSlot(step.slot, value, rule);
    if (value === 'no' && step.slotKind === 'yes or no' && step.ifNo !== undefined) return this.#say(step.ifNo);
    this.#fillUnasked(rule, at + 1, rest);
    return this.#run(rule, at + 1);
  }

  /** Another rule in the middle of one that asks. Where it only says something, the question comes again. */
  #turnTo(rule: Rule, text: string, { step }: Asking): Output {
    if (rule.steps.every(({ kind }) => kind === 'say')) {
      return { text: joined(this.#run(rule, 0).text, this.#filled(step.question)) };
    }
    this.#asking = undefined;
    return this.#begin(rule, text);
  }

  #begin(rule: Rule, text: string): Output {
    for (const [slot, owner] of this.#askedBy) {
      if (owner !== rule) continue;
      this.#slots.delete(slot);
      this.#askedBy.delete(slot);
    }
    this.#fillUnasked(rule, 0, said(text, this.#language));
    return this.#run(rule, 0);
  }

  /** What was said already is not asked for. */
  #fillUnasked(rule: Rule, from: number, utterance: Said): void {
    const open = rule.steps
      .slice(from)
      .flatMap((step) =>
        step.kind === 'ask' && !this.#slots.has(step.slot) ? [[step.slot, step.slotKind] as const] : [],
      );
    if (open.length === 0) return;
    const found = readUnasked(open, utterance, this.#language);
    for (const [slot, value] of found) this.#fillSlot(slot, value, rule);
  }

  #fillSlot(slot: string, value: string, rule: Rule): void {
    this.#slots.set(slot, value);
    this.#askedBy.set(slot, rule);
  }

  /** Carries out a rule until it asks, calls or is over. */
  #run(rule: Rule, from: number): Output {
    let text = '';
    for (let at = from; at < rule.steps.length; at++) {
      const step = rule.steps[at]!;
      if (step.kind === 'ask') {
        if (this.#slots.has(step.slot)) continue;
        this.#asking = { rule, at, step, wasRepeated: false };
        return { text: joined(text, this.#filled(step.question)) };
      }
      if (step.kind === 'say') text = joined(text, this.#filled(step.text));
      else if (step.kind === 'call') return this.#call({ rule, at, step }, text, step.tool, this.#argumentsOf(step));
      else {
        const name = step.kind === 'end' ? systemTools.endCall : systemTools.transfer;
        const given = step.kind === 'end' ? {} : { phone_number: this.#filled(step.number) };
        return this.#call({ rule, at, step: undefined }, joined(text, this.#filled(step.text)), name, given);
      }
    }
    return { text };
  }

  #call(
    position: Position & { readonly step: CallStep | undefined },
    text: string,
    name: string,
    given: Readonly<Record<string, unknown>>,
  ): Output {
    this.#calling = { ...position, name };
    return { text, call: { name, arguments: given } };
  }

  #called(calls: readonly LanguageModelToolCall[]): void {
    for (const { id, name } of calls) {
      if (this.#calling?.name !== name) continue;
      this.#running.set(id, this.#calling);
      this.#calling = undefined;
    }
  }

  #receive({ toolCallId, result, isError, isPending }: Extract<LanguageModelMessage, { role: 'tool' }>): Output {
    const call = this.#running.get(toolCallId);
    if (call === undefined || isPending === true) return nothing;
    this.#running.delete(toolCallId);
    if (isError === true) return call.step?.ifFails === undefined ? this.#fallback() : this.#say(call.step.ifFails);
    this.#result = resultOf(result);
    return this.#run(call.rule, call.at + 1);
  }

  /** As the schema of the tool has them. */
  #argumentsOf({ tool, arguments: given }: CallStep): Readonly<Record<string, unknown>> {
    const { properties } = (this.#tools.find(({ name }) => name === tool)?.parameters ?? {}) as {
      readonly properties?: Readonly<Record<string, { readonly type?: unknown } | undefined>>;
    };
    return Object.fromEntries(
      given.map(([name, value]) => {
        const type = properties !== undefined && Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
        const filled = typeof value === 'object' && value !== null ? this.#filled(value.template) : value;
        return [name, typeof filled === 'string' ? typed(filled, type) : filled];
      }),
    );
  }

  #fallback(): Output {
    return this.#say(this.#program.otherwise ?? listsOf(this.#language).fallback);
  }

  #say(text: string): Output {
    return { text: this.#filled(text) };
  }

  #filled(text: string): string {
    return fill(text, this.#slots, this.#result);
  }
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}

/** A text as a value of the type that a schema names, where it is one. */
function typed(text: string, type: unknown): unknown {
  if (type === 'boolean' && /^(?:yes|no|true|false)$/u.test(text)) return text === 'yes' || text === 'true';
  if ((type === 'number' || type === 'integer') && /^-?\d{1,15}(?:\.\d{1,15})?$/u.test(text)) return Number(text);
  return text;
}
