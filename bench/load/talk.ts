/** One conversation of the load generator: a caller who listens in real time, interrupts each answer, and waits for the next one. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { sharedMs } from '../processes/clock.ts';
import { headers } from '../speech/requests.ts';
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
  /** From the frame with the caller's first sound to the `audio_output_clear` that stood; NaN where none came. */
  readonly clearMs: number;
  /** Clears before that one, behind which the answer went on: the sound was not sure to be a voice yet. */
  readonly wentOn: number;
  /** What of it the detectors took until they were sure of a voice, in ms of the audio. */
  readonly sureMs: number;
  /** Of what the agent wrote, and of what was heard as the server has it. */
  readonly written: string;
  readonly heard: string;
  /** What the line had played when it was cleared, in seconds. */
  readonly playedSeconds: number;
  /** Where that is not known, the least it can be: an answer that goes on does so from the beginning of a word. */
  readonly leastPlayedSeconds: number;
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

/** An answer may go on behind a clear until the detectors are sure of a voice, and for so long behind that at most. */
const sureWithinMs = 150;

/** Seconds of an answer that are heard before it is interrupted. */
const listens = { least: 1, most: 4 } as const;

type Cleared = Omit<Interruption, 'written' | 'heard'>;

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
  /** Resolves with the code of a socket that was closed before the end. */
  readonly #over = Promise.withResolvers<number | undefined>();
  /** What is being said, and how many frames of it were sent. */
  #saying: { readonly sentence: Sentence; next: number; startsAt: number } | undefined;
  /** When the next sentence is said; undefined while its time is not known. */
  #speakAt: number | undefined;
  /** Of the last sentence: when the turn is over. */
  #due = { dueAt: NaN, quietAt: NaN, soundUntil: NaN };
  #endedAt: number | undefined;
  #playing = { samples: 0, endsAt: -Infinity };
  #sound: { readonly at: number; readonly sureMs: number } | undefined;
  #cleared: Cleared | undefined;
  /** Clears behind which the answer went on, and what had been played at the first of them. */
  #wentOn: { count: number; readonly playedSeconds: number } | undefined;
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
    socket.on('close', (code: number) => this.#over.resolve(code));
    const ready = Promise.withResolvers<undefined>();
    socket.once('message', () => ready.resolve(undefined));
    const audio = { input_format: `pcm_${callerRate}`, output_delivery: 'speaking_pace' };
    socket.send(JSON.stringify({ type: 'session_create', audio, dynamic_variables: { conversation: this.#name } }));
    await Promise.race([ready.promise, this.#over.promise]);
    this.#speakAt = sharedMs() + random() * staggerSeconds * 1000;
    const stream: Paced = { startsAt: sharedMs(), send: (_frame, dueAt) => this.#frame(dueAt) };
    pacer.add(stream);
    const code = await this.#over.promise;
    pacer.remove(stream);
    if (code !== undefined) this.errors.push(`the socket closed with ${code}`);
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
    else if (this.#cleared !== undefined) this.#goOn(now, this.#cleared);
    else if (now > this.#playing.endsAt) this.underrunMs.push(now - this.#playing.endsAt);
    this.#playing.samples += bytes / 2;
    this.#playing.endsAt = Math.max(now, this.#playing.endsAt) + (bytes / 2 / callerRate) * 1000;
  }

  /** Audio behind a clear: what has been cleared was not played. */
  #goOn(now: number, { playedSeconds }: Cleared): void {
    if (!(now - (this.#sound?.at ?? NaN) <= (this.#sound?.sureMs ?? NaN) + sureWithinMs)) {
      this.errors.push('the answer went on over a voice that was sure');
    }
    this.#wentOn ??= { count: 0, playedSeconds };
    this.#wentOn.count++;
    this.#cleared = undefined;
    this.#playing = { samples: playedSeconds * callerRate, endsAt: now };
  }

  /** The first audio of an answer. */
  #answered(now: number, endedAt: number): void {
    const { least, most } = listens;
    this.answers.push({ ...this.#due, endedAt, firstAudioAt: now });
    this.#endedAt = this.#cleared = this.#sound = this.#wentOn = undefined;
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
    const { count: wentOn, playedSeconds: leastPlayedSeconds } = this.#wentOn ?? { count: 0, playedSeconds };
    this.#cleared = { clearMs: now - at, sureMs, playedSeconds, wentOn, leastPlayedSeconds };
  }

  #userEnded(): void {
    this.#endedAt = sharedMs();
  }

  #agentEnded({ text = '', interrupted = false }: Message): void {
    const clear = this.#cleared;
    if (!interrupted) this.errors.push('an answer ended by itself');
    else if (clear === undefined) this.errors.push('an answer was interrupted without a clear');
    // Without a clear all that was sent had been played.
    const playedSeconds = this.#playing.samples / callerRate;
    const { count: wentOn, playedSeconds: leastPlayedSeconds } = this.#wentOn ?? { count: 0, playedSeconds };
    const all: Cleared = { clearMs: NaN, sureMs: NaN, wentOn, playedSeconds, leastPlayedSeconds };
    this.interruptions.push({ ...(clear ?? all), written: this.#written, heard: text });
  }
}
