/** What a browser has for sound, as far as the client uses it, and without any: for what devices do not do on demand. */

class FakeNode {
  readonly gain = { value: 1 };
  readonly port = {};
  fftSize = 0;
  buffer: unknown;

  connect(node: unknown): unknown {
    return node;
  }

  disconnect(): void {
    // Nothing is connected.
  }

  getFloatTimeDomainData(): void {
    // Silence.
  }

  start(): void {
    // Nothing sounds.
  }

  stop(): void {
    // Nothing sounds.
  }
}

/** A context whose clock stands still unless a test moves it. */
export class FakeAudioContext extends EventTarget {
  static readonly made: FakeAudioContext[] = [];
  /** Whether the browser lets a page be heard, and hear. */
  static isAllowed = true;
  readonly sampleRate: number;
  readonly destination = new FakeNode();
  readonly outputLatency = 0;
  readonly baseLatency = 0;
  readonly audioWorklet: { readonly addModule: () => Promise<void> } | undefined;
  state = 'suspended';
  currentTime = 0;
  /** Samples that were given to it. */
  pushed = 0;

  constructor({ sampleRate = 48_000 }: { readonly sampleRate?: number } = {}) {
    super();
    this.sampleRate = sampleRate;
    FakeAudioContext.made.push(this);
  }

  createGain = (): FakeNode => new FakeNode();
  createAnalyser = (): FakeNode => new FakeNode();
  createBufferSource = (): FakeNode => new FakeNode();
  createMediaStreamSource = (): FakeNode => new FakeNode();

  createBuffer(_channels: number, length: number, rate: number): object {
    this.pushed += length;
    return { duration: length / rate, copyToChannel: () => undefined };
  }

  resume(): Promise<void> {
    if (!FakeAudioContext.isAllowed) return Promise.withResolvers<undefined>().promise;
    return new Promise((resolve) =>
      setImmediate(() => {
        this.state = 'running';
        resolve();
      }),
    );
  }

  close(): Promise<void> {
    return new Promise((resolve) =>
      setImmediate(() => {
        this.state = 'closed';
        resolve();
      }),
    );
  }
}

/** A context with an audio thread. */
export class FakeWorkletContext extends FakeAudioContext {
  override readonly audioWorklet = { addModule: () => Promise.resolve() };
}

/** For `AudioWorkletNode`. */
export { FakeNode as FakeWorkletNode };
