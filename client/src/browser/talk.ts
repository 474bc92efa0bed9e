/** A conversation with an agent by the microphone and the loudspeaker of a browser. */
import type { Sonorant } from '../client.ts';
import type { ConversationAudioEvent, ConversationEvent } from '../conversation-events.ts';
import { conversationFormats, type Conversation, type TalkOptions } from '../conversation.ts';
import { EventQueue } from '../event-queue.ts';
import type { AudioSource } from '../listening.ts';
import type { SpeechEvent } from '../speech.ts';
import { Microphone, MicrophoneError, type MicrophoneOptions } from './microphone.ts';
import { PlaybackError } from './audio-graph.ts';
import { AudioPlayer, type AudioPlayerOptions } from './player.ts';

/** The microphone was lost, or no sound comes out any more; the conversation goes on without it, and can be typed and read. */
export interface DeviceFailedEvent {
  readonly type: 'device_failed';
  readonly error: MicrophoneError | PlaybackError;
}

/** What is told of a conversation but its sound, which is played. */
export type BrowserTalkEvent = Exclude<ConversationEvent, ConversationAudioEvent> | DeviceFailedEvent;

export interface BrowserTalkOptions extends Omit<TalkOptions, 'audio' | 'format'> {
  /** `false`: none is opened, and the user types. */
  readonly microphone?: Omit<MicrophoneOptions, 'onLevel' | 'sampleRate'> | false | undefined;
  /** `false`: nothing is played. */
  readonly player?: Pick<AudioPlayerOptions, 'deviceId' | 'volume' | 'workletUrl'> | false | undefined;
  /** How loud the user is: the loudest sample of each piece, 0 to 1, about 30 times a second; 0 while muted. */
  readonly onInputLevel?: ((level: number) => void) | undefined;
  /** How loud the agent is where its sound comes out, 0 to 1 (root mean square), about 30 times a second. */
  readonly onOutputLevel?: ((level: number) => void) | undefined;
}

const format = 'pcm_24000';
const { sampleRate } = conversationFormats[format];
/** Seconds of silence behind a microphone that was lost, so that what was said before ends as a turn. */
const silenceSeconds = 4;

/** Plays what comes until it is cleared; what comes then begins anew. */
class AgentVoice {
  readonly #player: AudioPlayer | undefined;
  readonly #onFailure: (error: PlaybackError) => void;
  #queue: EventQueue<SpeechEvent> | undefined;
  #playing: Promise<void> = Promise.resolve();

  constructor(player: AudioPlayer | undefined, onFailure: (error: PlaybackError) => void) {
    this.#player = player;
    this.#onFailure = onFailure;
  }

  push({ bytes, samples }: ConversationAudioEvent): void {
    if (this.#player === undefined) return;
    this.#queue ??= this.#begin(this.#player);
    this.#queue.push({ type: 'audio', bytes, samples });
  }

  clear(): void {
    this.#queue?.discard();
    this.#queue = undefined;
    this.#player?.stop();
  }

  /** Resolves when all of it was heard, and gives the output back. */
  async end(): Promise<void> {
    this.#queue?.close();
    await this.#playing;
    await this.#player?.close();
  }

  #begin(player: AudioPlayer): EventQueue<SpeechEvent> {
    const queue = new EventQueue<SpeechEvent>();
    const iterator: AsyncIterator<SpeechEvent, undefined> = {
      next: () => queue.next(),
      return: () => {
        queue.discard();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    this.#playing = player.play({ sampleRate, [Symbol.asyncIterator]: () => iterator }).catch((error: unknown) => {
      if (error instanceof PlaybackError) this.#onFailure(error);
      else throw error;
    });
    return queue;
  }
}

/** What {@link talkInBrowser} gives. Its events are read by one `for await`; leaving the loop hangs up. */
export class BrowserTalk implements AsyncIterable<BrowserTalkEvent> {
  readonly conversation: Conversation;
  readonly #queue: EventQueue<BrowserTalkEvent>;
  readonly #voice: AgentVoice;
  readonly #line: { isMuted: boolean };
  #isRead = false;

  /** @internal */
  constructor(
    conversation: Conversation,
    {
      player,
      queue,
      line,
    }: { player: AudioPlayer | undefined; queue: EventQueue<BrowserTalkEvent>; line: { isMuted: boolean } },
  ) {
    this.conversation = conversation;
    this.#queue = queue;
    this.#line = line;
    this.#voice = new AgentVoice(player, (error) => queue.push({ type: 'device_failed', error }));
    void this.#read();
  }

  /** While it is, the agent hears silence. */
  get isMuted(): boolean {
    return this.#line.isMuted;
  }

  set isMuted(isMuted: boolean) {
    this.#line.isMuted = isMuted;
  }

  /** See {@link Conversation.sendText}. */
  sendText(text: string): void {
    this.conversation.sendText(text);
  }

  /** See {@link Conversation.sendDigits}. */
  sendDigits(digits: string): void {
    this.conversation.sendDigits(digits);
  }

  /** Hangs up: the agent falls silent, and the microphone is given back. */
  close(): void {
    this.conversation.close();
    this.#voice.clear();
  }

  /** @throws as {@link Conversation} does. The loop ends when the agent was heard to its end. */
  [Symbol.asyncIterator](): AsyncIterator<BrowserTalkEvent, undefined> {
    if (this.#isRead) throw new TypeError('A conversation is read once.');
    this.#isRead = true;
    return {
      next: () => this.#queue.next(),
      return: () => {
        this.close();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  async #read(): Promise<void> {
    try {
      for await (const event of this.conversation) {
        if (event.type === 'audio') this.#voice.push(event);
        else this.#queue.push(event);
        if (event.type === 'clear') this.#voice.clear();
      }
      await this.#voice.end();
      this.#queue.close();
    } catch (error) {
      this.#voice.clear();
      this.#queue.fail(error);
      await this.#voice.end();
    }
  }
}

/**
 * Talks to an agent by microphone and loudspeaker. Call it in the handler of a click or a key: browsers let a page be heard only after
 * one, and ask the person for the microphone.
 * @throws {MicrophoneError} there is none: try again with `microphone: false`
 * @throws {PlaybackError} no sound can come out: try again with `player: false`
 * @throws as {@link Sonorant.talk}
 */
export async function talkInBrowser(
  sonorant: Sonorant,
  agentId: string,
  { microphone, player, onInputLevel, onOutputLevel, ...options }: BrowserTalkOptions = {},
): Promise<BrowserTalk> {
  const queue = new EventQueue<BrowserTalkEvent>();
  const line = { isMuted: false };
  const output = player === false ? undefined : new AudioPlayer({ ...player, sampleRate, onLevel: onOutputLevel });
  const input = microphone === false ? undefined : lineOf({ ...microphone, onLevel: onInputLevel }, line, queue);
  try {
    await output?.prepare();
    const conversation = await sonorant.talk(agentId, { ...options, format, audio: input });
    return new BrowserTalk(conversation, { player: output, queue, line });
  } catch (error) {
    await output?.close();
    throw error;
  }
}

/** The microphone as the agent hears it. */
function lineOf(
  { onLevel, ...options }: MicrophoneOptions,
  line: { readonly isMuted: boolean },
  queue: EventQueue<BrowserTalkEvent>,
): AudioSource {
  const microphone = new Microphone({
    ...options,
    sampleRate,
    onLevel: (level) => onLevel?.(line.isMuted ? 0 : level),
  });
  const pieces = microphone[Symbol.asyncIterator]();
  let isLost = false;
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    if (isLost) return { done: true, value: undefined };
    try {
      const { done, value } = await pieces.next();
      if (done === true) return { done, value: undefined };
      return { done: false, value: line.isMuted ? new Uint8Array(value.length) : value };
    } catch (error) {
      if (!(error instanceof MicrophoneError)) throw error;
      isLost = true;
      queue.push({ type: 'device_failed', error });
      return { done: false, value: new Uint8Array(silenceSeconds * 2 * sampleRate) };
    }
  };
  return {
    open: () => microphone.open(),
    [Symbol.asyncIterator]: () => ({ next, return: () => pieces.return!() }),
  };
}
