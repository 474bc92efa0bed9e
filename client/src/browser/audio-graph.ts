/** What a browser plays on: a context at the rate of the audio, with its device, volume, analyser and audio thread. */
import { DeviceError, workletProblem } from './device-error.ts';
import { loadWorklet } from './output.ts';

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

export interface AudioGraphOptions {
  /** Id of an output device, from `navigator.mediaDevices`. Default: the one of the system. */
  readonly deviceId?: string | undefined;
  /** Where `worklet.js` of this package is, for bundlers that do not follow `new URL(…, import.meta.url)`. */
  readonly workletUrl?: string | URL | undefined;
}

/** A context that does not run by then is not allowed to, or has nothing to run on. */
export const startMs = 2000;

export interface AudioGraph {
  readonly context: AudioContext;
  readonly gain: GainNode;
  readonly analyser: AnalyserNode;
  readonly hasWorklet: boolean;
}

export function noOutput(options?: ErrorOptions): PlaybackError {
  return new PlaybackError(
    'no_output',
    'No sound comes out: the computer has no output device, or another program holds it.',
    options,
  );
}

/** Root mean square of what comes out now, at most 1. */
export function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return Math.min(1, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
}

/**
 * @param sampleRate Hz of what is played
 * @throws {PlaybackError} where there is nothing to play on, the device is not there, or the worklet is not
 */
export async function openGraph(sampleRate: number, options: AudioGraphOptions): Promise<AudioGraph> {
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

async function graphOf(context: AudioContext, options: AudioGraphOptions): Promise<AudioGraph> {
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

/**
 * Makes the clock of the context run.
 * @throws {PlaybackError} where that needs a gesture of the user, or there is nothing to play on
 */
export async function run(context: AudioContext): Promise<void> {
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
