/** HTTP written by hand: requests that no client library would send, and the whole answer. */
import { connect } from 'node:net';

export interface RawRequest {
  readonly method?: string;
  /** The request target as it goes on the wire, not encoded any further. */
  readonly target: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | string;
  /** What `content-length` says; default the length of the body. */
  readonly announced?: number;
}

export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * Sends the bytes, then half-closes where asked, and reads until the server closes. Undefined when it closed without an
 * answer.
 */
export function exchangeBytes(
  url: string,
  bytes: Buffer | string,
  halfClose = false,
): Promise<RawResponse | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    // A server that has answered may cut off what is still being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      try {
        resolve(parts.length === 0 ? undefined : parse(Buffer.concat(parts)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.write(bytes);
    if (halfClose) socket.end();
  });
}

/** One request on a connection of its own. A body shorter than announced is a client that leaves in the middle of it. */
export function exchange(
  url: string,
  { method = 'GET', target, headers = [], body = '', announced }: RawRequest,
): Promise<RawResponse | undefined> {
  const content = Buffer.from(body);
  const length = announced ?? content.length;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    'connection: close',
    ...(length > 0 ? [`content-length: ${length}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return exchangeBytes(
    url,
    Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]),
    length > content.length,
  );
}

function parse(answer: Buffer): RawResponse {
  const split = answer.indexOf('\r\n\r\n');
  if (split < 0) throw new Error(`not HTTP: ${answer.toString('latin1').slice(0, 200)}`);
  const [first = '', ...lines] = answer.toString('latin1', 0, split).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = answer.subarray(split + 4);
  const status = Number(first.split(' ')[1]);
  if (status >= 100 && status < 200) return parse(rest);
  return { status, headers, body: headers.get('transfer-encoding') === 'chunked' ? dechunk(rest) : rest };
}

function dechunk(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const end = body.indexOf('\r\n', at);
    const length = parseInt(body.toString('latin1', at, end), 16);
    if (!(length > 0)) break;
    parts.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(parts);
}
