/** Generated garbage: JSON near to valid one, texts, addresses and headers, and what every refusal must look like. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyCharacter } from './characters.ts';
import { errorRegistry } from '../../src/errors/registry.ts';
import { errorSchema, openAiErrorSchema } from '../../src/http/index.ts';
import type { RawResponse } from './clients/raw-http.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Names that objects have by inheritance. */
export const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
] as const;

function nested(depth: number): Json {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udfff\ud83d',
  '\u202e',
  '🏳️‍🌈',
  'x'.repeat(300),
  '-1',
  'NaN',
  '../..',
  "' OR 1=1 --",
  '<script>',
  '${7*7}',
  '%s%n',
  ...prototypeNames,
];
const oddNumbers = [-1, 0, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, -0];

/** Any value, the odd ones often. */
export const anyJson: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, [], {}, nested(50), ...oddNumbers, ...oddTexts),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.json({ maxDepth: 3 }).map((text): Json => JSON.parse(text) as Json),
);

function places(value: Json, path: readonly string[] = []): (readonly string[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, item]) => places(item, [...path, name]))
      : [];
  return [path, ...inner];
}

/** Own members only, so that `__proto__` is a name like any other. */
function define(target: object, name: string, value: Json | undefined): void {
  if (value === undefined) Reflect.deleteProperty(target, name);
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function replace(value: Json, path: readonly string[], change: (old: Json) => Json | undefined): Json {
  const [name, ...rest] = path;
  if (name === undefined) return change(value) ?? null;
  const copy = structuredClone(value) as Record<string, Json>;
  define(copy, name, rest.length === 0 ? change(copy[name]!) : replace(copy[name]!, rest, change));
  return copy;
}

const change: fc.Arbitrary<(old: Json) => Json | undefined> = fc.oneof(
  { weight: 4, arbitrary: anyJson.map((value) => () => value) },
  fc.constant(() => undefined),
  fc.constant((old: Json) => [old]),
  fc.constant((old: Json) => ({ value: old })),
  fc.constant((old: Json) =>
    typeof old === 'object' ? JSON.stringify(old) : typeof old === 'number' ? String(old) : Number(old),
  ),
  fc.tuple(fc.constantFrom(...prototypeNames, 'extra', ''), anyJson).map(([name, value]) => (old: Json) => {
    const copy = typeof old === 'object' && old !== null && !Array.isArray(old) ? { ...old } : {};
    define(copy, name, value);
    return copy;
  }),
);

/** A valid value with one to three things about it changed. */
export function mutated(valid: Json): fc.Arbitrary<Json> {
  return fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce((value, [place, how]) => {
      const all = places(value);
      return replace(value, all[place % all.length]!, how);
    }, valid),
  );
}

/** With one byte that no UTF-8 text has. */
function notUtf8(text: Buffer, at: number): Buffer {
  return text.fill(0xff, at % text.length, (at % text.length) + 1);
}

/** Body bytes: JSON that was changed, cut off, not UTF-8, or none at all. */
export function bodyOf(valid: Json): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 6, arbitrary: mutated(valid).map((value) => Buffer.from(JSON.stringify(value))) },
    fc.nat(200).map((length) => Buffer.from(JSON.stringify(valid)).subarray(0, length)),
    fc.nat(30).map((at) => notUtf8(Buffer.from(JSON.stringify(valid)), at)),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(
      ...[
        '',
        '[',
        'null',
        '{"a":1}{',
        '['.repeat(20_000),
        '{"a":'.repeat(20_000),
        '\ufeff{}',
        '{"__proto__":{"transcript":"x"}}',
        '1e999',
      ].map((text) => Buffer.from(text)),
    ),
  );
}

/** A piece of an address as it may come over the wire: printable ASCII without a space. */
export const addressPart = fc.oneof(
  fc.constantFrom(
    '%00',
    '..%2f..%2fetc',
    '..',
    '.',
    '%',
    '%zz',
    '%c3%28',
    '%ff',
    '%2e%2e',
    '*',
    ':id',
    ';',
    '\\',
    '%0d%0aset-cookie:x',
    'a'.repeat(600),
    ...prototypeNames,
  ),
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 12 }),
);

/** Header values as Node's parser lets them through: no line breaks and no NUL. */
export const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    ',',
    ';',
    'a, b',
    '2026-08-14, 2026-08-14',
    'Bearer',
    'Bearer ',
    'Basic Og==',
    '"',
    '\xff\xfe',
    'x'.repeat(4000),
    ...prototypeNames,
  ),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 20,
  }),
);

const inside = /node_modules|file:\/\/|\.[cm]?[jt]s\b|\n\s+at |SQLITE|\/src\/|undefined is not|Cannot read/u;

export interface Expected {
  /** Whether the version given is one that has its errors as plain text. */
  readonly plain?: boolean;
  /** Whether the path is one in OpenAI's shape, whose errors are the same in every version. */
  readonly openAi?: boolean;
  /** What must not be repeated. */
  readonly secrets?: readonly string[];
}

/** One form for every answer: an id, no 5xx but those that say so, and one error body that reveals nothing internal. */
export function checkAnswer(
  { status, headers, body }: RawResponse,
  { plain = false, openAi = false, secrets = [] }: Expected = {},
): void {
  const text = body.toString('utf8');
  assert.ok(status < 500 || status === 501 || status === 503, `${status}: ${text}`);
  const requestId = headers.get('service-request-id') ?? '';
  assert.match(requestId, /^[0-9a-f-]{36}$/);
  assert.equal(headers.get('cartesia-request-id'), requestId);
  if (status < 400) return;
  assert.doesNotMatch(text, inside);
  for (const secret of secrets) assert.ok(!text.includes(secret), `a credential in ${text}`);
  if (openAi) {
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', text);
    const { error } = openAiErrorSchema.strict().parse(JSON.parse(text));
    return assert.match(error.message, /^[^✖→]+$/u);
  }
  if (plain) {
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    return assert.match(text, /^[A-Z][^:\n]+: \S/u);
  }
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', text);
  const error = errorSchema.strict().parse(JSON.parse(text));
  assert.equal(error.request_id, requestId);
  assert.equal(error.title, errorRegistry[error.error_code].title);
  assert.notEqual(error.message, '');
}
