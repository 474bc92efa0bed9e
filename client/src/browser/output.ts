/** Where samples go on their way to the loudspeaker: an audio worklet, or buffers that start one after the other. */

/** How far an output has come. */
export interface Progress {
  /** Seconds of the utterance that have gone out, on the clock of the audio context. */
  readonly played: number;
  /** All of it has gone out. */
  readonly isOver: boolean;
}

/** The output of one utterance. */
export interface Output {
  push(samples: Float32Array<ArrayBuffer>): void;
  /** Nothing follows. */
  end(): void;
  stop(): void;
  progress(): Progress;
}

const processorName = 'sonorant-output';

/** Loads the module of {@link WorkletOutput}, once for a context. */
export async function loadWorklet(context: AudioContext, url: string | URL | undefined): Promise<void> {
  // Bundlers know this form and put the file beside the others. Vite would put so small a file into the address itself, which a
  // policy of "script-src 'self'" forbids; to everything else the query means nothing.
  await context.audioWorklet.addModule(url ?? new URL('./worklet.js?no-inline', import.meta.url));
}

interface Report {
  readonly played: number;
  readonly time: number;
  readonly isPlaying: boolean;
  readonly isOver: boolean;
}

/** Plays on the audio thread, which a busy page does not disturb. Browsers have it in secure contexts only. */
export class WorkletOutput implements Output {
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;
  #last: Report = { played: 0, time: 0, isPlaying: false, isOver: false };

  /** @param context whose worklet is loaded */
  constructor(context: AudioContext, destination: AudioNode) {
    this.#context = context;
    this.#node = new AudioWorkletNode(context, processorName, { numberOfInputs: 0, outputChannelCount: [1] });
    this.#node.port.onmessage = ({ data }: MessageEvent<Report>) => (this.#last = data);
    this.#node.connect(destination);
  }

  push(samples: Float32Array<ArrayBuffer>): void {
    this.#node.port.postMessage(samples);
  }

  end(): void {
    this.#node.port.postMessage('end');
  }

  stop(): void {
    this.#node.port.postMessage('stop');
    this.#node.disconnect();
  }

  progress(): Progress {
    const { played, time, isPlaying, isOver } = this.#last;
    const count = played / this.#context.sampleRate;
    // The thread is ahead of the clock by what it has rendered, and reports now and then.
    const since = this.#context.currentTime - time;
    const seconds = count + (isPlaying || since < 0 ? Math.min(since, 0.1) : 0);
    return { played: Math.max(0, seconds), isOver: isOver && since >= 0 };
  }
}

interface Scheduled {
  readonly source: AudioBufferSourceNode;
  /** On the clock of the context. */
  readonly at: number;
  /** Seconds of the utterance in front of it. */
  readonly offset: number;
  readonly seconds: number;
}

/** How far ahead the first buffer starts after nothing was there to play: the clock moves on while it is being scheduled. */
const leadSeconds = 0.03;

/** For pages without a secure context, whose browsers have no worklets. */
export class BufferOutput implements Output {
  readonly #context: AudioContext;
  readonly #destination: AudioNode;
  readonly #scheduled: Scheduled[] = [];
  #seconds = 0;
  #nextAt = 0;
  #hasAll = false;

  constructor(context: AudioContext, destination: AudioNode) {
    this.#context = context;
    this.#destination = destination;
  }

  push(samples: Float32Array<ArrayBuffer>): void {
    if (samples.length === 0) return;
    const context = this.#context;
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#destination);
    const isLate = this.#nextAt < context.currentTime;
    const at = isLate ? context.currentTime + leadSeconds : this.#nextAt;
    source.start(at);
    this.#scheduled.push({ source, at, offset: this.#seconds, seconds: buffer.duration });
    this.#seconds += buffer.duration;
    this.#nextAt = at + buffer.duration;
  }

  end(): void {
    this.#hasAll = true;
  }

  stop(): void {
    for (const { source } of this.#scheduled.splice(0)) {
      source.stop();
      source.disconnect();
    }
  }

  progress(): Progress {
    const now = this.#context.currentTime;
    while (this.#scheduled.length > 1 && this.#scheduled[1]!.at <= now) this.#scheduled.shift();
    const [first] = this.#scheduled;
    const played = first === undefined ? 0 : first.offset + Math.min(Math.max(0, now - first.at), first.seconds);
    return { played, isOver: this.#hasAll && now >= this.#nextAt };
  }
}
