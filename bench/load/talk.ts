/** One conversation of the load generator: a caller who listens in real time, interrupts each answer, and waits for the next one. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { sharedMs } from '../clock.ts';
import { headers } from '../speech.ts';
import { callerRate } from './callers.ts';
import { frameMs, type Pacer, type Paced } from './pacer.ts';
import { completeAt } from './turns.ts';
import { silence, type Sentence } from './sentences.ts';

/** An answer that was heard to its beginning. Times of {@link sharedMs}. */
export interface HeardAnswer {
  /** When the turn of the caller was due to be over, and when its last sounds were complete: by the detectors, above −40 dB. */
  readonly dueAt: number;
  readonly quietAt: number;
  readonly soundUntil: number;
  /** When `turn_ended` of the caller came. */
  readonly endedAt: number;
  readonly firstAudioAt: number;
}

/** An answer that the caller interrupted. */
export interface Interruption {
  /** From the frame with the caller's first sound to `audio_output_clear`; NaN where that did not come. */
  readonly clearMs: number;
  /** What of it the detectors took until they were sure of a voice, in ms of the audio. */
  readonly sureMs: number;
  /** Of what the agent wrote, and of what was heard as the server has it. */
  readonly written: string;
  readonly heard: string;
  /** What the line had played when it was cleared, in seconds. */
  readonly playedSeconds: number;
}

/** Shared by all of a run. */
export interface TalkOptions {
  readonly url: string;
  readonly agentId: string;
  readonly pacer: Pacer;
  readonly sentences: readonly Sentence[];
  readonly random: () => number;
  readonly interruptions: number;
  /** Seconds before the caller says something. */
  readonly staggerSeconds: number;
}

interface Message {
  readonly type: string;
  readonly role?: string;
  readonly text?: string;
  readonly audio?: string;
  readonly interrupted?: boolean;
  readonly call_id?: string;
  readonly message?: string;
}

/** Seconds of an answer that are heard before it is interrupted. */
const listens = { least: 1, most: 4 } as const;

export class Talk {
  readonly #options: TalkOptions;
  readonly #name: string;
  readonly answers: HeardAnswer[] = [];
  readonly interruptions: Interruption[] = [];
  /** How late chunks came that follow on others, in ms. */
  readonly underrunMs: number[] = [];
  readonly errors: string[] = [];
  callId = '';
  #socket: WebSocket | undefined;
  readonly #over = Promise.withResolvers<undefined>();
  /** What is being said, and how many frames of it were sent. */
  #saying: { readonly sentence: Sentence; next: number; startsAt: number } | undefined;
  /** When the next sentence is said; undefined while its time is not known. */
  #speakAt: number | undefined;
  /** Of the last sentence: when the turn is over. */
  #due = { dueAt: NaN, quietAt: NaN, soundUntil: NaN };
  #endedAt: number | undefined;
  #playing = { samples: 0, endsAt: -Infinity };
  #sound: { readonly at: number; readonly sureMs: number } | undefined;
  #cleared: Pick<Interruption, 'clearMs' | 'sureMs' | 'playedSeconds'> | undefined;
  #written = '';

  constructor(name: string, options: TalkOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Resolves when all interruptions were made and the answer behind them has begun. */
  async run(): Promise<void> {
    const { url, agentId, pacer, random, staggerSeconds } = this.#options;
    const address = `${url.replace('http', 'ws')}/v1/agents/websocket/${agentId}`;
    const socket = new WebSocket(address, { headers, perMessageDeflate: false });
    this.#socket = socket;
    await once(socket, 'open');
    socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString()) as Message));
    socket.on('close', () => this.#over.resolve(undefined));
    const ready = Promise.withResolvers<undefined>();
    socket.once('message', () => ready.resolve(undefined));
    const audio = { input_format: `pcm_${callerRate}`, output_delivery: 'speaking_pace' };
    socket.send(JSON.stringify({ type: 'session_create', audio, dynamic_variables: { conversation: this.#name } }));
    await ready.promise;
    this.#speakAt = sharedMs() + random() * staggerSeconds * 1000;
    const stream: Paced = { startsAt: sharedMs(), send: (_frame, dueAt) => this.#frame(dueAt) };
    pacer.add(stream);
    await this.#over.promise;
    pacer.remove(stream);
    if (socket.readyState === WebSocket.CLOSED) return;
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  }

  #frame(dueAt: number): void {
    const socket = this.#socket!;
    if (this.#saying === undefined && this.#speakAt !== undefined && dueAt - frameMs >= this.#speakAt) {
      const { sentences, random } = this.#options;
      const sentence = sentences[Math.floor(random() * sentences.length)]!;
      this.#speakAt = undefined;
      this.#saying = { sentence, next: 0, startsAt: dueAt - frameMs };
    }
    if (this.#saying === undefined) return socket.send(silence);
    const { sentence, next, startsAt } = this.#saying;
    if (next === sentence.firstSound) this.#sound = { at: dueAt, sureMs: sentence.sureMs };
    socket.send(sentence.messages[next]!);
    this.#saying.next++;
    if (this.#saying.next < sentence.messages.length) return;
    this.#saying = undefined;
    this.#due = {
      dueAt: completeAt(startsAt, sentence.endsAt),
      quietAt: completeAt(startsAt, sentence.quietSince),
      soundUntil: completeAt(startsAt, sentence.lastSound),
    };
  }

  #take(message: Message): void {
    switch (message.type) {
      case 'session_ready':
        this.callId = message.call_id!;
        return;
      case 'audio_output':
        return this.#play((message.audio!.length * 3) / 4 - (message.audio!.match(/=/gu)?.length ?? 0));
      case 'audio_output_clear':
        return this.#clear();
      case 'turn_started':
        if (message.role === 'assistant') this.#written = '';
        return;
      case 'turn_output_text_delta':
        this.#written += message.text!;
        return;
      case 'turn_ended':
        return message.role === 'user' ? this.#userEnded() : this.#agentEnded(message);
      case 'error':
        this.errors.push(message.message ?? 'error');
    }
  }

  #play(bytes: number): void {
    const now = sharedMs();
    if (this.#endedAt !== undefined) this.#answered(now, this.#endedAt);
    else if (this.#cleared !== undefined) this.errors.push('the answer went on behind a clear');
    else if (now > this.#playing.endsAt) this.underrunMs.push(now - this.#playing.endsAt);
    this.#playing.samples += bytes / 2;
    this.#playing.endsAt = Math.max(now, this.#playing.endsAt) + (bytes / 2 / callerRate) * 1000;
  }

  /** The first audio of an answer. */
  #answered(now: number, endedAt: number): void {
    const { least, most } = listens;
    this.answers.push({ ...this.#due, endedAt, firstAudioAt: now });
    this.#endedAt = this.#cleared = this.#sound = undefined;
    this.#playing = { samples: 0, endsAt: now };
    this.#speakAt = now + 1000 * (least + this.#options.random() * (most - least));
    if (this.interruptions.length >= this.#options.interruptions) this.#over.resolve(undefined);
  }

  #clear(): void {
    const now = sharedMs();
    if (this.#cleared !== undefined) return;
    const { samples, endsAt } = this.#playing;
    const playedSeconds = (samples - (Math.max(0, endsAt - now) * callerRate) / 1000) / callerRate;
    const { at, sureMs } = this.#sound ?? { at: NaN, sureMs: NaN };
    this.#cleared = { clearMs: now - at, sureMs, playedSeconds };
  }

  #userEnded(): void {
    this.#endedAt = sharedMs();
  }

  #agentEnded({ text = '', interrupted = false }: Message): void {
    const clear = this.#cleared;
    if (!interrupted) this.errors.push('an answer ended by itself');
    else if (clear === undefined) this.errors.push('an answer was interrupted without a clear');
    // Without a clear all that was sent had been played.
    const { clearMs, sureMs, playedSeconds } = clear ?? {
      ...{ clearMs: NaN, sureMs: NaN },
      playedSeconds: this.#playing.samples / callerRate,
    };
    this.interruptions.push({ clearMs, sureMs, playedSeconds, written: this.#written, heard: text });
  }
}
