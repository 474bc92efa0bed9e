/** Plays speech in a browser while it comes. */
import type { SpeechEvent, Word } from '../speech.ts';
import { levelOf, noOutput, openGraph, run, startMs, type AudioGraph, type AudioGraphOptions } from './audio-graph.ts';
import { BufferOutput, WorkletOutput, type Output } from './output.ts';

export interface AudioPlayerOptions extends AudioGraphOptions {
  /** Hz of what is played. Default: what the speech says of itself, else 24,000. */
  readonly sampleRate?: number | undefined;
  /** Each word when its sound comes out. */
  readonly onWord?: ((word: Word, index: number) => void) | undefined;
  /** How loud what comes out is, from 0 to 1 (root mean square), about 30 times a second. */
  readonly onLevel?: ((level: number) => void) | undefined;
  /** The first sample comes out. */
  readonly onStart?: (() => void) | undefined;
  /** Playback is over. @param isWhole false when it was stopped or broke off */
  readonly onEnd?: ((isWhole: boolean) => void) | undefined;
  /** From 0 to 1. Default 1. */
  readonly volume?: number | undefined;
  /** Seconds that are read ahead of what is heard; then the server waits, where the transport lets it. Default 30. */
  readonly readAheadSeconds?: number | undefined;
}

/** What can be played: {@link Speech}, or anything that gives the same events. */
export type Playable = AsyncIterable<SpeechEvent> & { readonly sampleRate?: number | undefined };

export type PlayerState = 'idle' | 'playing' | 'paused';

/** Between two looks at the clock. */
const tickMs = 33;
/** Looks at a clock that stands still before no sound comes out: a page that is in the background, or asleep, looks less often. */
const stillTicks = Math.ceil(startMs / tickMs);

interface PlayingUtterance {
  readonly output: Output;
  readonly words: Word[];
  readonly iterator: AsyncIterator<SpeechEvent>;
  /** Of what was pushed. */
  seconds: number;
  spoken: number;
  isStopped: boolean;
  hasStarted: boolean;
  /** On the clock of the context, at the last look. */
  clock: number;
  /** Looks since the clock has moved. */
  still: number;
}

/** One utterance at a time; {@link play} stops the one before. Used again for the next one, it starts faster. */
export class AudioPlayer {
  readonly #options: AudioPlayerOptions;
  #graph: { readonly sampleRate: number; readonly opened: Promise<AudioGraph> } | undefined;
  #open: AudioGraph | undefined;
  #playback: PlayingUtterance | undefined;
  #isPaused = false;
  /** Calls of {@link play} and {@link stop}: one that waits for the output is over when another has come. */
  #calls = 0;
  #volume: number;

  constructor(options: AudioPlayerOptions = {}) {
    this.#options = options;
    this.#volume = options.volume ?? 1;
  }

  get state(): PlayerState {
    if (this.#playback === undefined) return 'idle';
    return this.#isPaused ? 'paused' : 'playing';
  }

  /** Seconds of the utterance that were heard. */
  get currentTime(): number {
    const { context } = this.#open ?? {};
    if (this.#playback === undefined || context === undefined) return 0;
    // What has left the page is still on its way through the system.
    const latency = context.outputLatency || context.baseLatency || 0;
    return Math.max(0, this.#playback.output.progress().played - latency);
  }

  /** What plays: the audio thread, or buffers where the page has no secure context; undefined before the first sound. */
  get output(): 'worklet' | 'buffers' | undefined {
    return this.#open && (this.#open.hasWorklet ? 'worklet' : 'buffers');
  }

  /** Where the sound passes through, for other nodes to listen to; undefined before the first sound. */
  get node(): AudioNode | undefined {
    return this.#open?.analyser;
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    if (this.#open !== undefined) this.#open.gain.gain.value = volume;
  }

  /**
   * Opens the output, so that the first sound does not wait for it. Call it in the handler of a click.
   * @throws {PlaybackError} no sound can come out
   */
  async prepare(sampleRate = this.#options.sampleRate ?? 24_000): Promise<void> {
    await this.#graphFor(sampleRate);
  }

  /**
   * Plays what comes until all of it was heard; resolves then, or when it was stopped.
   * @throws {PlaybackError} no sound can come out
   * @throws what the speech throws, when what had come before was heard
   */
  async play(speech: Playable): Promise<void> {
    this.stop();
    const call = this.#calls;
    const iterator = speech[Symbol.asyncIterator]();
    const { analyser, context, hasWorklet, gain } = await this.#openFor(speech, iterator);
    if (call !== this.#calls) {
      await iterator.return?.();
      this.#options.onEnd?.(false);
      return;
    }
    const output = hasWorklet ? new WorkletOutput(context, gain) : new BufferOutput(context, gain);
    const playback: PlayingUtterance = {
      output,
      iterator,
      words: [],
      seconds: 0,
      spoken: 0,
      isStopped: false,
      hasStarted: false,
      clock: context.currentTime,
      still: 0,
    };
    this.#playback = playback;
    this.#isPaused = false;
    let isWhole = false;
    let fail = (): void => undefined;
    // Also while the speech goes on without an end, as the voice of an agent does.
    const silenced = new Promise<never>((_, reject) => (fail = () => reject(noOutput())));
    context.addEventListener('error', fail);
    const timer = setInterval(() => {
      if (this.#isStill(playback, context)) fail();
      this.#tick(playback, analyser);
    }, tickMs);
    try {
      const failure = await Promise.race([this.#feed(playback, context), silenced]);
      await Promise.race([this.#heard(playback, context), silenced]);
      if (failure !== undefined && !playback.isStopped) throw failure.error;
      isWhole = !playback.isStopped;
      // The clock of the output stands at the last sample now, some of which a latency has kept from it.
      if (isWhole) this.#speakUntil(playback, Infinity);
    } finally {
      clearInterval(timer);
      context.removeEventListener('error', fail);
      this.#end(playback);
      this.#options.onLevel?.(0);
      this.#options.onEnd?.(isWhole);
    }
  }

  /** Ends what is played, and the work on the server. */
  stop(): void {
    this.#calls++;
    this.#endCurrent();
  }

  async pause(): Promise<void> {
    if (this.#playback === undefined || this.#isPaused) return;
    this.#isPaused = true;
    await this.#open?.context.suspend();
  }

  async resume(): Promise<void> {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    await this.#open?.context.resume();
  }

  /** Gives the output device back. The player can be used again. */
  async close(): Promise<void> {
    this.#calls++;
    await this.#closeOutput();
  }

  async #closeOutput(): Promise<void> {
    this.#endCurrent();
    const graph = this.#graph;
    this.#graph = undefined;
    this.#open = undefined;
    const { context } = (await graph?.opened.catch(() => undefined)) ?? {};
    if (context !== undefined && context.state !== 'closed') await context.close();
  }

  async #openFor(speech: Playable, iterator: AsyncIterator<SpeechEvent>): Promise<AudioGraph> {
    try {
      return await this.#graphFor(this.#options.sampleRate ?? speech.sampleRate ?? 24_000);
    } catch (error) {
      await iterator.return?.();
      throw error;
    }
  }

  async #graphFor(sampleRate: number): Promise<AudioGraph> {
    // Another call may have opened one of its own while this one waits.
    while (this.#graph !== undefined && this.#graph.sampleRate !== sampleRate) await this.#closeOutput();
    this.#graph ??= { sampleRate, opened: openGraph(sampleRate, this.#options) };
    try {
      const graph = await this.#graph.opened;
      graph.gain.gain.value = this.#volume;
      this.#open = graph;
      await run(graph.context);
      return graph;
    } catch (error) {
      await this.#closeOutput();
      throw error;
    }
  }

  /** @returns what the speech has failed with; undefined where it came to its end */
  async #feed(playback: PlayingUtterance, context: AudioContext): Promise<{ readonly error: unknown } | undefined> {
    const { readAheadSeconds = 30 } = this.#options;
    const { output, iterator } = playback;
    try {
      while (!playback.isStopped) {
        const result: IteratorResult<SpeechEvent, unknown> = await iterator.next();
        if (result.done === true || isStopped(playback)) break;
        const { value } = result;
        if (value.type === 'words') playback.words.push(...value.words);
        if (value.type === 'audio') {
          const { samples } = value;
          if (samples === undefined) throw notRaw();
          playback.seconds += samples.length / context.sampleRate;
          output.push(samples);
        }
        while (!isStopped(playback) && playback.seconds - output.progress().played > readAheadSeconds) await tick();
      }
      return undefined;
    } catch (error) {
      return { error };
    } finally {
      output.end();
    }
  }

  /** Waits until all of it has come out. */
  async #heard(playback: PlayingUtterance, context: AudioContext): Promise<void> {
    while (!playback.isStopped && !(playback.seconds === 0 || playback.output.progress().isOver)) await tick();
    const latency = context.outputLatency || context.baseLatency || 0;
    if (!playback.isStopped) await new Promise((resolve) => setTimeout(resolve, Math.min(latency, 1) * 1000));
  }

  /** Whether the clock of the output stands still although there is something to play: nothing comes out of it. */
  #isStill(playback: PlayingUtterance, { currentTime, state }: AudioContext): boolean {
    const runs = currentTime !== playback.clock || this.#isPaused || state !== 'running' || playback.seconds === 0;
    playback.clock = currentTime;
    playback.still = runs ? 0 : playback.still + 1;
    return playback.still > stillTicks;
  }

  #tick(playback: PlayingUtterance, analyser: AnalyserNode): void {
    if (playback.isStopped) return;
    const { onLevel, onStart } = this.#options;
    const time = this.currentTime;
    if (time > 0 && !playback.hasStarted) {
      playback.hasStarted = true;
      onStart?.();
    }
    if (playback.hasStarted) this.#speakUntil(playback, time);
    if (onLevel !== undefined && !this.#isPaused) onLevel(levelOf(analyser));
  }

  #speakUntil(playback: PlayingUtterance, time: number): void {
    for (; playback.spoken < playback.words.length; playback.spoken++) {
      const word = playback.words[playback.spoken]!;
      if (word.start > time) return;
      this.#options.onWord?.(word, playback.spoken);
    }
  }

  #endCurrent(): void {
    if (this.#playback !== undefined) this.#end(this.#playback);
  }

  #end(playback: PlayingUtterance): void {
    if (this.#playback === playback) this.#playback = undefined;
    if (playback.isStopped) return;
    playback.isStopped = true;
    playback.output.stop();
    void playback.iterator.return?.().catch(() => undefined);
    if (!this.#isPaused) return;
    this.#isPaused = false;
    void this.#open?.context.resume();
  }
}

/** Also by what happened while something was waited for, which a compiler that has seen it false before does not think of. */
function isStopped(playback: PlayingUtterance): boolean {
  return playback.isStopped;
}

function notRaw(): TypeError {
  return new TypeError('Only raw audio can be played as it comes: leave the format of the speech out.');
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, tickMs));
}
