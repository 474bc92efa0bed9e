import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UsageRow } from '../index.ts';
import { databases, using } from '../testing.ts';

function row(changes: Partial<UsageRow> = {}): UsageRow {
  return {
    organization_id: 'ours',
    day: '2026-06-01',
    capability: 'tts',
    model_id: 'm',
    voice_id: 'v',
    api_key_id: 'k',
    credits: 1,
    ...changes,
  };
}

const june = { from: '2026-06-01', to: '2026-07-01' };

for (const [name, database] of Object.entries(databases)) {
  describe(`usage on ${name}`, () => {
    it('sums what is added, by day, and by what it is grouped by', () =>
      using(database, async ({ usage }) => {
        await usage.add([
          row(),
          row({ voice_id: 'w', credits: 10 }),
          row({ day: '2026-06-03', api_key_id: 'l', credits: 100 }),
        ]);
        await usage.add([row({ credits: 5 })]);
        assert.deepEqual(await usage.daily('ours', june), [
          { day: '2026-06-01', group: '', credits: 16 },
          { day: '2026-06-03', group: '', credits: 100 },
        ]);
        const byVoice = await usage.daily('ours', { ...june, groupBy: 'voice' });
        assert.deepEqual(
          new Set(byVoice.map(({ day, group, credits }) => `${day} ${group} ${credits}`)),
          new Set(['2026-06-01 v 6', '2026-06-01 w 10', '2026-06-03 v 100']),
        );
        assert.deepEqual(await usage.daily('ours', { ...june, apiKeyId: 'l' }), [
          { day: '2026-06-03', group: '', credits: 100 },
        ]);
      }));

    it('shows an organization its own, from the first day up to the one that is no more meant', () =>
      using(database, async ({ usage }) => {
        await usage.add([
          row({ day: '2026-05-31' }),
          row(),
          row({ day: '2026-06-30' }),
          row({ day: '2026-07-01' }),
          row({ organization_id: 'theirs' }),
        ]);
        assert.deepEqual(
          (await usage.daily('ours', june)).map(({ day }) => day),
          ['2026-06-01', '2026-06-30'],
        );
        assert.deepEqual(await usage.daily('nobody', june), []);
      }));

    it('takes more rows at once than a statement has parameters, and sums beyond 32 bits', () =>
      using(database, async ({ usage }) => {
        await usage.add(Array.from({ length: 6000 }, (_, index) => row({ voice_id: `v${index}`, credits: 1_000_000 })));
        assert.deepEqual(await usage.daily('ours', june), [{ day: '2026-06-01', group: '', credits: 6_000_000_000 }]);
      }));

    it('counts each part of a journal once, of a known journal only', () =>
      using(database, async (store) => {
        const { usage } = store;
        await usage.openJournal('j');
        const count = (from: number, to: number) =>
          store.transaction(async (repositories) => {
            const isFirst = await repositories.usage.advanceJournal('j', from, to);
            if (isFirst) await repositories.usage.add([row({ credits: to - from })]);
            return isFirst;
          });
        const firsts = await Promise.all(Array.from({ length: 5 }, () => count(0, 10)));
        assert.equal(firsts.filter(Boolean).length, 1);
        assert.equal(await usage.counted('j'), 10);
        assert.equal(await count(10, 15), true);
        await usage.closeJournal('j');
        assert.equal(await usage.counted('j'), undefined);
        assert.equal(await count(0, 15), false);
        assert.deepEqual(await usage.daily('ours', june), [{ day: '2026-06-01', group: '', credits: 15 }]);
      }));
  });
}
