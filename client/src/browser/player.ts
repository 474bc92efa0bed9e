/** Plays speech in a browser while it comes. */
import type { SpeechEvent, Word } from '../speech.ts';
import { DeviceError, workletProblem } from './device-error.ts';
import { BufferOutput, loadWorklet, WorkletOutput, type Output } from './output.ts';

export type PlaybackFailure =
  /** The browser lets a page be heard only after the user has clicked or pressed a key on it. */
  | 'not_allowed'
  /** The chosen output device is not there. */
  | 'device_not_found'
  /** There is nothing to play on, or it does not play. */
  | 'no_output'
  /** The module of the audio thread was not loaded: it is not where the bundler put it, or a policy forbids it. */
  | 'worklet_not_loaded';

/** Sound cannot come out. */
export class PlaybackError extends DeviceError<PlaybackFailure> {
  override readonly name = 'PlaybackError';
}

export interface AudioPlayerOptions {
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
  /** Id of an output device, from `navigator.mediaDevices`. Default: the one of the system. */
  readonly deviceId?: string | undefined;
  /** From 0 to 1. Default 1. */
  readonly volume?: number | undefined;
  /** Seconds that are read ahead of what is heard; then the server waits, where the transport lets it. Default 30. */
  readonly readAheadSeconds?: number | undefined;
  /** Where `worklet.js` of this package is, for bundlers that do not follow `new URL(…, import.meta.url)`. */
  readonly workletUrl?: string | URL | undefined;
}

/** What can be played: {@link Speech}, or anything that gives the same events. */
export type Playable = AsyncIterable<SpeechEvent> & { readonly sampleRate?: number | undefined };

export type PlayerState = 'idle' | 'playing' | 'paused';

/** Between two looks at the clock. */
const tickMs = 33;
/** A context that does not run by then is not allowed to, or has nothing to run on. */
const startMs = 2000;

interface AudioGraph {
  readonly context: AudioContext;
  readonly gain: GainNode;
  readonly analyser: AnalyserNode;
  readonly hasWorklet: boolean;
}

interface PlayingUtterance {
  readonly output: Output;
  readonly words: Word[];
  readonly iterator: AsyncIterator<SpeechEvent>;
  /** Of what was pushed. */
  seconds: number;
  spoken: number;
  isStopped: boolean;
  hasStarted: boolean;
}

/** One utterance at a time; {@link play} stops the one before. Used again for the next one, it starts faster. */
export class AudioPlayer {
  readonly #options: AudioPlayerOptions;
  #graph: Promise<AudioGraph> | undefined;
  #open: AudioGraph | undefined;
  #rate = 0;
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
    };
    this.#playback = playback;
    this.#isPaused = false;
    let isWhole = false;
    const timer = setInterval(() => this.#tick(playback, analyser), tickMs);
    try {
      const failure = await this.#feed(playback, context);
      await this.#heard(playback, context);
      if (failure !== undefined && !playback.isStopped) throw failure.error;
      isWhole = !playback.isStopped;
      // The clock of the output stands at the last sample now, some of which a latency has kept from it.
      if (isWhole) this.#speakUntil(playback, Infinity);
    } finally {
      clearInterval(timer);
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
    const { context } = (await graph?.catch(() => undefined)) ?? {};
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
    if (this.#graph !== undefined && this.#rate !== sampleRate) await this.#closeOutput();
    this.#rate = sampleRate;
    this.#graph ??= openGraph(sampleRate, this.#options);
    try {
      const graph = await this.#graph;
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

  /** Waits until all of it has come out. @throws {PlaybackError} the clock of the output stands still */
  async #heard(playback: PlayingUtterance, context: AudioContext): Promise<void> {
    let [time, since] = [context.currentTime, performance.now()];
    while (!playback.isStopped && !(playback.seconds === 0 || playback.output.progress().isOver)) {
      await tick();
      if (context.currentTime !== time || this.#isPaused || context.state !== 'running') {
        [time, since] = [context.currentTime, performance.now()];
      } else if (performance.now() - since > startMs) throw noOutput();
    }
    const latency = context.outputLatency || context.baseLatency || 0;
    if (!playback.isStopped) await new Promise((resolve) => setTimeout(resolve, Math.min(latency, 1) * 1000));
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

function noOutput(options?: ErrorOptions): PlaybackError {
  return new PlaybackError(
    'no_output',
    'No sound comes out: the computer has no output device, or another program holds it.',
    options,
  );
}

function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return Math.min(1, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
}

async function openGraph(sampleRate: number, options: AudioPlayerOptions): Promise<AudioGraph> {
  const { AudioContext: Context } = globalThis as { readonly AudioContext?: typeof AudioContext };
  if (Context === undefined) {
    throw new PlaybackError('no_output', 'This browser cannot play samples: it has no AudioContext.');
  }
  const context = newContext(Context, sampleRate);
  try {
    return await graphOf(context, options);
  } catch (error) {
    // A page may have only so many of them.
    await context.close();
    throw error;
  }
}

async function graphOf(context: AudioContext, options: AudioPlayerOptions): Promise<AudioGraph> {
  await chooseDevice(context, options.deviceId);
  const gain = context.createGain();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  gain.connect(analyser).connect(context.destination);
  // Undefined without a secure context, whatever its type says.
  const hasWorklet = (context as { readonly audioWorklet?: AudioWorklet }).audioWorklet !== undefined;
  if (hasWorklet) {
    await loadWorklet(context, options.workletUrl).catch((cause: unknown) => {
      throw new PlaybackError('worklet_not_loaded', workletProblem(options.workletUrl), { cause });
    });
  }
  return { context, gain, analyser, hasWorklet };
}

function newContext(Context: typeof AudioContext, sampleRate: number): AudioContext {
  try {
    return new Context({ sampleRate, latencyHint: 'interactive' });
  } catch (error) {
    throw noOutput({ cause: error });
  }
}

/** Not in all browsers yet. */
type Selectable = AudioContext & { readonly setSinkId?: (id: string) => Promise<void> };

async function chooseDevice(context: Selectable, deviceId: string | undefined): Promise<void> {
  if (deviceId === undefined) return;
  const problem = (message: string, cause?: unknown): PlaybackError =>
    new PlaybackError('device_not_found', message, { cause });
  if (context.setSinkId === undefined) throw problem('This browser cannot choose the output device of a page.');
  await context.setSinkId(deviceId).catch((error: unknown) => {
    throw problem('The chosen output device is not there, or the page may not use it.', error);
  });
}

/** Makes the clock of the context run. */
async function run(context: AudioContext): Promise<void> {
  if (context.state === 'running') return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), startMs)));
  const failed = new Promise<never>((_, reject) => {
    context.addEventListener('error', () => reject(noOutput()), { once: true });
  });
  try {
    // Without a gesture of the user, this waits for one without an end.
    const result = await Promise.race([context.resume(), late, failed]);
    if (result !== 'late') return;
  } catch (error) {
    throw error instanceof PlaybackError ? error : noOutput({ cause: error });
  } finally {
    clearTimeout(timer);
  }
  const hasBeenActive = (navigator as { readonly userActivation?: UserActivation }).userActivation?.hasBeenActive;
  if (hasBeenActive === true) throw noOutput();
  throw new PlaybackError(
    'not_allowed',
    'The browser lets this page be heard only after a click or a key: start playing in the handler of one.',
  );
}
