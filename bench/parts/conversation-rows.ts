/** Rows of the part about conversations. */
import type { ModelRequest } from '../processes/language-model.ts';
import type { ConversationsResult } from '../load/conversations.ts';
import { frameMs } from '../load/pacer.ts';
import type { Usage } from '../processes/server.ts';
import { spread } from '../report/statistics.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

const aims = { shareMs: 50, clearMs: 150, clearMs99: 250, beyondMs: 50, memory: 2 } as const;

/** One run, with what the model was asked meanwhile. */
export interface Talked extends ConversationsResult {
  readonly requests: readonly ModelRequest[];
  readonly usage: Usage;
}

/** What a run gives, in ms. */
export interface Figures extends Talked {
  /** From when the turn of a caller was due to be over to the request to the model; from its first sentence to the first audio; both. */
  readonly askedMs: readonly number[];
  readonly voicedMs: readonly number[];
  readonly shareMs: readonly number[];
  /** Conversations that are not in these: the model was not asked once for each answer. */
  readonly leftOut: number;
  /** From the last sound, as the detectors have it and above −40 dB, to the first audio, without the patience that was set. */
  readonly beyondMs: readonly number[];
  readonly soundMs: readonly number[];
  readonly clearMs: readonly number[];
  /** What of that the detectors took, in ms of the audio, and the rest. */
  readonly sureMs: readonly number[];
  readonly restMs: readonly number[];
  readonly underrunMs: readonly number[];
}

/** Bytes of one conversation. */
export interface Crowd {
  readonly live: number;
  readonly resident: number;
}

/** What interrupted answers left behind. */
export interface Histories {
  readonly all: number;
  /** The history ends with the last word that was heard. */
  readonly exact: number;
  /** It is off by a word whose end lies so many ms from the clear. */
  readonly offMs: readonly number[];
  /** The turn on the wire, the transcript of the call and what the model is told next are the same. */
  readonly alike: number;
}

function spreadText(values: readonly number[]): string {
  const { p50, p95, p99, max, count } = spread(values);
  return `${[p50, p95, p99, max].map((ms) => fixed(ms, 1)).join(' / ')} ms (${count})`;
}

function leftOutText({ leftOut, talks }: Figures): string {
  return leftOut === 0
    ? ''
    : `; without ${leftOut} of ${talks.length} conversations, whose requests are not their answers`;
}

function clearRow(id: string, name: string, { clearMs }: Figures): Row {
  const { p95, p99 } = spread(clearMs);
  return {
    id,
    what: `${name}: from the frame with the caller’s first sound to \`audio_output_clear\`, p50 / p95 / p99 / longest`,
    aim: `p95 ≤ ${aims.clearMs} ms, p99 ≤ ${aims.clearMs99} ms`,
    measured: spreadText(clearMs),
    pass: p95 <= aims.clearMs && p99 <= aims.clearMs99,
  };
}

/** A pause for what may become a voice is taken back where it does not, so far. */
function wentOnRow(name: string, { talks }: Figures): Row {
  const all = talks.flatMap(({ interruptions }) => interruptions);
  const count = all.filter(({ wentOn }) => wentOn > 0).length;
  return {
    id: 'conversation.crowd.wentOn',
    what: `${name}: interruptions before whose clear the answer had paused and gone on, since the sound was not sure to be a voice yet`,
    aim: '',
    measured: `${count} of ${all.length}`,
  };
}

function detectorRow(id: string, name: string, { sureMs, restMs }: Figures): Row {
  return {
    id,
    what: `${name}: of it the detectors until they are sure of a voice, in the time of the audio; the rest`,
    aim: '',
    measured: `${spreadText(sureMs)}; ${spreadText(restMs)}`,
  };
}

/** Of few conversations, with a model. */
export function conversationRows(figures: Figures): Row[] {
  const { askedMs, voicedMs, shareMs, leftOut } = figures;
  const p95 = spread(shareMs).p95;
  return [
    {
      id: 'conversation.share',
      what: 'Our share of an answer, p50 / p95 / p99 / longest',
      aim: `p95 ≤ ${aims.shareMs} ms`,
      measured: `${spreadText(shareMs)}${leftOutText(figures)}`,
      pass: p95 <= aims.shareMs && leftOut === 0,
    },
    {
      id: 'conversation.asked',
      what: 'Of it from when the end of the turn is due to the request at the model',
      aim: '',
      measured: spreadText(askedMs),
    },
    {
      id: 'conversation.voiced',
      what: 'Of it from the last word of the model’s first sentence to the first audio',
      aim: '',
      measured: spreadText(voicedMs),
    },
    clearRow('conversation.clear', 'Interruptions', figures),
    detectorRow('conversation.clear.sure', 'Interruptions', figures),
  ];
}

/** Of few conversations, with rules. */
export function rulesRows({ beyondMs, soundMs }: Figures): Row[] {
  const p95 = spread(beyondMs).p95;
  return [
    {
      id: 'conversation.rules',
      what: 'Rules: from the end of speech to the first audio, beyond the patience set, p50 / p95 / p99 / longest',
      aim: `p95 ≤ ${aims.beyondMs} ms`,
      measured: spreadText(beyondMs),
      pass: p95 <= aims.beyondMs,
    },
    {
      id: 'conversation.rules.sound',
      what: 'The same from the last sample above −40 dB, behind which the detectors still hear the voice fade',
      aim: '',
      measured: spreadText(soundMs),
    },
  ];
}

/** Of many at once. */
export interface CrowdFound {
  /** Of all runs. */
  readonly histories: Histories;
  readonly memory: Crowd;
  readonly conversations: number;
  /** Of each conversation. */
  readonly interruptions: number;
  readonly runs: number;
}

/** @param figures of the best run */
export function crowdRows(
  figures: Figures,
  { histories, memory, conversations: count, interruptions, runs }: CrowdFound,
): Row[] {
  const { underrunMs, usage, shareMs, ownDelayMs, ownCores } = figures;
  const { all, exact, alike, offMs } = histories;
  const expected = runs * count * interruptions;
  const megabytes = (bytes: number): string => `${fixed(bytes / 1e6, 2)} MB`;
  const off =
    offMs.length === 0
      ? ''
      : `; the others by a word that ended ${offMs.map((ms) => fixed(ms, 0)).join(', ')} ms from the clear`;
  return [
    {
      id: 'conversation.crowd.gaps',
      what: `${count} at once: chunks that came when the audio before them had played out`,
      aim: 'none',
      measured: underrunMs.length === 0 ? '0' : `${underrunMs.length}, ${spreadText(underrunMs)}`,
      pass: underrunMs.length === 0,
    },
    clearRow('conversation.crowd.clear', `${count} at once`, figures),
    detectorRow('conversation.crowd.clear.sure', `${count} at once`, figures),
    wentOnRow(`${count} at once`, figures),
    {
      id: 'conversation.crowd.history',
      what: `${count} at once: interrupted answers whose history is what was heard, to the word`,
      aim: 'all',
      measured: `${exact} of ${all}${all === expected ? '' : ` (of ${expected} that were to be)`}${off}; the same on the wire, in the transcript and to the model: ${alike}`,
      pass: exact === expected && alike === expected && all === expected,
    },
    {
      id: 'conversation.crowd.memory',
      what: `${count} at once: memory of a conversation`,
      aim: `≤ ${aims.memory} MB live`,
      measured: `live ${megabytes(memory.live)}, resident ${megabytes(memory.resident)}`,
      pass: memory.live <= aims.memory * 1e6,
    },
    {
      id: 'conversation.crowd.share',
      what: `${count} at once: our share of an answer, p50 / p95 / p99 / longest`,
      aim: '',
      measured: `${spreadText(shareMs)}${leftOutText(figures)}`,
    },
    {
      id: 'conversation.crowd.cores',
      what: `${count} at once: cores`,
      aim: '',
      measured: `server ${fixed(usage.allCores, 2)}, of it main thread ${fixed(usage.mainCores, 2)}, event-loop delay p99 ${milliseconds(usage.loopDelayMs.p99)} (longest ${milliseconds(usage.loopDelayMs.max)}); load generator ${fixed(ownCores, 2)}, its frames ${milliseconds(ownDelayMs)} late (p99)`,
    },
  ];
}

/** What went wrong, where something did. */
export function errorRows(errors: readonly string[]): Row[] {
  if (errors.length === 0) return [];
  const kinds = [...new Set(errors)].map((kind) => `${errors.filter((error) => error === kind).length} × ${kind}`);
  return [
    { id: 'conversation.errors', what: 'What went wrong', aim: 'nothing', measured: kinds.join('; '), pass: false },
  ];
}

/** The two ends of a line hear of a moment a few milliseconds apart. */
const frameSeconds = frameMs / 1000;

/** @param wordEnds when the words of each text have been heard, in seconds */
export function historiesOf(runs: readonly Figures[], wordEnds: ReadonlyMap<string, readonly number[]>): Histories {
  const talked = runs.flatMap(({ talks, requests }) => talks.map((talk) => ({ ...talk, requests })));
  const offMs: number[] = [];
  let [all, exact, alike] = [0, 0, 0];
  for (const { name, interruptions, kept, requests } of talked) {
    const own = requests.filter(({ system }) => system === name);
    for (const [index, { heard, playedSeconds, leastPlayedSeconds }] of interruptions.entries()) {
      all++;
      if (own[index + 1]?.said.at(-1) === heard && kept[index] === heard) alike++;
      const [text, ends] = [...wordEnds].find(([each]) => each === own[index]?.answer) ?? ['', []];
      const words = heard.split(' ').filter((word) => word !== '').length;
      const endedBy = (seconds: number): number => ends.filter((end) => end <= seconds).length;
      const isHeard =
        endedBy(leastPlayedSeconds - frameSeconds) <= words && words <= endedBy(playedSeconds + frameSeconds);
      const expected = endedBy(playedSeconds);
      if (text.startsWith(heard) && isHeard) exact++;
      else offMs.push(1000 * ((ends[Math.min(words, expected)] ?? NaN) - playedSeconds));
    }
  }
  return { all, exact, alike, offMs };
}
