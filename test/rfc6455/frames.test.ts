import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe } from 'node:test';
import { frame, opcodes, type RawConnection } from '../support/clients/raw-websocket.ts';
import { answered, echo, sizedEcho, Stage, testFrames, text, type FrameCase } from './stage.ts';

const stage = new Stage();
const { continuation, binary, ping, pong, close } = opcodes;

/** A message in so many frames, the last of which ends it. */
function inPieces(message: Buffer | string, sizes: readonly number[]): Buffer[] {
  const bytes = Buffer.from(message);
  let at = 0;
  const pieces = sizes.map((size) => bytes.subarray(at, (at += size)));
  return [...pieces, bytes.subarray(at)].map((piece, index) =>
    frame(index === 0 ? opcodes.text : continuation, piece, index === pieces.length),
  );
}

/** One error without a context id, and nothing else. */
async function refusedOnce(connection: RawConnection): Promise<void> {
  connection.write(text(echo('settled')));
  await connection.context('settled');
  const errors = connection.events().filter(({ type }) => type === 'error');
  assert.deepEqual(
    errors.map((event) => [event.context_id, event.status_code]),
    [[undefined, 400]],
  );
}

function pongsOf(connection: RawConnection): Buffer[] {
  return connection.frames.filter(({ opcode }) => opcode === pong).map(({ payload }) => payload);
}

const masking: FrameCase[] = [
  {
    section: '5.1',
    demand: 'an unmasked text frame fails the connection',
    bytes: frame(1, '{}', true, { masked: false }),
    fails: 1002,
  },
  {
    section: '5.1',
    demand: 'an unmasked empty frame fails it',
    bytes: frame(1, '', true, { masked: false }),
    fails: 1002,
  },
  {
    section: '5.1',
    demand: 'an unmasked ping fails it',
    bytes: frame(ping, 'x', true, { masked: false }),
    fails: 1002,
  },
  {
    section: '5.1',
    demand: 'an unmasked close fails it',
    bytes: frame(close, '', true, { masked: false }),
    fails: 1002,
  },
  {
    section: '5.1',
    demand: 'an unmasked continuation fails it',
    bytes: [frame(1, '{', false), frame(continuation, '}', true, { masked: false })],
    fails: 1002,
  },
  {
    section: '5.1',
    demand: 'the server masks nothing and sets no reserved bit',
    bytes: [text(echo('a')), frame(ping, 'p')],
    check: async (connection) => {
      await connection.context('a');
      await connection.frame('a pong', ({ opcode }) => opcode === pong);
      assert.ok(connection.frames.every(({ masked, reserved }) => !masked && reserved === 0));
    },
  },
  ...[Buffer.alloc(4), Buffer.alloc(4, 0xff), Buffer.from([1, 2, 3, 4]), randomBytes(4)].map((mask): FrameCase => ({
    section: '5.3',
    demand: `the mask ${mask.equals(Buffer.from([1, 2, 3, 4])) || [0, 255].includes(mask[0]!) ? mask.toString('hex') : 'of random bytes'} is taken off`,
    bytes: frame(1, echo('masked é'), true, { mask }),
    check: answered('masked é'),
  })),
  {
    section: '5.3',
    demand: 'each frame of a message has its own mask',
    bytes: Array.from(echo('own masks')).map((character, index, all) =>
      frame(index === 0 ? 1 : continuation, character, index === all.length - 1, { mask: randomBytes(4) }),
    ),
    check: answered('own masks'),
  },
];

const header: FrameCase[] = [
  ...[0x40, 0x20, 0x10, 0x70].flatMap((reserved): FrameCase[] => [
    {
      section: '5.2',
      demand: `the reserved bits 0x${reserved.toString(16)} on a text frame fail the connection, since no extension is agreed`,
      bytes: frame(1, '{}', true, { reserved }),
      fails: 1002,
    },
    {
      section: '5.2',
      demand: `the reserved bits 0x${reserved.toString(16)} on a ping fail it`,
      bytes: frame(ping, 'x', true, { reserved }),
      fails: 1002,
    },
    {
      section: '5.2',
      demand: `the reserved bits 0x${reserved.toString(16)} on a continuation fail it`,
      bytes: [frame(1, '{', false), frame(continuation, '}', true, { reserved })],
      fails: 1002,
    },
    {
      section: '5.2',
      demand: `the reserved bits 0x${reserved.toString(16)} on a close fail it`,
      bytes: frame(close, '', true, { reserved }),
      fails: 1002,
    },
  ]),
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap((opcode): FrameCase[] => [
    {
      section: '5.2',
      demand: `the reserved opcode ${opcode} fails the connection`,
      bytes: frame(opcode, '{}'),
      fails: 1002,
    },
    {
      section: '5.2',
      demand: `the reserved opcode ${opcode} within a fragmented message fails it`,
      bytes: [frame(1, '{', false), frame(opcode, '')],
      fails: 1002,
    },
  ]),
  ...[125, 126, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536].map((size): FrameCase => ({
    section: '5.2',
    demand: `a message of ${size} bytes, with the shortest form of its length, is read`,
    bytes: text(sizedEcho('sized', size)),
    check: answered('sized'),
  })),
  ...([2, 8] as const).map((lengthBytes): FrameCase => ({
    section: '5.2',
    demand: `a length in ${lengthBytes} bytes where fewer would do is read: the rule binds the sender`,
    bytes: frame(1, echo('long form'), true, { lengthBytes }),
    check: answered('long form'),
  })),
  {
    section: '5.2, 5.5',
    demand: 'a ping whose length is in 2 bytes fails the connection',
    bytes: frame(ping, 'x', true, { lengthBytes: 2 }),
    fails: 1002,
  },
  {
    section: '5.2, 5.5',
    demand: 'a close whose length is in 8 bytes fails it',
    bytes: frame(close, '', true, { lengthBytes: 8 }),
    fails: 1002,
  },
  ...(
    [
      ['with the highest bit set', [0x80, 0, 0, 0, 0, 0, 0, 1]],
      ['of all ones', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
      ['of 2^53', [0, 0x20, 0, 0, 0, 0, 0, 0]],
      ['of 2^53 - 1', [0, 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
      ['of 2^32', [0, 0, 0, 1, 0, 0, 0, 0]],
    ] as const
  ).map(([state, length]): FrameCase => ({
    section: '5.2, 10.4',
    demand: `a length ${state} fails it before a byte of the payload is there`,
    bytes: Buffer.from([0x81, 0xff, ...length]),
    fails: 1009,
  })),
  {
    section: '10.4',
    demand: 'a message of one byte over the limit fails it',
    bytes: text(sizedEcho('over', 65_537)),
    fails: 1009,
  },
  {
    section: '10.4',
    demand: 'a message that is over the limit only as a whole fails it',
    bytes: inPieces(sizedEcho('over', 65_537), [30_000, 30_000]),
    fails: 1009,
  },
  {
    section: '10.4',
    demand: 'a message of the limit in pieces is read',
    bytes: inPieces(sizedEcho('exact', 65_536), [30_000, 0, 30_000]),
    check: answered('exact'),
  },
  {
    section: '10.4',
    demand: 'a binary message over the limit fails it',
    bytes: frame(binary, Buffer.alloc(65_537)),
    fails: 1009,
  },
];

const parts = inPieces(echo('parts é'), [3, 10]);

const fragmentation: FrameCase[] = [
  {
    section: '5.4',
    demand: 'a message in two frames is one message',
    bytes: inPieces(echo('two'), [5]),
    check: answered('two'),
  },
  {
    section: '5.4',
    demand: 'a message in frames of one byte is one message',
    bytes: inPieces(echo('bytes é'), new Array(echo('bytes').length).fill(1)),
    check: answered('bytes é'),
  },
  {
    section: '5.4',
    demand: 'frames without a byte, first, in between and last, change nothing',
    bytes: [
      frame(1, '', false),
      frame(0, '', false),
      frame(0, echo('empties'), false),
      frame(0, '', false),
      frame(0, ''),
    ],
    check: answered('empties'),
  },
  {
    section: '5.4',
    demand: 'a message of frames without a byte is an empty message, and refused as one',
    bytes: [frame(1, '', false), frame(0, '', false), frame(0, '')],
    check: refusedOnce,
  },
  {
    section: '5.4',
    demand: 'two messages in pieces behind each other stay two',
    bytes: [...inPieces(echo('one'), [1]), ...inPieces(echo('two'), [2])],
    check: answered('one', 'two'),
  },
  {
    section: '5.4, 5.5.2',
    demand: 'a ping between the frames of a message is answered before the message is whole',
    bytes: parts[0]!,
    check: async (connection) => {
      connection.write(frame(ping, 'between'));
      const { payload } = await connection.frame('a pong', ({ opcode }) => opcode === pong);
      assert.equal(payload.toString(), 'between');
      connection.write(Buffer.concat(parts.slice(1)));
      await answered('parts é')(connection);
    },
  },
  {
    section: '5.4',
    demand: 'a ping and a pong between all frames of a message change nothing',
    bytes: parts.flatMap((part) => [part, frame(ping, 'x'), frame(pong, 'y')]),
    check: answered('parts é'),
  },
  {
    section: '5.4',
    demand: 'a continuation of nothing fails the connection',
    bytes: frame(continuation, '{}'),
    fails: 1002,
  },
  {
    section: '5.4',
    demand: 'a continuation of nothing that does not end a message fails it',
    bytes: frame(continuation, '{', false),
    fails: 1002,
  },
  {
    section: '5.4',
    demand: 'a continuation behind the end of a message fails it',
    bytes: [...inPieces(echo('whole'), [4]), frame(continuation, '{}')],
    fails: 1002,
  },
  {
    section: '5.4',
    demand: 'a text frame within a message fails it',
    bytes: [frame(1, '{', false), frame(1, '}')],
    fails: 1002,
  },
  {
    section: '5.4',
    demand: 'a binary frame within a text message fails it',
    bytes: [frame(1, '{', false), frame(binary, '}')],
    fails: 1002,
  },
  {
    section: '5.4',
    demand: 'a text frame that begins a message within another fails it',
    bytes: [frame(1, '{', false), frame(1, '}', false)],
    fails: 1002,
  },
  {
    section: '5.4',
    demand: 'a text frame within a binary message fails it',
    bytes: [frame(binary, '{', false), frame(1, '}')],
    fails: 1002,
  },
  {
    section: '5.4',
    demand: 'a message in 16,384 frames is read',
    bytes: Buffer.concat(inPieces(sizedEcho('many', 16_384), new Array(16_383).fill(1))),
    check: answered('many'),
  },
  {
    section: '5.4, 10.4',
    demand: 'a message in more frames fails the connection as a breach of policy, although they are empty',
    bytes: Buffer.concat([frame(1, '{', false), ...new Array<Buffer>(16_384).fill(frame(0, '', false))]),
    fails: 1008,
  },
];

const data: FrameCase[] = [
  {
    section: '5.6',
    demand: 'a binary message is refused by itself, and the connection goes on',
    bytes: frame(binary, echo('binary')),
    check: refusedOnce,
  },
  {
    section: '5.6',
    demand: 'a binary message in pieces is refused once',
    bytes: [frame(binary, '{', false), frame(0, 'x', false), frame(0, '}')],
    check: refusedOnce,
  },
  { section: '5.6', demand: 'an empty text message is refused by itself', bytes: frame(1, ''), check: refusedOnce },
  {
    section: '5.6',
    demand: 'an empty binary message is refused by itself',
    bytes: frame(binary, ''),
    check: refusedOnce,
  },
  { section: '6.2', demand: 'a text that is no JSON is refused by itself', bytes: text('{"a":'), check: refusedOnce },
  {
    section: '6.2',
    demand: 'messages in one packet are read in their order',
    bytes: Buffer.concat(Array.from({ length: 200 }, (_, index) => text(echo(`m${index}`)))),
    check: answered(...Array.from({ length: 200 }, (_, index) => `m${index}`)),
  },
];

const control: FrameCase[] = [
  ...['', 'x', 'é👍', Buffer.from([0, 0xff, 0x80]), Buffer.alloc(124, 'a'), Buffer.alloc(125, 0xfe)].map(
    (payload): FrameCase => ({
      section: '5.5.2, 5.5.3',
      demand: `a ping of ${Buffer.byteLength(payload)} bytes is answered with a pong of the same`,
      bytes: frame(ping, payload, true, { mask: randomBytes(4) }),
      check: async (connection) => {
        await connection.frame('a pong', ({ opcode }) => opcode === pong);
        assert.deepEqual(pongsOf(connection), [Buffer.from(payload)]);
      },
    }),
  ),
  {
    section: '5.5.3',
    demand: 'several pings are answered in their order',
    bytes: Array.from({ length: 50 }, (_, index) => frame(ping, `${index}`)),
    check: async (connection) => {
      await connection.frame('the last pong', ({ opcode, payload }) => opcode === pong && payload.toString() === '49');
      assert.deepEqual(
        pongsOf(connection).map(String),
        Array.from({ length: 50 }, (_, index) => `${index}`),
      );
    },
  },
  {
    section: '5.5.3',
    demand: 'a pong that was not asked for is passed over',
    bytes: [frame(pong, ''), frame(pong, 'unasked'), text(echo('behind'))],
    check: async (connection) => {
      await answered('behind')(connection);
      assert.deepEqual(pongsOf(connection), []);
    },
  },
  {
    section: '5.5',
    demand: 'a ping of 126 bytes fails the connection',
    bytes: frame(ping, Buffer.alloc(126)),
    fails: 1002,
  },
  { section: '5.5', demand: 'a pong of 126 bytes fails it', bytes: frame(pong, Buffer.alloc(126)), fails: 1002 },
  { section: '5.5', demand: 'a ping of 65,536 bytes fails it', bytes: frame(ping, Buffer.alloc(65_536)), fails: 1002 },
  { section: '5.5', demand: 'a ping in pieces fails it', bytes: frame(ping, 'x', false), fails: 1002 },
  { section: '5.5', demand: 'a pong in pieces fails it', bytes: frame(pong, 'x', false), fails: 1002 },
  { section: '5.5', demand: 'a close in pieces fails it', bytes: frame(close, '', false), fails: 1002 },
  {
    section: '5.5',
    demand: 'a ping in pieces within a message fails it',
    bytes: [frame(1, '{', false), frame(ping, 'x', false)],
    fails: 1002,
  },
];

describe('RFC 6455, sections 5.1 and 5.3: masking', () => testFrames(stage, masking));
describe('RFC 6455, section 5.2: the header of a frame', () => testFrames(stage, header));
describe('RFC 6455, section 5.4: fragmentation', () => testFrames(stage, fragmentation));
describe('RFC 6455, section 5.5: control frames', () => testFrames(stage, control));
describe('RFC 6455, sections 5.6 and 6: data', () => testFrames(stage, data));
