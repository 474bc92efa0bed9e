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

function fetchWithProgress(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => resolve(responseOf(request)));
    // As fetch has it, so that the client tells it as a lost connection.
    request.addEventListener('error', () => reject(new TypeError('the connection was lost')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    init.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.open(init.method ?? 'GET', url);
    request.responseType = 'arraybuffer';
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.send(init.body as XMLHttpRequestBodyInit | null);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const hasBody = request.status !== 204 && request.status !== 304;
  return new Response(hasBody ? (request.response as ArrayBuffer) : null, { status: request.status, headers });
}
