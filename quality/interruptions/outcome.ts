/** Carries out a kind of interruption, and holds what the caller heard against what the server has. */
import type { EndedTurn } from '../../src/conversation/events.ts';
import type { LanguageModelRequest } from '../../src/language-models/adapter.ts';
import type { LocalSynthesizer } from '../sources/local-synthesizer.ts';
import { heardReplies, isHeard, plainWords, type HeardReply } from './heard.ts';
import { beginOf, speakerOf, type Kind } from './kinds.ts';
import type { SimulatedTalk } from './talk.ts';

/** The agent may be silent so many ms behind the first sound of words at most. */
const silentMs = 250;
/** Of full scale: −40 dB, above which there is sound. */
const audible = 0.01;
/** Quiet for so long, nothing more comes of it. */
const restSeconds = 4;

export interface Outcome {
  readonly kind: Kind;
  /** What is not as it is expected; none: all is. */
  readonly problems: readonly string[];
  /** What happened, for the table. */
  readonly measured: string;
}

export async function carryOut(kind: Kind, synthesizer: LocalSynthesizer): Promise<Outcome> {
  const talk = await beginOf(kind, synthesizer);
  try {
    const at = await kind.act(talk, speakerOf(synthesizer));
    await rest(talk);
    if (kind.isLast !== true) {
      // The model is told the history once more.
      talk.conversation.userText('Thank you.');
      await rest(talk);
    }
    return judged(kind, talk, at);
  } finally {
    talk.close();
  }
}

/** Waits until both sides have been silent for a while. */
async function rest(talk: SimulatedTalk): Promise<void> {
  for (let quiet = 0, events = -1; quiet < restSeconds;) {
    await talk.pass(0.5);
    const isQuiet = !talk.line.isPlaying && events === talk.events.length;
    events = talk.events.length;
    quiet = isQuiet ? quiet + 0.5 : 0;
    if (talk.clock.now() > 120_000) throw new Error('it does not become quiet');
  }
}

function judged(kind: Kind, talk: SimulatedTalk, at: number | undefined): Outcome {
  const problems = talk.failures.map(({ message }) => `the conversation failed: ${message}`);
  const heard = heardReplies(talk.replies, talk.line.stretches);
  checkHistory(kind, talk, heard, problems);
  checkSaid(kind, talk, problems);
  const { reply: target = 0 } = kind;
  const clearMs = at === undefined || target === null ? undefined : clearBehind(talk, at);
  const reply = target === null ? undefined : heard[target];
  const turn = target === null ? undefined : spokenTurns(talk)[target];
  if (target === null) {
    if (talk.line.stretches.some(({ startsAt }) => startsAt < at!)) problems.push('something was heard before');
  } else {
    problems.push(...(kind.outcome === 'stops' ? notStopped : notWhole)(kind, { reply, turn, clearMs }));
  }
  problems.push(...(kind.also?.(talk) ?? []));
  return { kind, problems, measured: describe(kind, talk, { reply, clearMs, turn }) };
}

/** What became of the reply that is interrupted. */
interface Found {
  readonly reply: HeardReply | undefined;
  readonly turn: EndedTurn | undefined;
  /** From the first sound to the silence of the agent; undefined where it was not silenced, or there is no sound. */
  readonly clearMs: number | undefined;
}

function notStopped({ words }: Kind, { turn, clearMs, reply }: Found): string[] {
  const problems: string[] = [];
  const count = plainWords(turn?.text ?? '').length;
  if (words !== undefined && count !== words) problems.push(`${count} words are in the history`);
  if (turn?.interrupted !== true) problems.push('the agent was not stopped');
  const paused = reply?.pausedSeconds ?? 0;
  if (paused > 0) problems.push(`it was silent for ${paused.toFixed(2)} s, went on, and stopped only then`);
  if (clearMs !== undefined && clearMs > silentMs) problems.push(`it was silent only after ${clearMs.toFixed(0)} ms`);
  return problems;
}

function notWhole({ outcome, pauseSeconds = 0 }: Kind, { turn, reply }: Found): string[] {
  const problems = turn?.interrupted === false ? [] : ['the agent was cut off'];
  const paused = reply?.pausedSeconds ?? 0;
  if (outcome === 'goes on' && paused > pauseSeconds) problems.push(`it paused for ${paused.toFixed(1)} s`);
  return problems;
}

/** Of the agent, with a text or without one that was to come. */
function spokenTurns(talk: SimulatedTalk) {
  return talk.turns.filter(({ role, text, interrupted }) => role === 'assistant' && (text !== '' || interrupted));
}

/** Turns, transcript and what the model is told agree with what was played, to the word. */
function checkHistory(
  { isLast = false }: Kind,
  talk: SimulatedTalk,
  heard: readonly HeardReply[],
  problems: string[],
): void {
  const texts = talk.turns.filter(({ role }) => role === 'assistant').map(({ text }) => text);
  const audible = texts.filter((text) => text !== '');
  const played = heard.filter(({ most }) => most > 0);
  // What was not heard to its first word leaves no text.
  for (const [index, text] of audible.entries()) {
    const reply = played[index];
    if (reply === undefined || !isHeard(text, reply)) problems.push(`the history has “${text}”`);
  }
  const missing = played.filter(({ least }) => least > 0).length - audible.length;
  if (missing > 0) problems.push(`${missing} replies that were heard are not in the history`);
  const sent = repliesIn(talk.model.requests.at(-1));
  // The answer to the last request is not told in it.
  const known = isLast ? [] : audible.slice(0, -1);
  if (sent.length !== known.length) problems.push(`the model is told ${sent.length} of ${known.length} replies`);
  for (const [index, text] of sent.entries()) {
    if (plainWords(text).join(' ') !== plainWords(known[index] ?? '').join(' ')) {
      problems.push(`the model is told “${text}”`);
    }
  }
}

/** What the agent has said, as the request has it. */
function repliesIn(request: LanguageModelRequest | undefined): string[] {
  const said: string[] = [];
  let isOpen = false;
  for (const message of request?.messages ?? []) {
    if (message.role === 'user') isOpen = false;
    if (message.role !== 'assistant' || message.text.trim() === '') continue;
    // Rounds of tools are one reply.
    if (isOpen) said.push(`${said.pop()!} ${message.text}`);
    else said.push(message.text);
    isOpen = true;
  }
  return said;
}

/** From the first sound to the first silence of the agent, in ms. */
function clearBehind(talk: SimulatedTalk, at: number): number | undefined {
  const sound = talk.firstSoundAt(at, audible);
  const clear = talk.line.clears.find((ms) => ms >= at);
  return clear === undefined ? undefined : Math.max(0, clear - sound);
}

/** The caller's turns behind the first one, and before the last. */
function checkSaid({ said = [], isLast = false }: Kind, talk: SimulatedTalk, problems: string[]): void {
  const texts = talk.turns.flatMap(({ role, text }) => (role === 'user' && text !== '' ? [text] : []));
  const own = texts.filter((text) => text !== 'Tell me a story.' && text !== 'Thank you.');
  if (own.join('|') !== said.join('|')) problems.push(`the caller’s turns are “${own.join('”, “')}”`);
  if (isLast && talk.model.requests.length > 1) problems.push('the model was asked again');
}

function describe(kind: Kind, talk: SimulatedTalk, { reply, clearMs, turn }: Found): string {
  const parts: string[] = [];
  if (clearMs !== undefined) parts.push(`silent ${clearMs.toFixed(0)} ms behind the first sound`);
  if (reply === undefined || reply.most === 0) parts.push('nothing heard');
  else {
    const end = reply.words.slice(0, reply.most).slice(-2).join(' ');
    const isAll = reply.least === reply.words.length || kind.outcome !== 'stops';
    const seconds = reply.pausedSeconds;
    if (seconds > 0) parts.push(`paused ${seconds.toFixed(1)} s`);
    parts.push(
      isAll
        ? `all ${reply.words.length} words heard`
        : `${reply.most} of ${reply.words.length} words heard, to “${end}”`,
    );
  }
  const text = turn?.text ?? '';
  const tail = plainWords(text).slice(-2).join(' ');
  parts.push(text === '' ? 'no text in the history' : `history to “${tail}”`);
  const user = talk.turns.findLast(({ role, text }) => role === 'user' && text !== 'Thank you.')?.text ?? '';
  if (kind.said !== undefined && user !== '') parts.push(`then “${user}”`);
  return parts.join('; ');
}
