/** Kinds of interruption, and what is expected of each. */
import type { ToolDefinition } from '../../src/agents/tool-definition.ts';
import type { FakeStep } from '../../src/language-models/fake/index.ts';
import type { LocalSynthesizer } from '../sources/local-synthesizer.ts';
import { lineRate } from './listener.ts';
import { bang, cough, hum, keyClicks, laughter, scaled } from './sounds.ts';
import { SimulatedTalk, type Said, type TalkOptions } from './talk.ts';

const story =
  'The north wind and the sun argued which of them was the stronger, when a traveller came along in a warm cloak. They agreed that the one who made him take it off first should be the stronger.';
const other = 'Yes, of course. The library opens late on Friday, so we have time for a slow breakfast before we go.';
const last = 'All right.';

/** What a kind does, and what must follow. */
export interface Kind {
  /** Of its row. */
  readonly id: string;
  readonly name: string;
  readonly expected: string;
  /** Whether the reply that is interrupted is given up, or heard to its end; `over`: it ends by itself meanwhile. */
  readonly outcome: 'stops' | 'goes on' | 'over';
  /** What the caller's turns behind it are, as they stand in the transcript. */
  readonly said?: readonly string[];
  /** Which reply is interrupted, from 0; null: none has a sound. Default 0. */
  readonly reply?: number | null;
  /** Exactly so many words of it are in the history. */
  readonly words?: number;
  /** The model is not asked any more: the call has ended. */
  readonly isLast?: boolean;
  /** Seconds that the agent may be silent before it goes on. Default 0. */
  readonly pauseSeconds?: number;
  readonly options?: Omit<Partial<TalkOptions>, 'synthesizer'>;
  /** What else is expected. @returns what is not so */
  readonly also?: (talk: SimulatedTalk) => string[];
  /** @returns when the caller’s side begins to sound, in ms of the clock; undefined where it does not */
  readonly act: (talk: SimulatedTalk, say: Speaker) => Promise<number | undefined>;
}

/** A sentence of the caller, or of another speaker. */
export interface Speaker {
  (text: string, change?: { readonly heardAs?: string; readonly isOther?: boolean }): Promise<Said>;
  /** Seconds that the agent's voice takes for a text. */
  readonly agent: (text: string) => Promise<number>;
}

/** Speaks what callers say, by voices that are not the agent's. */
export function speakerOf(synthesizer: LocalSynthesizer): Speaker {
  const [agentVoice, caller] = synthesizer.voicesOf('flite', 'en');
  const [somebody] = synthesizer.voicesOf('espeak', 'en');
  const say = async (text: string, { heardAs, isOther = false }: Parameters<Speaker>[1] = {}): Promise<Said> => {
    const { samples, words } = await synthesizer.speak({ voice: isOther ? somebody! : caller!, text }, lineRate);
    const times = { start: words[0]!.start, end: words.at(-1)!.end };
    return {
      samples: Float32Array.from(samples, (sample) => sample / 32_768),
      words: heardAs === undefined ? words : [{ text: heardAs, ...times }],
    };
  };
  const agent = async (text: string): Promise<number> =>
    (await synthesizer.speak({ voice: agentVoice!, text }, lineRate)).samples.length / lineRate;
  return Object.assign(say, { agent });
}

function noise(samples: Float32Array): Said {
  return { samples, words: [] };
}

const sentence = 'I would like to book a table for tonight.';
const look: ToolDefinition = {
  type: 'client',
  name: 'look',
  description: 'Looks something up.',
  pre_tool_speech: 'auto',
  execution_mode: 'immediate',
  response_timeout_secs: 20,
  expects_response: true,
  parameters: { type: 'object', properties: {}, required: [] },
};
const call: FakeStep = { type: 'tool_call', id: 'c1', name: 'look', arguments: '{}' };

/** The model is told that the tool was not run to its end. */
function toolGivenUp({ model }: SimulatedTalk): string[] {
  const results = (model.requests.at(-1)?.messages ?? []).filter((message) => message.role === 'tool');
  return results.length > 0 && results.every(({ isError }) => isError === true) ? [] : ['the tool was not given up'];
}

function modelLeft({ left }: SimulatedTalk): string[] {
  return left.has(0) ? [] : ['the model wrote to its end'];
}

function digitsTold({ model }: SimulatedTalk): string[] {
  const messages = model.requests.at(-1)?.messages ?? [];
  return messages.some((message) => message.role === 'user' && message.text === '12')
    ? []
    : ['the model does not have the digits'];
}

/** In the middle of a reply. */
async function during(talk: SimulatedTalk, said: Said, seconds = 2): Promise<number> {
  await talk.until('the agent speaks', () => talk.line.isPlaying);
  await talk.pass(seconds);
  return talk.say(said);
}

function asked(first: readonly FakeStep[], second: readonly FakeStep[] = [last]): TalkOptions['script'] {
  return (index) => [first, second, [last]][Math.min(index, 2)]!;
}

/** A sound in the middle of a reply that the agent is not to stop for. */
function sound(id: string, name: string, make: () => Float32Array, pauseSeconds: number): Kind {
  return {
    ...{ id, name, pauseSeconds, outcome: 'goes on' },
    expected: pauseSeconds === 0 ? 'goes on, without a pause' : 'may pause, goes on',
    act: (talk) => during(talk, noise(make())),
  };
}

/** @param words that count @param ms behind the end of the fifth word, whose time is told in whole milliseconds */
function atWordEnd(id: string, name: string, expected: string, words: number, ms: number): Kind {
  return {
    ...{ id, name, expected, words, outcome: 'stops', said: ['Wait.'] },
    async act(talk) {
      await talk.until('the agent speaks', () => talk.line.stretches.length > 0);
      const end = talk.line.stretches[0]!.startsAt + 1000 * talk.replies[0]!.words[4]!.end + ms;
      await talk.pass((end - talk.clock.now()) / 1000);
      talk.conversation.userText('Wait.');
      return talk.clock.now();
    },
  };
}

function echoOf(delayMs: number): Kind {
  return {
    id: `echo-${delayMs}`,
    name: `Its own voice comes back, −20 dB and ${delayMs} ms later`,
    expected: 'goes on, without a pause',
    outcome: 'goes on',
    options: { echo: { decibels: -20, delayMs } },
    act: () => Promise.resolve(undefined),
  };
}

/** In the order of the table. */
export const kinds: readonly Kind[] = [
  {
    id: 'stop',
    name: 'A word: “Stop.”',
    expected: 'stops',
    outcome: 'stops',
    said: ['Stop.'],
    act: async (talk, say) => during(talk, await say('Stop.')),
  },
  {
    id: 'sentence',
    name: 'A sentence',
    expected: 'stops',
    outcome: 'stops',
    said: [sentence],
    act: async (talk, say) => during(talk, await say(sentence)),
  },
  {
    id: 'hiss',
    name: 'A sentence that begins with a hiss: “She …”',
    expected: 'stops',
    outcome: 'stops',
    said: ['She wants to know more.'],
    act: async (talk, say) => during(talk, await say('She wants to know more.')),
  },
  sound('cough', 'A cough', cough, 2.5),
  {
    id: 'mm-hm',
    name: '“mm-hm”',
    expected: 'may pause, goes on',
    outcome: 'goes on',
    pauseSeconds: 2.5,
    act: async (talk, say) => during(talk, await say('Mm hmm.', { heardAs: 'Mm-hm.' })),
  },
  sound('laughter', 'Laughter', laughter, 3),
  sound('keys', 'Clicks of keys, 3 s', keyClicks, 0.5),
  sound('hum', 'Hum of the mains, 3 s', hum, 0.5),
  sound('bang', 'A door', bang, 1),
  {
    id: 'first',
    name: 'A sentence 100 ms behind the first sound of the answer',
    expected: 'stops',
    outcome: 'stops',
    said: [sentence],
    act: async (talk, say) => during(talk, await say(sentence), 0.1),
  },
  {
    id: 'last',
    name: 'A sentence in the last 100 ms of the answer',
    expected: 'all of it was heard; is answered',
    outcome: 'over',
    said: [sentence],
    async act(talk, say) {
      const said = await say(sentence);
      await talk.until('the agent speaks', () => talk.line.isPlaying);
      return during(talk, said, (await say.agent(story)) - 0.1);
    },
  },
  {
    id: 'twice',
    name: 'Twice: the answer to the first interruption is interrupted too',
    expected: 'stops, both times',
    outcome: 'stops',
    said: [sentence, 'No, wait.'],
    options: { script: asked([story], [other]) },
    async act(talk, say) {
      const at = await during(talk, await say(sentence));
      await talk.until('the second answer', () => talk.replies.length === 2 && talk.line.isPlaying);
      await during(talk, await say('No, wait.'), 1);
      return at;
    },
  },
  {
    id: 'tool',
    name: 'While a tool runs, before anything was said',
    expected: 'nothing is heard; the tool is given up',
    outcome: 'stops',
    reply: null,
    said: [sentence],
    options: { script: asked([call]), tools: [look] },
    also: toolGivenUp,
    async act(talk, say) {
      await talk.until('the tool runs', () => talk.events.some(({ type }) => type === 'client_call'));
      await talk.pass(1);
      return talk.say(await say(sentence));
    },
  },
  {
    id: 'before-tool',
    name: 'While what is said before a tool is heard',
    expected: 'stops; the tool is given up',
    outcome: 'stops',
    said: [sentence],
    options: { script: asked(['Let me look that up in the book for you. ', call]), tools: [look] },
    also: toolGivenUp,
    act: async (talk, say) => during(talk, await say(sentence), 0.8),
  },
  {
    id: 'writing',
    name: 'While the model still writes',
    expected: 'stops; the model is left',
    outcome: 'stops',
    said: [sentence],
    also: modelLeft,
    options: { script: asked(story.split(/(?<= )/u).flatMap((word): FakeStep[] => [word, { waitMs: 150 }])) },
    act: async (talk, say) => during(talk, await say(sentence)),
  },
  {
    id: 'dtmf',
    name: 'Tones: 1, 2 and #',
    expected: 'stops with the first one; the model has them, the transcript does not',
    outcome: 'stops',
    said: ['**'],
    also: digitsTold,
    async act(talk) {
      await talk.until('the agent speaks', () => talk.line.isPlaying);
      await talk.pass(2);
      const at = talk.clock.now();
      for (const digit of '12#') {
        talk.conversation.digit(digit);
        await talk.pass(0.4);
      }
      return at;
    },
  },
  {
    id: 'typed',
    name: 'Typed: `user_text`',
    expected: 'stops',
    outcome: 'stops',
    said: ['Are you open on Friday?'],
    async act(talk) {
      await talk.until('the agent speaks', () => talk.line.isPlaying);
      await talk.pass(2);
      talk.conversation.userText('Are you open on Friday?');
      return talk.clock.now();
    },
  },
  atWordEnd('word-end', 'Typed exactly where the fifth word ends', 'stops; that word counts', 5, 1),
  atWordEnd('word-cut', 'Typed 10 ms before the fifth word ends', 'stops; that word does not count', 4, -10),
  {
    id: 'two',
    name: 'Two people speak at once',
    expected: 'stops; the words of both are one turn',
    outcome: 'stops',
    said: ['I would like to book a table for tonight. The children were asleep before the first song was over.'],
    async act(talk, say) {
      const at = await during(talk, await say(sentence));
      talk.say(await say('The children were asleep before the first song was over.', { isOther: true }), 0.3);
      return at;
    },
  },
  {
    id: 'background',
    name: 'Somebody else speaks, 20 dB quieter than the caller did',
    expected: 'may pause, goes on',
    outcome: 'goes on',
    pauseSeconds: 2,
    reply: 1,
    said: ['Tell me the story of the wind and the sun.'],
    options: { script: asked([last], [story]) },
    async act(talk, say) {
      await talk.until('the first answer is over', () => talk.turns.length === 2);
      talk.say(await say('Tell me the story of the wind and the sun.'));
      await talk.until('the story', () => talk.replies.length === 2);
      const said = await say('The children were asleep before the first song was over.', { isOther: true });
      return during(talk, { ...said, samples: scaled(said.samples, -20) });
    },
  },
  {
    id: 'sound-background',
    name: 'A word that shows listening, then somebody else 20 dB quieter, for long',
    expected: 'may pause, goes on',
    outcome: 'goes on',
    pauseSeconds: 3.5,
    reply: 1,
    said: ['Tell me the story of the wind and the sun.'],
    options: { script: asked([last], [story]) },
    async act(talk, say) {
      await talk.until('the first answer is over', () => talk.turns.length === 2);
      talk.say(await say('Tell me the story of the wind and the sun.'));
      await talk.until('the story', () => talk.replies.length === 2);
      const at = await during(talk, noise((await say('Really.')).samples));
      const { samples } = await say(`${story} ${story}`, { isOther: true });
      talk.say(noise(scaled(samples, -20)), 0.75);
      return at;
    },
  },
  {
    id: 'soft-onset',
    name: 'A sentence whose first 220 ms are 18 dB quieter',
    expected: 'stops, without a word in between',
    outcome: 'stops',
    reply: 1,
    said: ['Tell me the story of the wind and the sun.', sentence],
    options: { script: asked([last], [story]) },
    async act(talk, say) {
      await talk.until('the first answer is over', () => talk.turns.length === 2);
      talk.say(await say('Tell me the story of the wind and the sun.'));
      await talk.until('the story', () => talk.replies.length === 2);
      const said = await say(sentence);
      const soft = (said.words[0]!.start + 0.22) * lineRate;
      const quiet = scaled(said.samples, -18);
      return during(talk, { ...said, samples: said.samples.map((sample, at) => (at < soft ? quiet[at]! : sample)) });
    },
  },
  echoOf(60),
  echoOf(150),
  echoOf(300),
  {
    id: 'into-echo',
    name: 'A sentence into its own voice, −20 dB and 150 ms later',
    expected: 'stops',
    outcome: 'stops',
    said: [sentence],
    options: { echo: { decibels: -20, delayMs: 150 } },
    act: async (talk, say) => during(talk, await say(sentence), 4),
  },
  {
    id: 'muted',
    name: 'The microphone is switched off in the middle of a sentence',
    expected: 'stops; what was heard is answered',
    outcome: 'stops',
    said: ['I would like to'],
    async act(talk, say) {
      const said = await say(sentence);
      const at = await during(talk, said);
      await talk.pass(said.words[3]!.end + 0.06);
      talk.mute();
      return at;
    },
  },
  {
    id: 'no-audio',
    name: 'No audio comes at all',
    expected: 'goes on, without a pause',
    outcome: 'goes on',
    act(talk) {
      talk.mute();
      return Promise.resolve(undefined);
    },
  },
  {
    id: 'gone',
    name: 'The client goes away',
    expected: 'ends; the history has what was heard',
    outcome: 'stops',
    said: [],
    isLast: true,
    async act(talk) {
      await talk.until('the agent speaks', () => talk.line.isPlaying);
      await talk.pass(2);
      talk.conversation.end('client_disconnected');
      return talk.clock.now();
    },
  },
  {
    id: 'introduction',
    name: 'A sentence into the introduction',
    expected: 'stops',
    outcome: 'stops',
    said: [sentence],
    options: { initialMessage: story, script: () => [last] },
    act: async (talk, say) => during(talk, await say(sentence)),
  },
];

/** Begins the conversation of a kind: asked for a story, unless the agent speaks by itself. */
export async function beginOf({ options }: Kind, synthesizer: LocalSynthesizer): Promise<SimulatedTalk> {
  const talk = await SimulatedTalk.begin({ script: asked([story]), ...options, synthesizer });
  if (options?.initialMessage === undefined) talk.conversation.userText('Tell me a story.');
  return talk;
}
