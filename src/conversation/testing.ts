/** Conversations of which a test plays everything: what is heard, what the model writes, the voice, the line and the time. */
import type { ToolDefinition } from '../agents/tool-definition.ts';
import { TurnDetector } from '../hearing/turn-detector.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import {
  fakeLanguageModel,
  type FakeLanguageModel,
  type FakeLanguageModelOptions,
} from '../language-models/fake/index.ts';
import { SpeechContext } from '../speech/context.ts';
import { ManualScheduler, testSettings, testVoices } from '../speech/testing.ts';
import { TestClock } from '../timing/testing.ts';
import type { ConversationAgent } from './agent-side.ts';
import { tell, type Caller, type CallerListener } from './caller.ts';
import { Conversation, type ConversationOptions, type ToolNeeds } from './conversation.ts';
import type { ConversationEvent } from './events.ts';
import { RealTimePosition, type Line } from './line.ts';
import { ConversationTools, type ConversationToolsOptions } from './tools.ts';

const sampleRate = 8000;
/** Seconds that the voice of these tests takes for a word. */
export const wordSeconds = 0.2;

/** A line whose other end plays in real time what it gets. */
export class TestLine implements Line {
  readonly sampleRate = sampleRate;
  readonly leadMs;
  readonly hasEcho;
  /** Clock times of {@link clear}. */
  readonly clears: number[] = [];
  written = 0;
  readonly #clock: TestClock;
  readonly #position: RealTimePosition;

  constructor(clock: TestClock, { leadMs = 200, hasEcho = false }: { leadMs?: number; hasEcho?: boolean } = {}) {
    this.leadMs = leadMs;
    this.hasEcho = hasEcho;
    this.#clock = clock;
    this.#position = new RealTimePosition(sampleRate, clock);
  }

  write(samples: Int16Array): void {
    this.written += samples.length;
    this.#position.write(samples.length);
  }

  clear(): void {
    this.clears.push(this.#clock.now());
    this.#position.clear();
  }

  played(): { readonly samples: number; readonly exact: boolean } {
    return { samples: this.#position.played, exact: true };
  }
}

export interface TestConversationOptions extends Partial<
  Omit<ConversationOptions, 'agent' | 'line' | 'tools' | 'model'>
> {
  readonly agent?: Partial<ConversationAgent>;
  readonly model?: FakeLanguageModelOptions;
  readonly line?: { readonly leadMs?: number; readonly hasEcho?: boolean };
  readonly tools?: (needs: ToolNeeds) => Partial<ConversationToolsOptions>;
  /** The text of what is still being recognized, each time that is asked for. Default: there is none. */
  readonly finalize?: () => Promise<string>;
  /** Whether the voice makes a sound of a text. Default: of any. */
  readonly isHeard?: (text: string) => boolean;
}

/** What a test lets be heard; `time`: nothing, `failure`: what was said since the last final text cannot be. */
export type ScriptedEvent =
  | { readonly kind: 'time' }
  | { readonly kind: 'failure' }
  | { readonly kind: 'border'; readonly border: 'start' | 'end' }
  | { readonly kind: 'partial' | 'final'; readonly text: string };

export interface TestConversation {
  readonly conversation: Conversation;
  readonly events: ConversationEvent[];
  readonly model: FakeLanguageModel;
  readonly line: TestLine;
  readonly clock: TestClock;
  readonly scheduler: ManualScheduler;
  /** Who is told of the caller: of anything, in any order. */
  readonly caller: CallerListener;
  /** Something is heard of the caller so many seconds of audio after the last event, and decides on turns as in a call. */
  readonly hear: (event: ScriptedEvent, after: number) => void;
  /** Seconds of audio that were given to what hears. */
  readonly listened: () => number;
  /** The caller says this, and stops for as long as it takes to end the turn. */
  readonly say: (text: string) => Promise<void>;
  /** Lets time pass, in which the voice speaks all it is given. */
  readonly pass: (seconds: number) => Promise<void>;
  /** Turns that have ended, as `role: text`, with `…` where they were interrupted. */
  readonly turns: () => string[];
}

const defaultAgent: Omit<ConversationAgent, 'model'> = {
  system: () => 'Be brief.',
  initialMessage: null,
  language: 'en',
  temperature: null,
  maxOutputTokens: null,
  isSpeculative: false,
  checkInSeconds: null,
  endSeconds: 240,
};

/** Begins a conversation in which nothing happens by itself. */
export async function converse({
  agent,
  tools,
  line: lineOptions,
  model: modelOptions,
  finalize,
  isHeard = () => true,
  ...options
}: TestConversationOptions = {}): Promise<TestConversation> {
  const clock = new TestClock();
  const scheduler = new ManualScheduler();
  const line = new TestLine(clock, lineOptions);
  const model = fakeLanguageModel({ clock, ...modelOptions });
  const settings = testSettings(
    testVoices.fake,
    { format: { container: 'raw', encoding: 'pcm_s16le', sampleRate } },
    fakeEngine(),
  );
  const events: ConversationEvent[] = [];
  const opened = Promise.withResolvers<ScriptedCaller>();
  const conversation = new Conversation({
    clock,
    line,
    variables: {},
    cleaner: () => ({ push: (text) => text, end: () => '' }),
    openSpeech: (onEvent, onTextNeeded) =>
      new SpeechContext({
        ...{ scheduler, settings, clock, onEvent, onTextNeeded, meter: 'exempt', keepsWords: true },
        generationConfig: {},
        expiryMs: Infinity,
      }),
    openCaller: (listener) => {
      const caller = new ScriptedCaller(listener, finalize);
      opened.resolve(caller);
      return Promise.resolve(caller);
    },
    onEvent: (event) => events.push(event),
    ...options,
    agent: { ...defaultAgent, model: model.open(), ...agent },
    tools: (needs) =>
      new ConversationTools({
        ...{ tools: [], systemTools: [], clock },
        callWebhook: () => Promise.resolve({ result: 'nothing', isError: true }),
        ...needs,
        ...tools?.(needs),
      }),
  });
  await conversation.start();
  const caller = await opened.promise;
  const pass = async (length: number): Promise<void> => {
    for (let passed = 0; passed < length * 1000; passed += 20) {
      await settled();
      speakAll(scheduler, isHeard);
      clock.advance(20);
    }
    await settled();
    speakAll(scheduler, isHeard);
  };
  return {
    ...{ conversation, events, model, line, clock, scheduler, pass },
    caller: caller.listener,
    listened: () => caller.written / sampleRate,
    hear: (event, after) => caller.hear(event, after),
    say: sayer(caller, pass),
    turns: () => turnsOf(events),
  };
}

/** Hears what the test says, which decides on turns as in a call. Audio time is what the test says too. */
class ScriptedCaller implements Caller {
  readonly seconds = 0;
  written = 0;
  readonly listener: CallerListener;
  readonly #finalText: () => Promise<string>;
  #turns!: TurnDetector;
  #at = 0;
  #isSound = false;

  constructor(listener: CallerListener, finalText: () => Promise<string> = () => Promise.resolve('')) {
    this.listener = listener;
    this.#finalText = finalText;
    this.restartTurns();
  }

  /** @param after seconds of audio since the last event */
  hear(event: ScriptedEvent, after: number): void {
    this.#at += after;
    const at = this.#at;
    const { kind } = event;
    if (kind === 'border') this.#isSound = event.border === 'start';
    if (kind === 'failure') this.#fail();
    else if (kind === 'time') this.#turns.step({ kind, at });
    else if (kind === 'border') tell(this.listener, this.#turns, { ...event, at }, at);
    else if (kind === 'partial') tell(this.listener, this.#turns, { kind, text: event.text }, at);
    else tell(this.listener, this.#turns, { ...finalPiece, kind, text: event.text, start: at, end: at }, at);
  }

  #fail(): void {
    this.listener.failed(new Error('by the test'));
    this.#isSound = false;
    this.restartTurns();
  }

  write(samples: Float32Array): void {
    this.written += samples.length;
  }

  async finalize(): Promise<void> {
    const text = await this.#finalText();
    if (text !== '') this.hear({ kind: 'final', text }, 0);
  }

  restartTurns(): void {
    this.#turns = new TurnDetector({}, (decision) => this.listener.decided(decision));
    this.#turns.step({ kind: 'time', at: this.#at });
    if (this.#isSound) this.#turns.step({ kind: 'sound_start', at: this.#at, since: this.#at });
  }

  readonly close = (): void => undefined;
}

const finalPiece = { language: undefined, words: undefined, recognizer: 'fake' } as const;
/** Longer than any patience. */
const quietSeconds = 12;

/** Says something. The silence behind it costs no time of the clock. */
function sayer(caller: ScriptedCaller, pass: TestConversation['pass']): TestConversation['say'] {
  return async (text) => {
    caller.hear({ kind: 'border', border: 'start' }, 0);
    caller.hear({ kind: 'partial', text }, 0);
    await pass(0.4);
    caller.hear({ kind: 'border', border: 'end' }, 0.4);
    await pass(0.3);
    caller.hear({ kind: 'final', text }, 0.3);
    caller.hear({ kind: 'time' }, quietSeconds);
    await pass(0.02);
  };
}

function turnsOf(events: readonly ConversationEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'turn_ended' ? [`${event.role}: ${event.text}${event.interrupted ? '…' : ''}`] : [],
  );
}

/** Why it has ended; undefined while it has not. */
export function ended({ events }: TestConversation): string | undefined {
  const last = events.at(-1);
  return last?.type === 'ended' ? last.reason : undefined;
}

/** Promises that are there have been handled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}

/** Each word takes as long as another. */
function speakAll(scheduler: ManualScheduler, isHeard: (text: string) => boolean): void {
  for (let [task] = scheduler.open; task !== undefined; [task] = scheduler.open) {
    const words = task.text === '' || !isHeard(task.text) ? 0 : task.text.split(' ').length;
    const samples = Math.round(words * wordSeconds * sampleRate);
    if (samples > 0) task.send(new Uint8Array(new Int16Array(samples).fill(task.task.id).buffer));
    task.end();
  }
}

/** A definition of a tool of the other end. */
export function clientTool(changes: Partial<Extract<ToolDefinition, { type: 'client' }>> = {}): ToolDefinition {
  return {
    type: 'client',
    name: 'look',
    description: 'Looks something up.',
    pre_tool_speech: 'auto',
    execution_mode: 'immediate',
    response_timeout_secs: 5,
    expects_response: true,
    parameters: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] },
    ...changes,
  };
}
