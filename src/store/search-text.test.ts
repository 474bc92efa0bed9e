import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { folded } from './folded-text.ts';
import { contains } from './search-text.ts';
import { databases, using } from './testing.ts';

for (const [name, database] of Object.entries(databases)) {
  describe(`a search on ${name}`, () => {
    const finds = (text: string, looked: string): Promise<boolean> =>
      using(database, async ({ database: { db } }) => {
        await db
          .insertInto('organizations')
          .values({ id: 'x', name: folded('before', text, null), created_at: 'x' })
          .execute();
        return (
          (await db.selectFrom('organizations').select('id').where(contains('name', looked)).execute()).length === 1
        );
      });

    it('looks neither at case nor at diacritics, in any script', async () => {
      assert.equal(await finds('Café Österreich', 'CAFE ost'), true);
      assert.equal(await finds('ΩΜΈΓΑ', 'ωμεγα'), true);
      assert.equal(await finds('Ёлка', 'елка'), true);
      assert.equal(await finds('İstanbul', 'istanbul'), true);
      assert.equal(await finds('東京タワー', 'タワ'), true);
      assert.equal(await finds('Café', 'cafes'), false);
    });

    it('takes every character for itself', async () => {
      assert.equal(await finds('100 %', '100 %'), true);
      assert.equal(await finds('100', '1%'), false);
      assert.equal(await finds('snake_case', 'e_c'), true);
      assert.equal(await finds('snakeXcase', 'e_c'), false);
      assert.equal(await finds('back\\slash', 'k\\s'), true);
      assert.equal(await finds("it's", "t's"), true);
    });

    it('finds everything when there is nothing to look for', async () => {
      assert.equal(await finds('', ''), true);
    });
  });
}
