/** Reads the rules in the instructions of an agent (docs/guides/agents-with-rules.md). */
import type { InstructionProblem } from '../adapter.ts';
import type { ArgumentValue, AskStep, CallStep, Program, Rule, SlotKind, Step } from './program.ts';
import { editDistance } from './words.ts';

export interface ReadProgram {
  readonly program: Program;
  /** Lines that begin like a line of a rule and are none; in order. They are left out of the program. */
  readonly problems: readonly InstructionProblem[];
}

interface Draft {
  readonly line: number;
  readonly examples: string[];
  readonly steps: Step[];
  readonly cancels: boolean;
  /** A line of it is a problem already. */
  isBroken: boolean;
}

/** A line that cannot be read. */
class LineProblem extends Error {}

const name = '[A-Za-z_][A-Za-z0-9_]{0,63}';
const kinds = ['number', 'digits', 'date', 'time', 'name', 'yes or no', 'anything'] as const;
const kindNames = `${kinds.join(', ')}, one of a, b, c`;

/** A line may be an item of a list. */
const itemMark = /^\s*(?:[-*•]|\d{1,3}[.)])?\s*/u;
const head =
  /^(when the (?:user|caller) says|when the (?:user|caller) cancels|say|ask for|call|if it fails|if no|end|transfer to|transfer|otherwise)(?=[\s:]|$)\s*/iu;

/** Lines of prose may begin with these words too: they are rules only with a colon, a slot or a number behind them. */
const alsoProse: Readonly<Record<string, RegExp>> = {
  say: /^:/u,
  call: /^:/u,
  end: /^:/u,
  'if no': /^:/u,
  'if it fails': /^:/u,
  otherwise: /^:/u,
  'ask for': /^\{|:/u,
  'transfer to': /^[+{]|:/u,
  transfer: /^:/u,
};

const longHeads = [
  'when the user says',
  'when the caller says',
  'when the user cancels',
  'if it fails',
  'transfer to',
  'otherwise',
];

/** Never fails: what cannot be read is a problem. Text between the rules is a note. */
export function readProgram(instructions: string): ReadProgram {
  const reader = new ProgramReader();
  for (const [index, text] of instructions.split(/\r\n|[\n\r\u2028\u2029]/u).entries()) reader.read(text, index + 1);
  return reader.end();
}

class ProgramReader {
  readonly #rules: Rule[] = [];
  readonly #problems: InstructionProblem[] = [];
  #cancelling: Rule | undefined;
  #otherwise: string | undefined;
  #draft: Draft | undefined;

  read(text: string, line: number): void {
    const start = itemMark.exec(text)![0].length;
    const found = head.exec(text.slice(start, start + 64));
    const rest = found === null ? '' : text.slice(start + found[0].length).trim();
    const word = found?.[1]!.toLowerCase() ?? '';
    try {
      if (found === null || alsoProse[word]?.test(rest) === false) this.#note(text.slice(start));
      else this.#line(word, rest, line);
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error;
      this.#problems.push({ line, problem: error.message });
      if (this.#draft !== undefined) this.#draft.isBroken = true;
    }
  }

  end(): ReadProgram {
    this.#close();
    const program = { rules: this.#rules, cancelling: this.#cancelling, otherwise: this.#otherwise };
    return { program, problems: this.#problems.toSorted((a, b) => a.line - b.line) };
  }

  /** A slip in a long word would leave out a line without telling. */
  #note(text: string): void {
    const colon = text.slice(0, 32).indexOf(':');
    if (colon < 6) return;
    const begun = text.slice(0, colon).trim().toLowerCase();
    const meant = longHeads.find((each) => editDistance(each, begun, 2) <= 2);
    if (meant !== undefined) throw new LineProblem(`"${begun}:" is no beginning of a line; "${meant}:" is`);
  }

  #line(word: string, rest: string, line: number): void {
    if (word.startsWith('when ')) this.#begin(word, rest, line);
    else if (word === 'otherwise') this.#fallback(textOf(word, rest));
    else this.#add(word, rest);
  }

  #begin(word: string, rest: string, line: number): void {
    const cancels = word.endsWith('cancels');
    const examples = textOf(word, rest, true)
      .split('|')
      .map((example) => example.trim())
      .filter((example) => example !== '');
    if (examples.length === 0) {
      throw new LineProblem(`"${word}:" wants what is said, such as "${word}: hello | good morning"`);
    }
    if (this.#draft?.steps.length === 0 && this.#draft.cancels === cancels) {
      this.#draft.examples.push(...examples);
      return;
    }
    this.#close();
    this.#draft = { line, examples, steps: [], cancels, isBroken: false };
  }

  #fallback(text: string): void {
    this.#close();
    if (this.#otherwise !== undefined) throw new LineProblem('"Otherwise:" stands once already');
    this.#otherwise = text;
  }

  #add(word: string, rest: string): void {
    const draft = this.#draft;
    const step = stepOf(word, rest);
    if (draft === undefined) throw new LineProblem(`"${word}" stands behind "When the user says:" only`);
    const last = draft.steps.at(-1);
    if (last?.kind === 'end' || last?.kind === 'transfer') {
      throw new LineProblem('nothing comes behind the end of a call');
    }
    if (typeof step !== 'string') {
      if (draft.cancels && step.kind === 'ask') throw new LineProblem('what is cancelled asks for nothing');
      draft.steps.push(step);
    } else if (word === 'if no') {
      if (last?.kind !== 'ask' || last.slotKind !== 'yes or no') {
        throw new LineProblem('"If no:" stands behind an "Ask for" of the kind (yes or no) only');
      }
      draft.steps[draft.steps.length - 1] = { ...last, ifNo: step };
    } else {
      if (last?.kind !== 'call') throw new LineProblem('"If it fails:" stands behind "Call:" only');
      draft.steps[draft.steps.length - 1] = { ...last, ifFails: step };
    }
  }

  #close(): void {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft === undefined) return;
    const { line, examples, steps, cancels, isBroken } = draft;
    if (steps.length === 0) {
      if (isBroken) return;
      this.#problems.push({
        line,
        problem: 'nothing is done here: "Say:", "Ask for", "Call:", "End:" or "Transfer to" comes next',
      });
    } else if (!cancels) this.#rules.push({ line, examples, steps });
    else this.#cancelling ??= { line, examples, steps };
  }
}

/** Of `If no` and `If it fails` the text. */
function stepOf(word: string, rest: string): Step | string {
  if (word === 'say') return { kind: 'say', text: textOf(word, rest) };
  if (word === 'end') return { kind: 'end', text: textOf(word, rest, true) };
  if (word === 'ask for') return askOf(rest);
  if (word === 'call') return callOf(rest);
  if (word.startsWith('transfer')) return transferOf(rest);
  return textOf(word, rest);
}

function textOf(word: string, rest: string, mayBeEmpty = false): string {
  if (!rest.startsWith(':')) throw new LineProblem(`a colon is missing behind "${word}"`);
  const text = rest.slice(1).trim();
  if (text === '' && !mayBeEmpty) throw new LineProblem(`"${word}:" has no text behind it`);
  return text;
}

const ask = new RegExp(`^\\{\\{ *(${name}) *\\}\\}(?: *\\(([^()]{0,2000})\\))? *:(.*)$`, 'u');

function askOf(rest: string): AskStep {
  const found = ask.exec(rest);
  const form = '"Ask for {{day}} (date): For which day?"';
  if (found === null) throw new LineProblem(`"Ask for" is written like ${form}`);
  const [, slot, kind = 'anything', texts] = found;
  const [question = '', ...more] = texts!.split('|').map((text) => text.trim());
  if (question === '') throw new LineProblem(`"Ask for" has no question behind it: it is written like ${form}`);
  if (more.length > 1) throw new LineProblem('"Ask for" has one question and one more, for an answer that is none');
  if (slot === 'result') throw new LineProblem('{{result}} is what a tool gave; a slot has another name');
  const again = more[0] === '' ? undefined : more[0];
  return { kind: 'ask', slot: slot!, slotKind: kindOf(kind), question, again };
}

function kindOf(text: string): SlotKind {
  const given = text.trim().toLowerCase().replace(/\s+/gu, ' ');
  const kind = kinds.find((each) => each === (given === 'yes/no' ? 'yes or no' : given));
  if (kind !== undefined) return kind;
  if (!given.startsWith('one of ')) throw new LineProblem(`(${text.slice(0, 64)}) is no kind; there are ${kindNames}`);
  const options = text
    .trim()
    .slice('one of '.length)
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
  if (options.length < 2) throw new LineProblem('"one of" wants two options at least, with commas between them');
  return { oneOf: options };
}

const phoneNumber = new RegExp(`^(?:\\+[1-9][0-9]{1,14}|\\{\\{ *${name} *\\}\\})$`, 'u');

function transferOf(rest: string): Step {
  const text = rest.startsWith(':') ? rest.slice(1).trim() : rest;
  const colon = text.indexOf(':');
  const number = (colon < 0 ? text : text.slice(0, colon)).replace(/(?<=\d)[ \-()]+(?=\d)/gu, '').trim();
  if (!phoneNumber.test(number)) {
    throw new LineProblem('"Transfer to" wants a number in E.164 form, as in "Transfer to +493012345: One moment."');
  }
  return { kind: 'transfer', number, text: colon < 0 ? '' : text.slice(colon + 1).trim() };
}

const called = /^: *([A-Za-z][A-Za-z0-9_-]{0,63}) *(?:\((.*)\))?$/u;

function callOf(rest: string): CallStep {
  const found = called.exec(rest);
  if (found === null) {
    throw new LineProblem('"Call:" is written like "Call: book_table(day={{day}}, people={{people}})"');
  }
  return { kind: 'call', tool: found[1]!, arguments: argumentsOf(found[2] ?? '') };
}

const argument = /^\s*([A-Za-z_][\w-]{0,63})\s*=(?:\s*("(?:[^"\\]|\\.)*")\s*|([^",]*))(?:,|$)/u;

function argumentsOf(text: string): CallStep['arguments'] {
  const found: (readonly [string, ArgumentValue])[] = [];
  for (let rest = text; rest.trim() !== '';) {
    const next = argument.exec(rest);
    const value = next === null ? undefined : valueOf((next[2] ?? next[3]!).trim());
    if (next === null || value === undefined) {
      throw new LineProblem(
        `an argument of "Call:" is written like day={{day}} or note="for {{name}}": ${rest.trim().slice(0, 64)}`,
      );
    }
    if (found.some(([each]) => each === next[1])) throw new LineProblem(`the argument ${next[1]!} comes twice`);
    found.push([next[1]!, value]);
    rest = rest.slice(next[0].length);
  }
  return found;
}

function valueOf(text: string): ArgumentValue | undefined {
  if (text === '') return undefined;
  if (/^(?:true|false|null|-?\d{1,15}(?:\.\d{1,15})?)$/u.test(text)) return JSON.parse(text) as number | boolean | null;
  if (!text.startsWith('"')) return { template: text };
  try {
    return { template: JSON.parse(text) as string };
  } catch {
    return undefined;
  }
}

/** Every text of a program in which slots may stand. */
export function slotsOf({ rules, cancelling }: Program): readonly string[] {
  const steps = [...rules, ...(cancelling === undefined ? [] : [cancelling])].flatMap((rule) => rule.steps);
  const asked = steps.flatMap((step) => (step.kind === 'ask' ? [step.slot] : []));
  return steps.some(({ kind }) => kind === 'call') ? [...new Set([...asked, 'result'])] : [...new Set(asked)];
}
