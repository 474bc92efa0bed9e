/**
 * What every case of RFC 6455 stands on: one server with a plain and a TLS listener, a client that writes each byte itself, and
 * the proof that a case harmed nothing else. The sections are those of https://www.rfc-editor.org/rfc/rfc6455.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { generate } from 'selfsigned';
import { closeOf, frame, opcodes, RawConnection } from '../support/clients/raw-websocket.ts';
import { eventually } from '../support/eventually.ts';
import {
  apiKey,
  audioOf,
  metric,
  speech,
  start,
  version,
  type TestServer,
  type TestSocket,
} from '../support/server.ts';
import { swept } from '../support/sweeps.ts';

export const listeners = ['plain', 'TLS'] as const;
export type ListenerKind = (typeof listeners)[number];
/** In the sample the plain one: behind both stands the same code, and a few cases are for both in any case. */
export const sweptListeners: readonly ListenerKind[] = swept(listeners, (kind) => kind === 'plain');

/** A server for the cases of one file. */
export class Stage {
  #folder = '';
  #server: TestServer | undefined;
  /** A socket beside that of the case: what fails there must not be noticed here. */
  #bystander: TestSocket | undefined;
  #whole: Buffer = Buffer.alloc(0);
  #lives = 0;

  /** Starts and stops it around the tests of the file. */
  constructor(settings: Record<string, string> = {}) {
    before(() => this.#open(settings));
    after(() => this.#close());
  }

  get server(): TestServer {
    return this.#server!;
  }

  url(kind: ListenerKind): string {
    return kind === 'plain' ? this.server.url : this.server.tlsUrl!;
  }

  /** A WebSocket with nothing sent on it yet. */
  async socket(kind: ListenerKind): Promise<RawConnection> {
    const connection = await RawConnection.open(this.url(kind));
    connection.write(handshake());
    assert.equal((await connection.answer()).status, 101);
    return connection;
  }

  /** Runs what is given in the middle of a context of another socket, which must end whole. */
  async besideAnother(run: () => Promise<void>): Promise<void> {
    const id = `beside ${this.#lives++}`;
    this.#bystander!.speak(id, firstHalf, waits);
    await run();
    this.#bystander!.speak(id, secondHalf);
    assert.ok(audioOf(await this.#bystander!.ended(id)).equals(this.#whole), 'another socket lost audio');
  }

  /** Runs what is given in the middle of a context of this socket, which must end whole. */
  async withinContext(connection: RawConnection, run: () => Promise<void>): Promise<void> {
    connection.write(text(generation('running', firstHalf, waits)));
    await run();
    connection.write(text(generation('running', secondHalf)));
    const events = await connection.context('running');
    assert.ok(audioOf(events).equals(this.#whole), `the context lost audio: ${JSON.stringify(events.at(-1))}`);
  }

  /** No context is left but those of sockets that are open. */
  async isQuiet(): Promise<void> {
    await eventually('no context runs', async () => (await metric(this.server.url, 'sonorant_contexts')) === 0);
  }

  async #open(settings: Record<string, string>): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'sonorant-rfc6455-'));
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
    const [certFile, keyFile] = [join(this.#folder, 'cert.pem'), join(this.#folder, 'key.pem')];
    await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
    this.#server = await start({
      SONORANT_TLS_PORT: '0',
      SONORANT_TLS_CERT: certFile,
      SONORANT_TLS_KEY: keyFile,
      SONORANT_WORKERS: '1',
      // However slow the machine is, the contexts around a case wait for its end.
      SONORANT_CONTEXT_EXPIRY_MS: '600000',
      ...settings,
    });
    this.#bystander = await this.#server.open();
    this.#bystander.speak('whole', firstHalf, waits);
    this.#bystander.speak('whole', secondHalf);
    this.#whole = audioOf(await this.#bystander.ended('whole'));
    assert.ok(this.#whole.length > 0);
  }

  async #close(): Promise<void> {
    this.#bystander?.close();
    await this.#server?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const firstHalf = 'Hello there. ';
const secondHalf = 'How are you?';
/** Flushed, so that the audio does not depend on the time until the second half. */
const waits = { continue: true, flush: true };

/** The JSON of a generation message. */
export function generation(contextId: string, transcript: string, more: object = {}): string {
  return JSON.stringify({ ...speech, context_id: contextId, transcript, ...more });
}

/** A message whose only answer is `done` with its context id, so that what was read can be compared. @param pad more bytes */
export function echo(contextId: string, pad = ''): string {
  return JSON.stringify({ context_id: contextId, transcript: '', continue: false, ...(pad !== '' && { pad }) });
}

/** A message of exactly so many bytes. */
export function sizedEcho(contextId: string, bytes: number): string {
  const [least, perByte] = [echo(contextId, 'x').length - 1, 'x'];
  return echo(contextId, perByte.repeat(bytes - least));
}

export function text(message: Buffer | string): Buffer {
  return frame(opcodes.text, message);
}

/** The payload of a close frame. */
export function closing(code: number, reason: Buffer | string = ''): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(code);
  return Buffer.concat([bytes, Buffer.from(reason)]);
}

export interface HandshakeParts {
  readonly requestLine?: string;
  /** By name; undefined leaves one out, several values stand in lines of their own. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The handshake of a client (4.1), or one that differs from it. */
export function handshake({ requestLine = 'GET /tts/websocket HTTP/1.1', headers = {} }: HandshakeParts = {}): string {
  const all: HandshakeParts['headers'] = {
    Host: 'localhost',
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    'Service-Version': version,
    'X-API-Key': apiKey,
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, values = []]) =>
    [values].flat().map((value) => `${name}: ${value}`),
  );
  return `${[requestLine, ...lines].join('\r\n')}\r\n\r\n`;
}

/** One demand of the RFC on what a server does with frames. */
export interface FrameCase {
  readonly section: string;
  readonly demand: string;
  /** What the client sends behind a handshake; several parts go into packets of their own. */
  readonly bytes: Buffer | readonly Buffer[];
  /** The code with which the server has to fail the connection; absent where it has to go on. */
  readonly fails?: number;
  /** Looks at what came back, where the connection goes on. */
  readonly check?: (connection: RawConnection) => Promise<void>;
}

/** The check that these messages were read, in this order. */
export function answered(...contextIds: readonly string[]): (connection: RawConnection) => Promise<void> {
  return async (connection) => {
    for (const id of contextIds) {
      assert.deepEqual(
        (await connection.context(id)).map(({ type }) => type),
        ['done'],
      );
    }
    const order = connection.events().map((event) => event.context_id ?? '');
    assert.deepEqual(
      order.filter((id) => contextIds.includes(id)),
      contextIds,
    );
  };
}

/** One test for each case and listener. */
export function testFrames(stage: Stage, cases: readonly FrameCase[]): void {
  for (const item of cases) {
    for (const kind of sweptListeners) {
      it(`${item.section}: ${item.demand} (${kind})`, async () => {
        const connection = await stage.socket(kind);
        try {
          if (item.fails === undefined) await goesOn(stage, connection, item);
          else await fails(stage, connection, item, item.fails);
        } finally {
          connection.destroy();
        }
      });
    }
  }
}

function send(connection: RawConnection, { bytes }: FrameCase): void {
  for (const part of [bytes].flat()) connection.write(part);
}

async function goesOn(stage: Stage, connection: RawConnection, item: FrameCase): Promise<void> {
  await stage.withinContext(connection, async () => {
    send(connection, item);
    await item.check?.(connection);
  });
  connection.write(frame(opcodes.close, closing(1000)));
  assert.equal(closeOf(await connection.closed()).code, 1000);
}

/** 7.1.7: a close frame with the code, nothing read behind the breach, no frame behind the close frame, and then the end of TCP. */
async function fails(stage: Stage, connection: RawConnection, item: FrameCase, code: number): Promise<void> {
  await stage.besideAnother(async () => {
    connection.write(text(generation('running', `${firstHalf.repeat(50)} `, waits)));
    send(connection, item);
    connection.write(text(echo('behind the breach')));
    assert.equal(closeOf(await connection.closed()).code, code);
    connection.write(frame(opcodes.close, closing(code)));
    await connection.ended();
    assert.equal(connection.frames.at(-1)!.opcode, opcodes.close, 'a frame behind the close frame');
    assert.deepEqual(
      connection.events().filter((event) => event.context_id === 'behind the breach'),
      [],
    );
  });
  await stage.isQuiet();
}
