/** The socket on which the client says when it is done: samples come in, interim and final text goes out (docs/rules.md#manual-socket). */
import { RawDecoder, type RawEncoding } from '../../audio/decoding/raw.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { Hearing, type HearingEvent, type HearingOptions } from '../../hearing/hearing.ts';
import type { SocketControl, SocketProtocol } from '../../http/index.ts';
import { RecognizerError } from '../../recognizers/adapter.ts';
import { isUnspaced } from '../../text/subtitles.ts';

export interface ManualRecognitionOptions {
  readonly encoding: RawEncoding;
  /** Hz. */
  readonly sampleRate: number;
  readonly hearing: Pick<HearingOptions, 'recognizers' | 'language' | 'phrases' | 'pieces' | 'onFallback'>;
  /** Puts an event onto the wire. */
  readonly send: (event: ManualEvent) => void;
  readonly control: SocketControl;
  /** Is told of seconds of audio that were received and not told of before; as pieces end, and at the end. */
  readonly onSeconds: (seconds: number) => void;
}

/** What the socket tells; times in seconds since its first sample. */
export type ManualEvent =
  | {
      readonly type: 'transcript';
      readonly isFinal: boolean;
      /** What came since the last final one, with the space in front of it: all final ones joined are the text. */
      readonly text: string;
      readonly language: string | undefined;
      /** Of the audio so far. */
      readonly duration: number;
      /** Of a final one; undefined where the recognizer knows no times. */
      readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[] | undefined;
    }
  | { readonly type: 'flush_done' | 'done' }
  | { readonly type: 'error'; readonly error: ServiceError };

/** Seconds of pieces that wait before the socket is not read. */
const ahead = 4;

export class ManualRecognition implements SocketProtocol {
  readonly #options: ManualRecognitionOptions;
  readonly #decoder: RawDecoder;
  readonly #left = new AbortController();
  /** Frames are worked off one after the other; those before the detectors are loaded wait. */
  #work: Promise<void>;
  #hearing: Hearing | undefined;
  /** All final text so far. */
  #text = '';
  #toldSeconds = 0;
  #isOver = false;
  #waiting = 0;

  constructor(options: ManualRecognitionOptions) {
    this.#options = options;
    this.#decoder = new RawDecoder(options.encoding);
    this.#work = this.#open();
  }

  /** Audio that is being heard is no reason to stay open: the client speaks, or is idle. */
  get isActive(): boolean {
    return this.#waiting > 0;
  }

  receiveBinary(data: Buffer): void {
    if (this.#isOver) return;
    // The frame's memory is that of the socket.
    const samples = this.#decoder.write(data);
    this.#then(async (hearing) => {
      hearing.write(samples);
      await hearing.ready();
    });
  }

  receive(text: string): void {
    const word = text.trim();
    if (word === 'finalize') {
      this.#then(async (hearing) => {
        await hearing.finalize();
        this.#options.send({ type: 'flush_done' });
      });
    } else if (word === 'close' || word === 'done') {
      this.#then((hearing) => this.#finish(hearing));
      this.#isOver = true;
    } else {
      const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
      this.refuse(
        new ServiceError(
          'invalid_request',
          `A text message is one of the words finalize and close; this was "${shown}".`,
        ),
      );
    }
  }

  refuse(error: ServiceError): void {
    this.#options.send({ type: 'error', error });
  }

  async drain(): Promise<void> {
    this.#isOver = true;
    await this.#work;
    await this.#hearing?.end().catch(() => undefined);
    this.#tellSeconds();
  }

  fail(error: ServiceError): void {
    if (!this.#left.signal.aborted) this.#options.send({ type: 'error', error });
    this.close();
  }

  close(): void {
    this.#isOver = true;
    this.#tellSeconds();
    this.#left.abort(new ServiceError('invalid_request', 'The client has left.'));
  }

  /** Its events are small, and bounded by the audio that comes: the socket's own limits are enough. */
  pause(): void {
    this.#options.control.read(false);
  }

  suspend(): void {
    this.#options.control.read(false);
  }

  resume(): void {
    this.#options.control.read(this.#waiting < ahead);
  }

  async #open(): Promise<void> {
    const { sampleRate, hearing } = this.#options;
    this.#hearing = await Hearing.create({
      ...hearing,
      sampleRate,
      wantsPartials: true,
      onEvent: (event) => this.#tell(event),
      signal: this.#left.signal,
    });
  }

  /** Behind what came before; while much waits, the socket is not read. */
  #then(step: (hearing: Hearing) => Promise<void>): void {
    if (this.#isOver) return;
    this.#waiting++;
    if (this.#waiting >= ahead) this.#options.control.read(false);
    this.#work = this.#work
      .then(() => step(this.#hearing!))
      .catch((error: unknown) => this.#fault(error))
      .finally(() => {
        this.#waiting--;
        if (this.#waiting < ahead) this.#options.control.read(true);
      });
  }

  async #finish(hearing: Hearing): Promise<void> {
    await hearing.end();
    this.#tellSeconds();
    this.#options.send({ type: 'done' });
    this.#options.control.end(1000, 'done');
  }

  #tell(event: HearingEvent): void {
    if (event.kind === 'start' || event.text === '') return;
    const isFinal = event.kind === 'final';
    const text = this.#text === '' || isUnspaced(this.#text, event.text) ? event.text : ` ${event.text}`;
    if (isFinal) this.#text += text;
    this.#options.send({
      type: 'transcript',
      isFinal,
      text,
      language: isFinal ? event.language : undefined,
      duration: this.#hearing!.seconds,
      words: isFinal ? event.words : undefined,
    });
    if (isFinal) this.#tellSeconds();
  }

  #tellSeconds(): void {
    const seconds = Math.ceil(this.#hearing?.seconds ?? 0) - this.#toldSeconds;
    if (seconds <= 0) return;
    this.#toldSeconds += seconds;
    this.#options.onSeconds(seconds);
  }

  /** Clients connect again at 1011 only: what was not heard can then be sent again. */
  #fault(cause: unknown): void {
    if (this.#left.signal.aborted) return;
    const error =
      cause instanceof RecognizerError && cause.kind === 'unavailable'
        ? new ServiceError('recognizer_unavailable', 'No recognizer can hear now; try again soon.', { cause })
        : new ServiceError('recognizer_failed', 'The recognizer failed on this audio.', { cause });
    this.#options.send({ type: 'error', error });
    this.close();
    this.#options.control.end(1011, error.code);
  }
}
