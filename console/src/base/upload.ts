/** Uploads that tell how far they are, which `fetch` does not. */
import { Sonorant } from '@sonorant/client';
import { baseUrl } from './api.ts';

/**
 * The public interface, whose requests tell what share of them has been sent (0 to 1). They take as long as the line needs, and are
 * not sent again by themselves.
 */
export function uploading(onProgress: (share: number) => void): Sonorant {
  return new Sonorant({
    baseUrl,
    fetch: (url, init) => fetchWithProgress(url, init, onProgress),
    timeoutMs: Infinity,
    retries: 0,
  });
}

/** For `idempotencyKey`: sent again with the same one, an upload happens once. */
export function uploadKey(): string {
  // Without a secure context browsers have no `randomUUID`.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The answer comes whole; one of events (a route `…/sse`) can be read while it comes, as that of `fetch`. */
function fetchWithProgress(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  const request = new XMLHttpRequest();
  const events = new URL(url).pathname.endsWith('/sse') ? new TextReader(request) : undefined;
  return new Promise((resolve, reject) => {
    // A listener is told of no abort that came before it.
    init.signal?.throwIfAborted();
    const fail = (error: Error): void => {
      // Whichever of them is still waited for.
      reject(error);
      events?.fail(error);
    };
    if (events === undefined) {
      request.responseType = 'arraybuffer';
      request.addEventListener('load', () => resolve(responseOf(request, request.response as ArrayBuffer)));
    } else {
      request.addEventListener('readystatechange', () => {
        if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED) resolve(responseOf(request, events.stream));
      });
      request.addEventListener('progress', ({ loaded }) => events.read(loaded));
      request.addEventListener('load', () => events.end());
    }
    // As fetch has it, so that the client tells it as a lost connection.
    request.addEventListener('error', () => fail(new TypeError('the connection was lost')));
    request.addEventListener('abort', () => fail(new DOMException('The upload was cancelled.', 'AbortError')));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    init.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.open(init.method ?? 'GET', url);
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.send(init.body as XMLHttpRequestBodyInit | null);
  });
}

/** So many bytes, and this share of what was read, are waited for: each look at the text may copy all of it. */
const leastRead = 32_768;
const leastShare = 1 / 8;

/** The answer of a request as a stream; what has come of it is given only as text, in UTF-8. */
class TextReader {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #request: XMLHttpRequest;
  readonly #encoder = new TextEncoder();
  #controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  /** Bytes at the last look, and characters that were given. */
  #loaded = 0;
  #given = 0;
  #isOver = false;

  constructor(request: XMLHttpRequest) {
    this.#request = request;
    this.stream = new ReadableStream({
      start: (controller) => void (this.#controller = controller),
      cancel: () => {
        this.#isOver = true;
        request.abort();
      },
    });
  }

  /** @param loaded bytes that have come */
  read(loaded: number): void {
    if (this.#isOver || (this.#given > 0 && loaded - this.#loaded < Math.max(leastRead, leastShare * loaded))) return;
    this.#loaded = loaded;
    this.#give();
  }

  end(): void {
    if (this.#isOver) return;
    this.#give();
    this.#isOver = true;
    this.#controller.close();
  }

  fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller.error(error);
  }

  #give(): void {
    const text = this.#request.responseText.slice(this.#given);
    this.#given += text.length;
    if (text !== '') this.#controller.enqueue(this.#encoder.encode(text));
  }
}

function responseOf(request: XMLHttpRequest, body: BodyInit): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const hasBody = request.status !== 204 && request.status !== 304;
  return new Response(hasBody ? body : null, { status: request.status, headers });
}
