/** Sends a clip to `POST /voices/clone` of a running server: a form that is read from the disk while it is sent. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { newestVersion } from '../http/requests/versions.ts';
import { CommandError, describeError } from './errors.ts';

export interface ClipUpload {
  /** Address without a slash at its end. */
  readonly server: string;
  /** API key or access token. */
  readonly key: string;
  /** Path of the clip. */
  readonly path: string;
  /** Bytes of the clip. */
  readonly bytes: number;
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** @param sent bytes of the clip that were given to the socket so far */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** How long the server may take to answer a clip that it has: decoding waits for its turn. */
const answerMs = 120_000;

export interface UploadAnswer {
  readonly status: number;
  readonly body: string;
}

/** @throws {CommandError} when nothing answers there, or the file cannot be read to its end */
export async function uploadClip(upload: ClipUpload): Promise<UploadAnswer> {
  const { server, key, path, bytes, fields, signal } = upload;
  const boundary = `sonorant-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="clip"; filename="${fileName(path)}"\r\n`;
  const head = Buffer.from(`${parts.join('')}${file}Content-Type: application/octet-stream\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const request = (server.startsWith('https:') ? requestHttps : requestHttp)(`${server}/voices/clone`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'service-version': newestVersion,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.byteLength + bytes + tail.byteLength,
    },
    signal,
    timeout: answerMs,
  });
  request.on('timeout', () => request.destroy(new Error(`no answer for ${answerMs / 1000} s`)));
  const state = { isAnswered: false };
  request.once('response', () => (state.isAnswered = true));
  const answered = answerOf(request);
  const sent = pipeline(formOf(head, tail, upload, state), request).then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    return await answered;
  } catch (error) {
    signal.throwIfAborted();
    // The connection breaks also where the clip could not be read: that is then what went wrong.
    const problem = await sent;
    if (problem instanceof CommandError) throw problem;
    throw new CommandError(`${server} does not answer: ${describeError(error)}`);
  } finally {
    request.destroy();
  }
}

/** As browsers write a name into a form (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data). */
function fileName(path: string): string {
  return basename(path).replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A server that refuses a clip may answer and close the connection before it has read it: then the answer counts. */
async function answerOf(request: ClientRequest): Promise<UploadAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    // Stays: what happens after the answer is no fault.
    request.on('error', reject);
  });
  return { status: response.statusCode ?? 0, body: await text(response) };
}

async function* formOf(
  head: Buffer,
  tail: Buffer,
  { path, bytes, onProgress }: ClipUpload,
  state: { readonly isAnswered: boolean },
): AsyncGenerator<Buffer> {
  yield head;
  let sent = 0;
  for await (const chunk of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>) {
    yield chunk;
    sent += chunk.byteLength;
    onProgress(sent);
    if (state.isAnswered) return;
  }
  if (sent !== bytes) throw new CommandError(`${path} became shorter while it was sent`);
  yield tail;
}
