/** Archives and servers for the tests of models. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import { writePiperModel } from '../engines/neural/testing.ts';

export type TarEntry = Partial<Header> & Pick<Header, 'name'> & { readonly content?: string | Buffer };

/** A tar archive, also one that no program would write. */
export async function tar(...entries: readonly TarEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...header } of entries) {
    if (header.type === undefined || header.type === 'file') archive.entry(header, content);
    else archive.entry(header);
  }
  archive.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of archive as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function tarGz(...entries: readonly TarEntry[]): Promise<Buffer> {
  return gzipSync(await tar(...entries));
}

/** Compressed by the program `bzip2`; undefined where the machine has none. */
export function bzip2(content: Buffer): Buffer | undefined {
  try {
    return execFileSync('bzip2', ['-c'], { input: content, maxBuffer: 1 << 28 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** An empty folder that is removed behind the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-models-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file below a folder by its path, in order. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Bytes that no compression makes smaller. */
export function noise(bytes: number): Buffer {
  return randomBytes(bytes);
}

/** How a server answers one request; the response may be cut by `response.destroy()`. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server whose answers come in order; the last one is given to every further request. */
export async function fileServer(
  t: TestContext,
  ...answers: readonly Answer[]
): Promise<{ readonly url: string; readonly requests: readonly IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    (answers[requests.length - 1] ?? answers.at(-1)!)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export interface FileAnswerOptions {
  readonly etag?: string;
  /** The connection is cut behind so many bytes of the body. */
  readonly cutAfter?: number;
  /** Nothing more comes behind so many bytes of the body. */
  readonly stallAfter?: number;
  /** What it says the length is. */
  readonly length?: number;
  readonly ranges?: boolean;
}

/** Serves a file as servers do that go on with a download. */
export function file(
  content: Buffer,
  { etag = '"1"', cutAfter, stallAfter, length, ranges = true }: FileAnswerOptions = {},
): Answer {
  return (request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? -1);
    const isPart = ranges && start >= 0 && request.headers['if-range'] === etag;
    if (isPart && start >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
      return;
    }
    const body = isPart ? content.subarray(start) : content;
    response.writeHead(isPart ? 206 : 200, {
      etag,
      'content-length': length ?? body.length,
      ...(isPart && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    });
    const sent = cutAfter ?? stallAfter;
    if (sent === undefined) response.end(body);
    else response.write(body.subarray(0, sent), () => cutAfter !== undefined && response.destroy());
  };
}

/** Answers with a status and nothing else. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_, response) => void response.writeHead(code, headers).end('no');
}

/**
 * Writes the package of a model that states itself to be a recognizer.
 * @returns its manifest
 */
export async function writeRecognizer(folder: string): Promise<Record<string, unknown>> {
  const files = { 'graphs/encoder.onnx': noise(2000), 'tokens.txt': Buffer.from('<blk> 0\n') };
  await mkdir(join(folder, 'graphs'), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const manifest = {
    ...{ format: 1, kind: 'recognizer', name: 'stated', licence: 'unknown', source: '', languages: ['en', 'de'] },
    memoryBytes: 5000,
    files: Object.entries(files).map(([path, content]) => ({
      ...{ path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
    })),
    recognizer: {
      ...{ family: 'nemo-ctc', streaming: false, graphs: { model: 'graphs/encoder.onnx' }, tokens: 'tokens.txt' },
      ...{ words: true, detectsLanguage: true, capitals: false, tailSeconds: 0 },
    },
  };
  await writeFile(join(folder, 'model.json'), JSON.stringify(manifest));
  return manifest;
}

/** A mirror for tests of what installs models by their names. */
export interface PiperSite {
  readonly url: string;
  /** How networks are served from now on. */
  readonly serve: (options: FileAnswerOptions) => void;
  /** The ranges that were asked for. */
  readonly ranges: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** What {@link piperSite} is closed behind: a test, or what closes it itself. */
type Scope = Pick<TestContext, 'after'>;

/**
 * A mirror on which every Piper voice of the table is a tiny one that speaks. It is the right file for those without a recorded
 * checksum only: `it_IT-paola-medium`, `nl_NL-ronnie-medium`, `hi_IN-pratham-medium`, `en_US-ljspeech-high`.
 */
export async function piperSite(scope: Scope, first: FileAnswerOptions = {}): Promise<PiperSite> {
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-site-'));
  await writePiperModel(folder, { speakers: 1 });
  const network = await readFile(join(folder, 'en_US-tiny-low.onnx'));
  const settings = await readFile(join(folder, 'en_US-tiny-low.onnx.json'));
  await rm(folder, { recursive: true });
  let options = first;
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (request.headers.range !== undefined) ranges.push(request.headers.range);
    if (pathname.endsWith('.onnx')) file(network, options)(request, response);
    else if (pathname.endsWith('.json')) file(settings)(request, response);
    else if (pathname.endsWith('/MODEL_CARD')) file(Buffer.from('* License: CC0-1.0\n'))(request, response);
    else status(404)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  scope.after(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (next) => void (options = next),
    ranges: () => ranges,
    close,
  };
}
