import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { errorSchema } from '../../src/http/index.ts';
import { frame, opcodes, closeOf, RawConnection } from '../support/clients/raw-websocket.ts';
import { eventually } from '../support/eventually.ts';
import { answered, closing, echo, handshake, Stage, sweptListeners, text, type HandshakeParts } from './stage.ts';

interface HandshakeCase extends HandshakeParts {
  readonly section: string;
  readonly demand: string;
  readonly status: number;
  /** Headers of the answer; undefined where there must be none. */
  readonly answer?: Readonly<Record<string, string | undefined>>;
}

const key = 'Sec-WebSocket-Key';
const versionHeader = 'Sec-WebSocket-Version';
const protocol = 'Sec-WebSocket-Protocol';
const extensions = 'Sec-WebSocket-Extensions';
const supported = { 'sec-websocket-version': '13' };
const needsUpgrade = { upgrade: 'websocket' };

const cases: readonly HandshakeCase[] = [
  {
    section: '4.2.2',
    demand: 'the answer names the protocol and the digest of the key, by the example of section 1.3',
    status: 101,
    answer: {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-accept': 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      'sec-websocket-protocol': undefined,
      'sec-websocket-extensions': undefined,
      'content-length': undefined,
      'transfer-encoding': undefined,
    },
  },
  { section: '4.2.1 item 1', demand: 'POST is refused', requestLine: 'POST /tts/websocket HTTP/1.1', status: 405 },
  { section: '4.2.1 item 1', demand: 'HEAD is refused', requestLine: 'HEAD /tts/websocket HTTP/1.1', status: 404 },
  { section: '4.2.1 item 1', demand: 'PUT is refused', requestLine: 'PUT /tts/websocket HTTP/1.1', status: 405 },
  {
    section: '4.2.1 item 1',
    demand: 'HTTP/1.0 is refused',
    requestLine: 'GET /tts/websocket HTTP/1.0',
    status: 400,
  },
  {
    section: '4.2.1 item 1',
    demand: 'an absolute address as the request target is taken',
    requestLine: 'GET http://localhost/tts/websocket HTTP/1.1',
    status: 101,
  },
  { section: '4.2.1 item 2', demand: 'without Host it is refused', headers: { Host: undefined }, status: 400 },
  { section: '4.2.1 item 2', demand: 'with two Hosts it is refused', headers: { Host: ['a', 'b'] }, status: 400 },
  {
    section: '4.2.1 item 3',
    demand: 'without Upgrade it is a request as any other',
    headers: { Upgrade: undefined },
    status: 426,
    answer: needsUpgrade,
  },
  {
    section: '4.2.1 item 3',
    demand: 'the value of Upgrade has no case',
    headers: { Upgrade: 'WebSocket' },
    status: 101,
  },
  {
    section: '4.2.1 item 3',
    demand: 'another protocol is passed over',
    headers: { Upgrade: 'h2c' },
    status: 426,
    answer: needsUpgrade,
  },
  {
    section: '4.2.1 item 3',
    demand: 'a name that only begins like the protocol is passed over',
    headers: { Upgrade: 'websocket2' },
    status: 426,
  },
  {
    section: '4.2.1 item 4',
    demand: 'without Connection it is a request as any other',
    headers: { Connection: undefined },
    status: 426,
  },
  {
    section: '4.2.1 item 4',
    demand: 'the tokens of Connection have no case',
    headers: { Connection: 'uPGRADE' },
    status: 101,
  },
  {
    section: '4.2.1 item 4',
    demand: 'the token may stand among others',
    headers: { Connection: 'keep-alive, Upgrade' },
    status: 101,
  },
  {
    section: '4.2.1 item 4',
    demand: 'the token may stand in a second line',
    headers: { Connection: ['keep-alive', 'Upgrade'] },
    status: 101,
  },
  {
    section: '4.2.1 item 4',
    demand: 'a token that only contains the word does not count',
    headers: { Connection: 'no-upgrade' },
    status: 426,
  },
  ...(
    [
      ['is missing', undefined],
      ['is empty', ''],
      ['has 15 bytes', Buffer.alloc(15).toString('base64')],
      ['has 17 bytes', Buffer.alloc(17).toString('base64')],
      ['has no padding', 'dGhlIHNhbXBsZSBub25jZQ'],
      ['is no base64', '!GhlIHNhbXBsZSBub25jZQ=='],
      ['stands twice', ['dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ==']],
    ] as const
  ).map(([state, value]): HandshakeCase => ({
    section: '4.2.1 item 5',
    demand: `it is refused where the key ${state}`,
    headers: { [key]: value },
    status: 400,
  })),
  {
    section: '4.2.1 item 6',
    demand: 'without a version it is refused',
    headers: { [versionHeader]: undefined },
    status: 426,
    answer: supported,
  },
  ...['0', '7', '8', '12', '14', '255', 'x', '', '+13', '13.0', '0xd', '13, 8', '013'].map((value): HandshakeCase => ({
    section: '4.2.2, 4.4',
    demand: `the version "${value}" is refused, and the answer names 13`,
    headers: { [versionHeader]: value },
    status: 426,
    answer: supported,
  })),
  {
    section: '4.4',
    demand: 'a version in two lines is refused',
    headers: { [versionHeader]: ['13', '13'] },
    status: 426,
    answer: supported,
  },
  {
    section: '4.2.1 item 8',
    demand: 'one of the wanted subprotocols is named, never another',
    headers: { [protocol]: 'chat, superchat' },
    status: 101,
    answer: { 'sec-websocket-protocol': 'chat' },
  },
  {
    section: '4.2.1 item 8',
    demand: 'the subprotocols may stand in several lines',
    headers: { [protocol]: ['one', 'two'] },
    status: 101,
    answer: { 'sec-websocket-protocol': 'one' },
  },
  {
    section: '4.1 item 10',
    demand: 'subprotocols that stand twice are refused',
    headers: { [protocol]: 'chat, chat' },
    status: 400,
  },
  {
    section: '4.1 item 10',
    demand: 'a subprotocol that is no token is refused',
    headers: { [protocol]: 'a b' },
    status: 400,
  },
  {
    section: '4.1 item 10',
    demand: 'an empty list of subprotocols is refused',
    headers: { [protocol]: '' },
    status: 400,
  },
  ...[
    'permessage-deflate',
    'permessage-deflate; client_max_window_bits',
    'x-unknown; a="b", y',
    'not ; a, valid = =',
  ].map((value): HandshakeCase => ({
    section: '4.2.2 item 5, 9.1',
    demand: `the extension "${value}" is not taken up`,
    headers: { [extensions]: value },
    status: 101,
    answer: { 'sec-websocket-extensions': undefined },
  })),
  {
    section: '4.2.1 item 10',
    demand: 'fields that are not known are passed over',
    headers: { 'X-Whatever': 'yes', Cookie: 'a=b', 'Sec-WebSocket-Whatever': '1' },
    status: 101,
  },
  {
    section: '4.2.1',
    demand: 'the names of fields have no case, and white space around values does not count',
    headers: { Upgrade: undefined, uPGRADE: ' \twebsocket \t', Host: undefined, HOST: '  localhost' },
    status: 101,
  },
  {
    section: '4.1, RFC 9112 5.2',
    demand: 'a field that goes on in the next line is refused',
    headers: { Upgrade: 'web\r\n socket' },
    status: 400,
  },
  {
    section: '4.1',
    demand: 'a handshake with a body is refused: its bytes would be read as frames',
    headers: { 'Content-Length': '5' },
    status: 400,
  },
  {
    section: '4.1',
    demand: 'a handshake with a body in chunks is refused',
    headers: { 'Transfer-Encoding': 'chunked' },
    status: 400,
  },
  {
    section: '4.2.2 item 2',
    demand: 'a client that may not come in gets 401',
    headers: { 'X-API-Key': 'wrong' },
    status: 401,
    answer: { 'sec-websocket-accept': undefined },
  },
  {
    section: '4.2.2 item 4',
    demand: 'an address without a socket gets 404',
    requestLine: 'GET /nowhere HTTP/1.1',
    status: 404,
    answer: { 'sec-websocket-accept': undefined },
  },
];

const stage = new Stage();

describe('RFC 6455, section 4: the opening handshake', () => {
  for (const kind of sweptListeners) {
    for (const item of cases) {
      it(`${item.section}: ${item.demand} (${kind})`, async () => {
        const connection = await RawConnection.open(stage.url(kind));
        connection.write(handshake(item));
        const { status, headers, text: whole } = await connection.answer();
        assert.equal(status, item.status, whole);
        for (const [name, value] of Object.entries(item.answer ?? {})) assert.equal(headers.get(name), value, name);
        if (status === 101) {
          connection.write(text(echo('open')));
          await answered('open')(connection);
        } else if (!item.requestLine?.startsWith('HEAD')) {
          errorSchema.parse(JSON.parse(whole.slice(whole.indexOf('\r\n\r\n') + 4)));
        }
        connection.destroy();
      });
    }

    it(`4.2.2 item 5: the digest is that of the client's key, whatever it is (${kind})`, async () => {
      for (let run = 0; run < 10; run++) {
        const own = randomBytes(16).toString('base64');
        const connection = await RawConnection.open(stage.url(kind));
        connection.write(handshake({ headers: { [key]: own } }));
        const digest = createHash('sha1').update(`${own}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
        assert.equal((await connection.answer()).headers.get('sec-websocket-accept'), digest);
        connection.destroy();
      }
    });

    it(`4.1: a handshake in packets of one byte is read (${kind})`, async () => {
      const connection = await RawConnection.open(stage.url(kind));
      await connection.drip(Buffer.from(handshake()));
      assert.equal((await connection.answer()).status, 101);
      connection.destroy();
    });

    it(`4.1: frames right behind the handshake, in one packet with it, are read (${kind})`, async () => {
      const connection = await RawConnection.open(stage.url(kind));
      const frames = [text(echo('first')), frame(opcodes.ping, 'p'), text(echo('second'))];
      connection.write(Buffer.concat([Buffer.from(handshake()), ...frames]));
      await answered('first', 'second')(connection);
      await connection.frame('a pong', ({ opcode }) => opcode === opcodes.pong);
      connection.destroy();
    });

    it(`4.1: a frame that begins in the packet of the handshake is read when it is whole (${kind})`, async () => {
      const connection = await RawConnection.open(stage.url(kind));
      const bytes = text(echo('cut'));
      connection.write(Buffer.concat([Buffer.from(handshake()), bytes.subarray(0, 9)]));
      await connection.answer();
      connection.write(bytes.subarray(9));
      await answered('cut')(connection);
      connection.destroy();
    });

    it(`4.1, 7.1.7: a breach right behind the handshake fails the connection (${kind})`, async () => {
      const connection = await RawConnection.open(stage.url(kind));
      connection.write(Buffer.concat([Buffer.from(handshake()), frame(3, 'x')]));
      assert.equal(closeOf(await connection.closed()).code, 1002);
      connection.write(frame(opcodes.close, closing(1002)));
      await connection.ended();
      connection.destroy();
    });

    it(`4.2.2: a client that does not end its side of a refused connection holds nothing open (${kind})`, async () => {
      const connection = await RawConnection.open(stage.url(kind));
      connection.write(handshake({ headers: { [key]: 'short' } }));
      await connection.ended();
      // What is written to a connection that is gone comes back as its reset.
      await eventually('the connection is gone', () => {
        connection.write('x');
        return connection.socket.destroyed;
      });
    });

    it(`4.2.2: what follows a refused handshake is not taken for a request (${kind})`, async () => {
      const connection = await RawConnection.open(stage.url(kind));
      const refused = handshake({ headers: { [key]: 'short' } });
      connection.write(`${refused}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await connection.ended();
      assert.equal(connection.head.match(/HTTP\/1\.1 /gu)?.length, 1, connection.head);
      assert.match(connection.head, /^HTTP\/1\.1 400 /u);
      connection.destroy();
    });
  }
});
