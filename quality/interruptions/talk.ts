/**
 * One conversation in simulated time, of the server's own parts: its detectors hear real audio, its engines speak, its playout gives a
 * line what it plays. Only the words that a recognizer hears and those that a model writes are known beforehand.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { integersOf } from '../../src/audio/bytes.ts';
import { openCaller } from '../../src/conversation/caller.ts';
import { Conversation } from '../../src/conversation/conversation.ts';
import type { ConversationEvent, EndedTurn } from '../../src/conversation/events.ts';
import { ConversationTools } from '../../src/conversation/tools.ts';
import type { ToolDefinition } from '../../src/agents/tool-definition.ts';
import type { LanguageModel } from '../../src/language-models/adapter.ts';
import { fakeLanguageModel, type FakeLanguageModel, type FakeStep } from '../../src/language-models/fake/index.ts';
import { fakeRecognizer } from '../../src/recognizers/fake/index.ts';
import type { SpeechEvent } from '../../src/speech/events.ts';
import { SpokenText } from '../../src/text/spoken/index.ts';
import { TestClock } from '../../src/timing/testing.ts';
import type { LocalSynthesizer, TimedWord } from '../sources/local-synthesizer.ts';
import { Listener, lineRate } from './listener.ts';

const frameMs = 20;
const frame = (lineRate * frameMs) / 1000;
/** An engine that has not spoken by then hangs. */
const patienceMs = 30_000;

export interface TalkOptions {
  readonly synthesizer: LocalSynthesizer;
  readonly initialMessage?: string;
  /** What the model writes in answer to each request, by its number from 0. */
  readonly script: (index: number) => readonly FakeStep[];
  readonly tools?: readonly ToolDefinition[];
  /** The agent's voice comes back so many dB quieter and so many ms later. */
  readonly echo?: { readonly decibels: number; readonly delayMs: number };
}

/** Something that the caller's side brings. */
export interface Said {
  readonly samples: Float32Array;
  /** What is heard in it; none of a noise. */
  readonly words: readonly TimedWord[];
}

/** What an answer was made of. */
export interface SpokenReply {
  /** In ms of the clock. */
  readonly openedAt: number;
  readonly samples: number[];
  readonly words: TimedWord[];
}

interface Placed extends Said {
  /** Samples since the caller's audio began. */
  readonly at: number;
}

export class SimulatedTalk {
  readonly clock = new TestClock();
  readonly line = new Listener(this.clock);
  readonly events: ConversationEvent[] = [];
  readonly replies: SpokenReply[] = [];
  readonly failures: Error[] = [];
  readonly model: FakeLanguageModel;
  /** Requests of the model, by their number, that were left before it had written all. */
  readonly left = new Set<number>();
  readonly conversation: Conversation;
  readonly #options: TalkOptions;
  readonly #said: Placed[] = [];
  /** Samples of the caller's audio so far. */
  #sent = 0;
  #isMuted = false;

  private constructor(options: TalkOptions) {
    const { synthesizer, script, initialMessage = null, tools = [] } = options;
    this.#options = options;
    const { clock, line } = this;
    this.model = fakeLanguageModel({ clock, script: (_request, index) => script(index) });
    const recognizer = fakeRecognizer({ script: ({ samples }) => ({ text: this.#heard(samples.length) }) }).open();
    const agentVoice = synthesizer.voicesOf('flite', 'en')[0]!;
    this.conversation = new Conversation({
      clock,
      line,
      variables: {},
      agent: {
        model: this.#watched(this.model.open()),
        ...{ system: () => 'Be brief.', initialMessage, language: 'en', isSpeculative: false },
        ...{ temperature: null, maxOutputTokens: null, checkInSeconds: null, endSeconds: 240 },
      },
      openCaller: (listener) =>
        openCaller({
          hearing: { recognizers: [{ id: 'fake', recognizer }], language: 'en' },
          ...{ turns: {}, sampleRate: lineRate, clock, listener },
        }),
      openSpeech: (onEvent) => {
        const reply: SpokenReply = { openedAt: clock.now(), samples: [], words: [] };
        this.replies.push(reply);
        return synthesizer.open(agentVoice, lineRate, {
          clock,
          onEvent: (event) => {
            note(reply, event);
            onEvent(event);
          },
        });
      },
      cleaner: () => new SpokenText(),
      tools: (needs) =>
        new ConversationTools({
          ...needs,
          ...{ tools, systemTools: [], clock },
          callWebhook: () => Promise.resolve({ result: 'nothing', isError: true }),
        }),
      onEvent: (event) => this.events.push(event),
      onFailure: (error) => this.failures.push(error),
    });
  }

  /** Notes which of its requests are left. */
  #watched(model: LanguageModel): LanguageModel {
    const { left } = this;
    let count = 0;
    return {
      close: () => model.close(),
      async *generate(request, signal) {
        const index = count++;
        left.add(index);
        yield* model.generate(request, signal);
        left.delete(index);
      },
    };
  }

  /** Begins; the clock stands at 0 when the conversation is ready. */
  static async begin(options: TalkOptions): Promise<SimulatedTalk> {
    const talk = new SimulatedTalk(options);
    await talk.conversation.start();
    await talk.#settle();
    return talk;
  }

  /** The caller's side brings this from now on. @returns when its first sample comes, in ms of the clock */
  say(said: Said, delaySeconds = 0): number {
    const at = this.#sent + Math.round(delaySeconds * lineRate);
    this.#said.push({ ...said, at });
    return (1000 * at) / lineRate;
  }

  /** The caller's microphone sends nothing from now on. */
  mute(): void {
    this.#isMuted = true;
    const cut = ({ samples, words, at }: Placed): Placed => ({
      ...{ samples, at },
      words: words.filter(({ end }) => at + end * lineRate <= this.#sent),
    });
    this.#said.splice(0, Infinity, ...this.#said.map(cut));
  }

  /** Lets time pass, in steps of a frame. */
  async pass(seconds: number): Promise<void> {
    const end = this.clock.now() + 1000 * seconds;
    while (this.clock.now() < end - 1e-6) await this.#step(Math.min(frameMs, end - this.clock.now()));
  }

  /** Lets time pass until this is so. @throws {Error} when it is not after a minute */
  async until(what: string, isSo: () => boolean): Promise<void> {
    const end = this.clock.now() + 60_000;
    while (!isSo()) {
      if (this.clock.now() > end) throw new Error(`not within a minute: ${what}`);
      await this.#step(frameMs);
    }
  }

  /** When there is sound on the caller's side for the first time behind this, in ms of the clock. @param audible of full scale */
  firstSoundAt(ms: number, audible: number): number {
    const starts = this.#said.flatMap(({ samples, at }) => {
      const first = samples.findIndex((sample) => Math.abs(sample) >= audible);
      return first < 0 ? [] : [(1000 * (at + first)) / lineRate];
    });
    const behind = starts.filter((start) => start >= ms);
    return behind.length === 0 ? ms : Math.min(...behind);
  }

  /** Turns that have ended. */
  get turns(): readonly EndedTurn[] {
    return this.events.flatMap((event) => (event.type === 'turn_ended' ? [event] : []));
  }

  /** Ends it where it has not ended. */
  close(): void {
    this.conversation.end('client_hangup');
  }

  async #step(ms: number): Promise<void> {
    this.clock.advance(ms);
    this.line.play();
    const end = Math.round((this.clock.now() * lineRate) / 1000);
    if (this.#isMuted) this.#sent = end;
    for (; this.#sent + frame <= end; this.#sent += frame) this.conversation.audio(this.#microphone());
    await this.#settle();
  }

  /** The next frame of the caller's side. */
  #microphone(): Float32Array {
    const samples = new Float32Array(frame);
    for (const { samples: said, at } of this.#said) {
      for (let index = 0; index < frame; index++) samples[index]! += said[this.#sent - at + index] ?? 0;
    }
    const { echo } = this.#options;
    if (echo === undefined) return samples;
    const endMs = (1000 * (this.#sent + frame)) / lineRate - echo.delayMs;
    const gain = 10 ** (echo.decibels / 20) / 32_768;
    const played = this.line.before(endMs, frame);
    return samples.map((sample, index) => sample + gain * played[index]!);
  }

  /** The words in the last samples that were sent. */
  #heard(length: number): string {
    // Behind a microphone that is off, the time of the audio is not that of the clock.
    const [from, to] = [this.#isMuted ? 0 : this.#sent - length, this.#sent];
    const words = this.#said.flatMap(({ at, words: own }) =>
      own.filter(({ start, end }) => at + (start + end) * 0.5 * lineRate >= from && at + end * lineRate <= to),
    );
    return words.map(({ text }) => text).join(' ');
  }

  /** Until all that follows from it has happened. */
  async #settle(): Promise<void> {
    const until = performance.now() + patienceMs;
    for (let quiet = 0; quiet < 2; quiet++) {
      for (let round = 0; round < 3; round++) await turn();
      await this.#options.synthesizer.idle();
      if (performance.now() > until) throw new Error('the engines do not end');
    }
    for (let round = 0; round < 3; round++) await turn();
  }
}

function note(reply: SpokenReply, event: SpeechEvent): void {
  if (event.type === 'chunk') reply.samples.push(...integersOf(event.data));
  if (event.type !== 'timestamps') return;
  const { words, start, end } = event.timestamps;
  reply.words.push(...words.map((text, index) => ({ text, start: start[index]!, end: end[index]! })));
}
