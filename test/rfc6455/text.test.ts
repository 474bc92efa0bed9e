import { describe } from 'node:test';
import { frame, opcodes } from '../support/clients/raw-websocket.ts';
import { answered, echo, Stage, testFrames, text, type FrameCase } from './stage.ts';

const stage = new Stage();

/** A message with these bytes in its context id. */
function around(bytes: Buffer): Buffer {
  const [before = '', after = ''] = echo('|').split('|');
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

/** One text message, cut into frames behind each of these offsets. */
function cut(message: Buffer, ...offsets: readonly number[]): Buffer[] {
  const ends = [...offsets, message.length];
  return ends.map((end, index) =>
    frame(
      index === 0 ? opcodes.text : opcodes.continuation,
      message.subarray(offsets[index - 1] ?? 0, end),
      index === offsets.length,
    ),
  );
}

const valid: Readonly<Record<string, string>> = {
  'one byte': 'A\u007f',
  'the least and the greatest of two bytes': '\u0080\u07ff',
  'the least and the greatest of three bytes': '\u0800\uffff',
  'the neighbours of the surrogates': '\ud7ff\ue000',
  'the least and the greatest of four bytes': '\u{10000}\u{10ffff}',
  'characters that are none (U+FFFE, U+FDD0, U+1FFFF)': '\ufffe\ufdd0\u{1ffff}',
  'a byte order mark': '\ufeffx',
  'combined characters': 'κόσμε e\u0301 👨‍👩‍👧',
};

const invalid: Readonly<Record<string, readonly number[]>> = {
  'a continuation byte alone': [0x80],
  'the last continuation byte alone': [0xbf],
  'a lead byte of two with nothing behind it': [0xc3, 0x28],
  'a lead byte of three with one byte behind it': [0xe2, 0x82, 0x28],
  'a lead byte of four with two bytes behind it': [0xf0, 0x9f, 0x98, 0x28],
  'an overlong slash in two bytes': [0xc0, 0xaf],
  'an overlong NUL in two bytes': [0xc0, 0x80],
  'the greatest overlong in two bytes': [0xc1, 0xbf],
  'an overlong slash in three bytes': [0xe0, 0x80, 0xaf],
  'the greatest overlong in three bytes': [0xe0, 0x9f, 0xbf],
  'an overlong slash in four bytes': [0xf0, 0x80, 0x80, 0xaf],
  'the greatest overlong in four bytes': [0xf0, 0x8f, 0xbf, 0xbf],
  'the first surrogate': [0xed, 0xa0, 0x80],
  'the last surrogate': [0xed, 0xbf, 0xbf],
  'a pair of surrogates': [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
  'U+110000': [0xf4, 0x90, 0x80, 0x80],
  'a lead byte of five': [0xf8, 0x88, 0x80, 0x80, 0x80],
  'a lead byte of six': [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  '0xfe': [0xfe],
  '0xff': [0xff],
};

const truncated: Readonly<Record<string, readonly number[]>> = {
  'one byte of two': [0xc3],
  'one byte of three': [0xe2],
  'two bytes of three': [0xe2, 0x82],
  'one byte of four': [0xf0],
  'two bytes of four': [0xf0, 0x9f],
  'three bytes of four': [0xf0, 0x9f, 0x98],
};

const wide = around(Buffer.from('é€😀'));
const insideWide = wide.indexOf(0xf0);

const cases: readonly FrameCase[] = [
  ...Object.entries(valid).map(([name, characters]): FrameCase => ({
    section: '8.1',
    demand: `${name} is read as it is`,
    bytes: text(around(Buffer.from(characters))),
    check: answered(characters),
  })),
  ...[1, 2, 3].map((offset): FrameCase => ({
    section: '5.6',
    demand: `a character of four bytes may be cut behind byte ${offset} by a frame`,
    bytes: cut(wide, insideWide + offset),
    check: answered('é€😀'),
  })),
  {
    section: '5.6',
    demand: 'characters may be cut behind each of their bytes by frames',
    bytes: cut(wide, ...Array.from({ length: wide.length - 1 }, (_, index) => index + 1)),
    check: answered('é€😀'),
  },
  {
    section: '5.6',
    demand: 'a character may be cut by a frame with a ping in between',
    bytes: cut(wide, insideWide + 2).flatMap((part) => [part, frame(opcodes.ping, '')]),
    check: answered('é€😀'),
  },
  ...Object.entries(invalid).map(([name, bytes]): FrameCase => ({
    section: '8.1',
    demand: `${name} fails the connection`,
    bytes: text(around(Buffer.from(bytes))),
    fails: 1007,
  })),
  ...Object.entries(invalid)
    .filter(([, bytes]) => bytes.length > 1)
    .map(([name, bytes]): FrameCase => ({
      section: '8.1',
      demand: `${name}, cut by frames, fails it`,
      bytes: cut(around(Buffer.from(bytes)), around(Buffer.alloc(0)).indexOf('""') + 2),
      fails: 1007,
    })),
  ...Object.entries(truncated).flatMap(([name, bytes]): FrameCase[] => [
    {
      section: '8.1',
      demand: `${name} at the end of a message fails the connection`,
      bytes: text(Buffer.concat([Buffer.from(echo('cut')), Buffer.from(bytes)])),
      fails: 1007,
    },
    {
      section: '8.1',
      demand: `${name} at the end of a message, in a frame of its own, fails it`,
      bytes: [frame(opcodes.text, echo('cut'), false), frame(opcodes.continuation, Buffer.from(bytes))],
      fails: 1007,
    },
  ]),
  {
    section: '8.1',
    demand: 'half a character is not completed by the next message',
    bytes: [text(Buffer.from([0xf0, 0x9f])), text(Buffer.from([0x98, 0x80]))],
    fails: 1007,
  },
  {
    section: '8.1',
    demand: 'what is not UTF-8 within a binary message is no breach',
    bytes: frame(opcodes.binary, Buffer.from([0xff, 0xfe])),
    check: async (connection) => {
      await connection.frame('an error', ({ opcode, payload }) => opcode === opcodes.text && payload.includes('error'));
    },
  },
];

describe('RFC 6455, sections 5.6 and 8.1: text is UTF-8', () => testFrames(stage, cases));
