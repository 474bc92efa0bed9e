/** The socket on which the client says when it is done: samples come in, interim and final text goes out (docs/rules.md#manual-socket). */
import { ServiceError } from '../../errors/service-error.ts';
import type { HearingEvent } from '../../hearing/hearing.ts';
import { isUnspaced } from '../../text/subtitles.ts';
import { HearingProtocol } from './hearing-protocol.ts';
import { SocketHearing, type SocketHearingOptions } from './socket-hearing.ts';

export interface ManualRecognitionOptions extends Omit<SocketHearingOptions, 'onError'> {
  /** Puts an event onto the wire. */
  readonly send: (event: ManualEvent) => void;
}

/** What the socket sends; times in seconds since its first sample. */
export type ManualEvent =
  | {
      readonly type: 'transcript';
      readonly isFinal: boolean;
      /** What came since the last final one, with the space in front of it: all final ones joined are the text. */
      readonly text: string;
      readonly language: string | undefined;
      /** Of the audio so far. */
      readonly duration: number;
      /** Of a final one; undefined where no times are known. */
      readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[] | undefined;
    }
  | { readonly type: 'flush_done' | 'done' }
  | { readonly type: 'error'; readonly error: ServiceError };

export class ManualRecognition extends HearingProtocol {
  readonly #send: (event: ManualEvent) => void;
  protected readonly hearing: SocketHearing;
  /** All final text so far. */
  #text = '';
  /** The last interim text, which is not sent twice. */
  #interim = '';

  constructor({ send, ...options }: ManualRecognitionOptions) {
    super();
    this.#send = send;
    const onError = (error: ServiceError): void => this.refuse(error);
    const wants = { wantsPartials: true, wantsWords: true };
    this.hearing = new SocketHearing({ ...options, onError }, wants, (event) => this.#sendTranscript(event));
  }

  receiveBinary(data: Buffer): void {
    this.hearing.write(data);
  }

  receive(text: string): void {
    const word = text.trim();
    if (word === 'finalize') {
      this.hearing.run(async (hearing) => {
        await hearing.finalize();
        this.#send({ type: 'flush_done' });
      });
    } else if (word === 'close' || word === 'done') {
      this.hearing.finish(async (hearing) => {
        await hearing.end();
        this.#send({ type: 'done' });
      });
    } else {
      const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
      const problem = `A text message is one of the words finalize and close; this was "${shown}".`;
      this.refuse(new ServiceError('invalid_request', problem));
    }
  }

  refuse(error: ServiceError): void {
    this.#send({ type: 'error', error });
  }

  #sendTranscript(event: HearingEvent): void {
    if ((event.kind !== 'partial' && event.kind !== 'final') || event.text === '') return;
    const isFinal = event.kind === 'final';
    if (!isFinal && event.text === this.#interim) return;
    this.#interim = isFinal ? '' : event.text;
    const text = this.#text === '' || isUnspaced(this.#text, event.text) ? event.text : ` ${event.text}`;
    if (isFinal) this.#text += text;
    this.#send({
      type: 'transcript',
      isFinal,
      text,
      language: isFinal ? event.language : undefined,
      duration: this.hearing.seconds,
      words: isFinal ? event.words : undefined,
    });
  }
}
