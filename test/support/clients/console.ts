/** A browser as far as the console's server can see one: it keeps the cookie of its session and says which page it is on. */
import WebSocket from 'ws';
import { TestSocket } from '../server.ts';

export interface SignedInAs {
  readonly id: string;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
  readonly organization: { readonly id: string; readonly name: string };
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  readonly how: string;
  readonly expires_at: string;
  readonly server: { readonly version: string; readonly public_url: string };
}

export interface Sending {
  readonly method?: string;
  readonly body?: unknown;
  /** In place of what a browser sends; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** One browser on the console's page of a server. */
export class Browser {
  readonly url: string;
  /** The cookie of the session, as the browser sends it back; undefined without one. */
  cookie: string | undefined;
  /** The last `Set-Cookie`, whole. */
  setCookie: string | undefined;

  /** @param url of the server */
  constructor(url: string) {
    this.url = url;
  }

  #headers(given: Sending['headers'] = {}): Record<string, string> {
    const all = {
      origin: this.url,
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Browser of a test',
      cookie: this.cookie,
      ...given,
    };
    return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** A request below `/console/api`. */
  async send(path: string, { method, body, headers }: Sending = {}): Promise<Response> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.url}/console/api${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...this.#headers(headers),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    this.#keep(response.headers.getSetCookie());
    return response;
  }

  #keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      this.setCookie = cookie;
      const pair = cookie.split(';')[0]!;
      this.cookie = pair.endsWith('=') ? undefined : pair;
    }
  }

  /** @throws {Error} with the answer when it is refused */
  async signIn(credential: object): Promise<SignedInAs> {
    const response = await this.send('/session', { body: credential });
    if (response.status !== 200) throw new Error(`not signed in: ${response.status} ${await response.text()}`);
    return (await response.json()) as SignedInAs;
  }

  /** The WebSocket of speech, once it is open. */
  async socket(headers?: Sending['headers'], query = ''): Promise<TestSocket> {
    const url = `${this.url.replace('http', 'ws')}/console/api/tts/websocket${query}`;
    const socket = new TestSocket(new WebSocket(url, { headers: this.#headers(headers) }));
    await socket.opened;
    return socket;
  }

  /** The status with which the WebSocket is refused; 101 where it is not. */
  async socketStatus(headers?: Sending['headers'], query?: string): Promise<number> {
    try {
      (await this.socket(headers, query)).close();
      return 101;
    } catch (error) {
      return Number(/Unexpected server response: (\d+)/.exec((error as Error).message)?.[1]);
    }
  }
}
