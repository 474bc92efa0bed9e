import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  pageFields,
  pageQuery,
  pageSchema,
  paginate,
  queryBoolean,
  queryList,
  type Page,
  type PageQuery,
} from '../index.ts';
import { startTestServer, type TestServer } from '../testing.ts';

const items = Array.from({ length: 25 }, (_, i) => ({ id: `id-${i}` }));
function ids(page: Page<{ id: string }>) {
  return page.data.map((item) => item.id);
}

describe('a page', () => {
  it('begins at the first item and says whether more follow', () => {
    assert.deepEqual(paginate(items, { limit: 2 }), { data: items.slice(0, 2), has_more: true, next_page: 'id-1' });
    assert.deepEqual(paginate(items, { limit: 25 }), { data: items, has_more: false, next_page: null });
    assert.deepEqual(paginate([], { limit: 10 }), { data: [], has_more: false, next_page: null });
  });

  it('is empty after the last item and before the first, so that every walk ends', () => {
    assert.deepEqual(paginate(items, { limit: 10, starting_after: 'id-24' }), {
      data: [],
      has_more: false,
      next_page: null,
    });
    assert.deepEqual(paginate(items, { limit: 10, ending_before: 'id-0' }), {
      data: [],
      has_more: false,
      next_page: null,
    });
  });

  it('before an item holds those right before it, in the order of the list', () => {
    assert.deepEqual(paginate(items, { limit: 2, ending_before: 'id-5' }), {
      data: items.slice(3, 5),
      has_more: true,
      next_page: 'id-3',
    });
    assert.deepEqual(paginate(items, { limit: 9, ending_before: 'id-5' }), {
      data: items.slice(0, 5),
      has_more: false,
      next_page: null,
    });
  });

  it('after page, walked by the last id or by next_page in either direction, gives every item once and in order', () => {
    const walk = (
      count: number,
      limit: number,
      direction: 'starting_after' | 'ending_before',
      cursor: (page: Page<{ id: string }>) => string | null | undefined,
    ) => {
      const list = items.slice(0, count);
      const seen: string[] = [];
      let query: PageQuery = {
        limit,
        ...(direction === 'ending_before' && count > 0 ? { ending_before: list.at(-1)!.id } : {}),
      };
      for (;;) {
        const page = paginate(list, query);
        seen.push(...(direction === 'starting_after' ? ids(page) : ids(page).reverse()));
        const next = cursor(page);
        if (page.data.length === 0 || next === null || next === undefined) return seen;
        query = { limit, [direction]: next };
      }
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 100 }), (count, limit) => {
        const all = items.slice(0, count).map((item) => item.id);
        assert.deepEqual(
          walk(count, limit, 'starting_after', (page) => page.data.at(-1)?.id),
          all,
        );
        assert.deepEqual(
          walk(count, limit, 'starting_after', (page) => page.next_page),
          all,
        );
        assert.deepEqual(
          walk(count, limit, 'ending_before', (page) => page.data[0]?.id),
          all.slice(0, -1).reverse(),
        );
        assert.deepEqual(
          walk(count, limit, 'ending_before', (page) => page.next_page),
          all.slice(0, -1).reverse(),
        );
      }),
    );
  });
});

let server: TestServer;
before(async () => {
  server = await startTestServer({
    routes(instance) {
      const app = instance.withTypeProvider<ZodTypeProvider>();
      const item = z.object({ id: z.string() });
      app.get('/items', { schema: { querystring: pageQuery(), response: { 200: pageSchema(item) } } }, (request) =>
        paginate(items, request.query),
      );
      app.get(
        '/keys',
        {
          schema: {
            querystring: z.object({
              ...pageFields(20),
              q: z.string().optional(),
              on: queryBoolean().optional(),
              tag: queryList(z.enum(['a', 'b'])).optional(),
            }),
          },
        },
        (request) => request.query,
      );
    },
  });
});
after(() => server.close());

describe('the query of a list', () => {
  const ask = async (query: string) => {
    const response = await server.inject({ url: `/items${query}` });
    return response.statusCode === 200 ? ids(response.json()).length : response.json<{ message: string }>().message;
  };

  it('gives 10 items unless it asks for 1 to 100', async () => {
    assert.equal(await ask(''), 10);
    assert.equal(await ask('?limit=1'), 1);
    assert.equal(await ask('?limit=100'), 25);
  });

  it('is 400 when the limit is out of range or no integer', async () => {
    for (const limit of ['0', '101', '-1', '1.5', '1e1', '0x10', 'ten', '', ' 5']) {
      assert.match(String(await ask(`?limit=${encodeURIComponent(limit)}`)), /→ at limit$/, limit);
    }
    assert.match(String(await ask('?limit=1&limit=2')), /→ at limit$/);
  });

  it('is 400 with an unknown cursor or with both', async () => {
    assert.match(String(await ask('?starting_after=nope')), /→ at starting_after$/);
    assert.match(String(await ask('?ending_before=')), /→ at ending_before$/);
    assert.match(String(await ask('?starting_after=id-1&ending_before=id-5')), /exclude each other/);
  });

  it('can be joined by fields of the route, with flags and repeated parameters', async () => {
    const read = async (query: string) =>
      (await server.inject({ url: `/keys${query}` })).json<Record<string, unknown>>();
    assert.deepEqual(await read('?q=x&on=false&tag=a'), { limit: 20, q: 'x', on: false, tag: ['a'] });
    assert.deepEqual(await read('?tag=a&tag=b&on=true'), { limit: 20, on: true, tag: ['a', 'b'] });
    for (const query of ['?on=yes', '?on=', '?tag=c']) {
      assert.equal((await read(query)).error_code, 'invalid_request', query);
    }
  });
});
