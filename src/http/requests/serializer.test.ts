import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { anyCharacter } from '../../../test/support/characters.ts';
import { serializerCompiler as encodingCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { serializerCompiler } from './serializer.ts';

const route = { method: 'GET', url: '/', httpStatus: '200' };

function writer(schema: z.ZodType, compiler = serializerCompiler): (data: unknown) => unknown {
  const write = compiler({ ...route, schema });
  return (data) => {
    try {
      // Parsed, since the order of members is no part of it.
      // Text or its bytes.
      return JSON.parse(Buffer.from(write(data)).toString()) as unknown;
    } catch (error) {
      return (error as Error).name;
    }
  };
}

const leaf = z.object({
  id: z.string(),
  count: z.number(),
  kind: z.enum(['a', 'b']).nullable(),
  on: z.boolean().optional(),
});
const older = z.object({ id: z.string(), count: z.number() });
const tree = z.object({
  id: z.string(),
  get list() {
    return z.array(tree).optional();
  },
});
const schemas: Readonly<Record<string, z.ZodType>> = {
  tree,
  leaf,
  page: z.object({ data: z.array(leaf), has_more: z.boolean(), next_page: z.string().nullable() }),
  union: z.union([z.object({ data: z.array(z.union([leaf, older])) }), z.array(older)]),
  nested: z.object({
    a: z.object({ b: z.object({ c: leaf.nullable() }).optional() }),
    list: z.array(z.array(z.string())),
  }),
  checked: z.object({
    id: z.uuid(),
    at: z.iso.datetime(),
    int: z.int(),
    most: z.number().max(3),
    some: z.array(z.string()).max(2),
    short: z.string().max(3),
  }),
  open: z.object({ known: z.string(), rest: z.unknown(), any: z.any(), record: z.record(z.string(), z.number()) }),
  loose: z.looseObject({ id: z.string() }),
  strict: z.strictObject({ id: z.string() }),
  literals: z.object({ type: z.literal('x'), status: z.literal([1, null]), none: z.null() }),
  variants: z.discriminatedUnion('type', [
    z.object({ type: z.literal('a'), a: z.string() }),
    z.object({ type: z.literal('b'), b: z.number().nullable() }),
  ]),
  refined: z.object({ a: z.number(), b: z.number() }).refine(({ a, b }) => a < b),
  withDefault: z.object({ a: z.string().default('x'), b: z.number().optional().nullable() }),
  mixed: z.object({ any: z.unknown(), data: z.array(z.object({ a: z.any(), id: z.string().optional() }).optional()) }),
  nothing: z.null(),
};

/** Values that nearly fit. */
const scalar = fc.oneof(
  fc.constantFrom<unknown>('a', 'b', 'x', '', 1, 0, -0, 1.5, NaN, Infinity, null, undefined, true, 2 ** 53),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
  fc.uuid(),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
);
const names = [
  ...[
    'id',
    'count',
    'kind',
    'on',
    'data',
    'has_more',
    'next_page',
    'a',
    'b',
    'c',
    'list',
    'at',
    'int',
    'most',
    'some',
    'short',
  ],
  ...['known', 'rest', 'any', 'record', 'type', 'status', 'none', 'secret'],
];
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
  ),
})).value;

const fitting: Readonly<Record<string, unknown>> = {
  tree: { id: '', list: [{ id: 'a', list: [] }] },
  leaf: { id: 'i', count: 1, kind: null },
  page: { data: [{ id: 'é"\n', count: -1.5, kind: 'a', on: true }], has_more: false, next_page: null },
  union: {
    data: [
      { id: 'i', count: 1, kind: 'b' },
      { id: 'i', count: 1, is_public: true },
    ],
  },
  nested: { a: { b: { c: null } }, list: [['x'], []] },
  checked: { id: crypto.randomUUID(), at: new Date().toISOString(), int: 3, most: 3, some: [], short: 'abc' },
  open: { known: '', rest: { deep: [1] }, any: null, record: { x: 1 } },
  loose: { id: '', more: { secret: 1 } },
  strict: { id: '' },
  literals: { type: 'x', status: null, none: null },
  variants: { type: 'b', b: null },
  refined: { a: 1, b: 2 },
  withDefault: { a: 'y', b: null },
  mixed: { any: undefined, data: [undefined, { a: undefined }, { a: 1, id: '' }] },
  nothing: null,
};

/** Changes one place of a value. */
function changed(value: unknown, path: number, to: unknown): unknown {
  if (typeof value !== 'object' || value === null || path % 3 === 0) return to;
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length === 0) return to;
  const [name, member] = entries[path % entries.length]!;
  const next = changed(member, Math.floor(path / 3), to);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? next : (item as unknown)));
  return { ...value, [name]: next, secret: 'not in the schema' };
}

describe('the serializer', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const mine = writer(schema);
    const zods = writer(schema, encodingCompiler);
    it(`writes and refuses what zod does: ${name}`, () => {
      assert.deepEqual(mine(fitting[name]), zods(fitting[name]));
      assert.notEqual(mine(fitting[name]), 'ResponseSerializationError');
      fc.assert(
        fc.property(fc.nat(10_000), fc.oneof<fc.Arbitrary<unknown>[]>(scalar, anything), (path, to) => {
          const value = changed(fitting[name], path, to);
          assert.deepEqual(mine(value), zods(value));
        }),
        runs(400),
      );
      fc.assert(
        fc.property(anything, (value) => assert.deepEqual(mine(value), zods(value))),
        runs(200),
      );
    });
  }

  it('leaves out what the schema does not name, at every depth and in every kind of nest', () => {
    const write = writer(schemas.page!);
    const secret = { hash: 'secret', password: 'secret' };
    const page = { data: [{ ...secret, id: 'i', count: 1, kind: null }], has_more: false, next_page: null, ...secret };
    assert.ok(!JSON.stringify(write(page)).includes('secret'));
    const frozen = Object.freeze({ ...secret, id: 'i', count: 1, kind: null });
    for (let again = 0; again < 2; again++) {
      assert.ok(!JSON.stringify(write({ ...page, data: [frozen] })).includes('secret'));
    }
  });

  it('writes a frozen object once for each schema, and one that may change each time', () => {
    let reads = 0;
    const counted = {
      get id() {
        reads++;
        return `read ${reads}`;
      },
      count: 1,
      kind: null,
    };
    const write = writer(z.array(leaf));
    const both = writer(z.array(older));
    write([counted]);
    write([counted]);
    assert.equal(reads, 2);
    Object.freeze(counted);
    assert.deepEqual(write([counted]), write([counted]));
    assert.equal(reads, 3);
    assert.deepEqual(both([counted]), [{ id: 'read 4', count: 1 }]);
  });

  it('tries a frozen object once on a form that it does not fit', () => {
    let reads = 0;
    const counted = Object.freeze({
      get id() {
        reads++;
        return 'i';
      },
      count: 1,
    });
    const write = writer(z.array(z.union([z.object({ id: z.string(), kind: z.string() }), older])));
    for (let again = 0; again < 3; again++) assert.deepEqual(write([counted]), [{ id: 'i', count: 1 }]);
    assert.equal(reads, 2);
    const strictly = writer(z.array(z.object({ id: z.string(), kind: z.string() })));
    for (let again = 0; again < 2; again++) assert.match(String(strictly([counted])), /Error$/);
  });

  it('writes a short frozen object as text, a long one and a list of them as bytes, all of them alike', () => {
    const frozen = (id: string) => Object.freeze({ id, count: 1, kind: null });
    const [short, long] = [frozen('é'), frozen('é'.repeat(3000))];
    const one = serializerCompiler({ ...route, schema: leaf });
    const many = serializerCompiler({ ...route, schema: z.array(leaf) });
    for (let again = 0; again < 2; again++) {
      assert.equal(one(short), JSON.stringify(short));
      assert.deepEqual(one(long), Buffer.from(JSON.stringify(long)));
      assert.deepEqual(many([short, long]), Buffer.from(JSON.stringify([short, long])));
    }
    // What was begun for one form and taken back is no part of the other.
    const either = serializerCompiler({ ...route, schema: z.union([z.object({ a: leaf, b: z.number() }), leaf]) });
    assert.equal(either({ a: short, b: 'none', ...short }), JSON.stringify(short));
  });
});
