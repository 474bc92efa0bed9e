/** The answer to one request, from its headers to the end of its body. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** The body has to be read or given up: it holds the connection. */
export interface HttpAnswer {
  /** Behind redirects, that of the last. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** The first value of a header. */
  header(name: string): string | undefined;
  /**
   * Gives all that has come before it fails: with an {@link HttpError}, or with the reason of the signal, then at once. To leave
   * it early closes the connection.
   */
  readonly body: AsyncIterable<Buffer>;
  /** Gives up what of the body has not been read. */
  destroy(): void;
}

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #url: string;
  readonly #signal: AbortSignal | undefined;
  readonly #stopTimer: (() => void) | undefined;
  readonly #answer = Promise.withResolvers<HttpAnswer>();
  readonly #abort = (): void => this.#fail(this.#signal!.reason as Error);
  #controller: Controller | undefined;
  #body: Readable | undefined;
  #failure: Error | undefined;
  #isComplete = false;

  /** @param limit sets the timer that ends the request, its body included */
  constructor(url: string, signal?: AbortSignal, limit?: (end: (error: Error) => void) => () => void) {
    this.#url = url;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#abort, { once: true });
    this.#stopTimer = limit?.((error) => this.#fail(error));
  }

  get answer(): Promise<HttpAnswer> {
    return this.#answer.promise;
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#failure !== undefined) controller.abort(this.#failure);
  }

  onResponseStart(controller: Controller, status: number, headers: Headers, statusText = ''): void {
    if (status < 200) return;
    const body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        this.#end();
        if (!this.#isComplete) controller.abort(error ?? new Error('the rest of the body is not wanted'));
        done(error);
      },
    });
    // A reader may have left, or not have come yet.
    body.on('error', () => undefined);
    this.#body = body;
    this.#answer.resolve({
      url: this.#url,
      status,
      statusText,
      header: (name) => [headers[name]].flat()[0],
      body: { [Symbol.asyncIterator]: () => this.#chunks(body) },
      destroy: () => void body.destroy(),
    });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#isComplete = true;
    this.#body?.push(null);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#failure ??= error;
    if (this.#body === undefined) this.#fail(error);
    else this.#body.push(null);
  }

  async *#chunks(body: Readable): AsyncGenerator<Buffer> {
    yield* body as AsyncIterable<Buffer>;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Of a request that waits for its connection undici can be told only later, in {@link onRequestStart}. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#end();
    this.#answer.reject(error);
    if (this.#body === undefined) this.#controller?.abort(error);
    else this.#body.destroy(error);
  }

  #end(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#stopTimer?.();
  }
}

/**
 * A body as UTF-8.
 * @returns undefined where it is longer than that
 */
export async function readText({ body }: HttpAnswer, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
