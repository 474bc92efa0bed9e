import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageRequest, Store } from '../index.ts';
import { databases, using } from '../testing.ts';
import type { NewVoice, VoiceRowFilter } from './voices.ts';

const draft: NewVoice = {
  name: 'Ada',
  tagline: 'Short',
  description: 'A voice',
  gender: 'feminine',
  language: 'en',
  accents: [{ accent: 'british', locale: 'en-GB', isNative: true }],
  access: 'private',
  speaker: { engine: 'espeak', name: 'en-gb' },
};

for (const [name, database] of Object.entries(databases)) {
  describe(`voices on ${name}`, () => {
    const organizations = (store: Store) =>
      Promise.all(['A', 'B'].map(async (label) => (await store.organizations.create(label)).id));
    /** With a clock that ticks once for each reading, so that voices have an order. */
    const withTwo = (test: (store: Store, a: string, b: string) => Promise<void>): Promise<void> => {
      let ticks = 0;
      return using(
        database,
        async (store) => {
          const [a, b] = await organizations(store);
          await test(store, a!, b!);
        },
        { now: () => new Date(1_800_000_000_000 + 1000 * ticks++) },
      );
    };
    const remove = (store: Store, organization: string, id: string) =>
      store.transaction(({ voices }) => voices.remove(organization, id));
    const update = (
      store: Store,
      organization: string,
      id: string,
      changes: Parameters<Store['voices']['update']>[2],
    ) => store.transaction(({ voices }) => voices.update(organization, id, changes));

    it('gives back what was written', () =>
      withTwo(async (store, a) => {
        const row = await store.voices.create(a, {
          ...draft,
          baseVoiceId: 'base',
          clip: 'clips/x',
          fineTuneId: 'fine_tune_1',
        });
        assert.deepEqual(await store.voices.find(a, row.id), row);
        assert.deepEqual(
          [row.organization_id, row.status, row.base_voice_id, row.clip, row.fine_tune_id],
          [a, 'active', 'base', 'clips/x', 'fine_tune_1'],
        );
        assert.deepEqual([JSON.parse(row.accents), JSON.parse(row.speaker)], [draft.accents, draft.speaker]);
        const { base_voice_id, clip, fine_tune_id } = await store.voices.create(a, draft);
        assert.deepEqual(
          { base_voice_id, clip, fine_tune_id },
          { base_voice_id: null, clip: null, fine_tune_id: null },
        );
      }));

    it('gives the active ones of a name, whose case and diacritics do not matter: own ones, or public ones of others', () =>
      withTwo(async (store, a, b) => {
        const make = async (owner: string, named: string, access: NewVoice['access'] = 'private') =>
          (await store.voices.create(owner, { ...draft, name: named, access })).id;
        const first = await make(a, 'Zoë');
        const second = await make(a, 'ZOE', 'public');
        await make(a, 'Zoe B.');
        await make(a, 'A Zoe');
        await make(a, 'Zoe\nOf two lines');
        const archived = await make(a, 'Zoe');
        await store.database.db.updateTable('voices').set({ status: 'archived' }).where('id', '=', archived).execute();
        const theirs = await make(b, 'zoe', 'public');
        await make(b, 'zoe');
        const named = async (owner: string, asked: string, whose: 'own' | 'public') =>
          (await store.voices.named(owner, asked, whose)).map(({ id }) => id);
        assert.deepEqual(await named(a, 'zoe', 'own'), [second, first]);
        assert.deepEqual(await named(a, 'zoë', 'public'), [theirs]);
        assert.deepEqual(await named(b, 'zoe', 'public'), [second]);
        assert.deepEqual(await named(a, 'z%', 'own'), []);
        assert.deepEqual(await named(a, 'zo', 'own'), []);
      }));

    it('shows an organization its own voices and the public ones', () =>
      withTwo(async (store, a, b) => {
        const { id: own } = await store.voices.create(a, draft);
        const { id: shared } = await store.voices.create(b, { ...draft, access: 'public' });
        const { id: hidden } = await store.voices.create(b, draft);
        const seen = async (find: 'find' | 'findOwn') =>
          (await Promise.all([own, shared, hidden].map((id) => store.voices[find](a, id)))).map(
            (row) => row !== undefined,
          );
        assert.deepEqual(
          [await seen('find'), await seen('findOwn')],
          [
            [true, true, false],
            [true, false, false],
          ],
        );
        assert.deepEqual(
          (await store.voices.page(a, { limit: 10 })).rows.map(({ id }) => id),
          [shared, own],
        );
      }));

    it('changes and removes own voices only', () =>
      withTwo(async (store, a, b) => {
        const { id } = await store.voices.create(a, { ...draft, access: 'public' });
        assert.deepEqual(
          [await update(store, b, id, { name: 'Theirs' }), await remove(store, b, id)],
          [undefined, undefined],
        );
        const changed = await update(store, a, id, { gender: null, access: 'private' });
        assert.deepEqual([changed?.name, changed?.gender, changed?.access], ['Ada', null, 'private']);
        assert.ok(changed!.updated_at > changed!.created_at);
        assert.equal((await remove(store, a, id))?.id, id);
        assert.equal(await store.voices.find(a, id), undefined);
        assert.equal(await remove(store, a, id), undefined);
      }));

    it('finds by every filter, and by all together', () =>
      withTwo(async (store, a, b) => {
        const make = async (organization: string, more: Partial<NewVoice>): Promise<string> =>
          (await store.voices.create(organization, { ...draft, ...more })).id;
        const elodie = await make(a, {
          name: 'Élodie',
          gender: 'feminine',
          language: 'fr',
          accents: [
            { accent: 'parisian', locale: 'fr-FR', isNative: true },
            { accent: 'british', locale: 'en-GB', isNative: false },
          ],
        });
        const owen = await make(a, {
          name: 'Owen',
          description: 'He says 100 %',
          gender: 'masculine',
          fineTuneId: 'fine_tune_1',
        });
        const shared = await make(b, { name: 'Other', gender: null, access: 'public', accents: [] });
        const found = async (filter: VoiceRowFilter): Promise<string[]> =>
          (await store.voices.page(a, { limit: 10, ...filter })).rows.map(({ id }) => id);
        const cases: readonly (readonly [VoiceRowFilter, readonly string[]])[] = [
          [{}, [shared, owen, elodie]],
          [{ q: 'ELODIE' }, [elodie]],
          [{ q: 'says 100 %' }, [owen]],
          [{ q: '%' }, [owen]],
          [{ q: owen.slice(3, 20) }, [owen]],
          [{ q: '_' }, []],
          [{ isOwner: true }, [owen, elodie]],
          [{ isOwner: false }, [shared]],
          [{ gender: 'masculine' }, [owen]],
          [{ language: 'en' }, [shared, owen]],
          [{ locale: 'en-GB' }, [owen]],
          [{ locale: 'fr-FR' }, [elodie]],
          [{ fineTuneId: 'fine_tune_1' }, [owen]],
          [{ isOwner: true, language: 'en', gender: 'masculine', q: 'owen' }, [owen]],
          [{ isOwner: false, q: 'owen' }, []],
        ];
        for (const [filter, expected] of cases) assert.deepEqual(await found(filter), expected, JSON.stringify(filter));
      }));

    it('leaves archived voices out unless they are asked for', () =>
      withTwo(async (store, a) => {
        const { id } = await store.voices.create(a, draft);
        await store.database.db.updateTable('voices').set({ status: 'archived' }).where('id', '=', id).execute();
        assert.equal((await store.voices.page(a, { limit: 10 })).rows.length, 0);
        assert.equal((await store.voices.page(a, { limit: 10, includeArchived: true })).rows.length, 1);
        assert.equal((await store.voices.find(a, id))?.id, id);
      }));

    it('finds a voice by its new name only', () =>
      withTwo(async (store, a) => {
        // Names that no id can contain, since ids are searched as well.
        const { id } = await store.voices.create(a, { ...draft, name: 'Wilma' });
        await update(store, a, id, { name: 'Grace' });
        const count = async (q: string): Promise<number> => (await store.voices.page(a, { limit: 10, q })).rows.length;
        assert.deepEqual([await count('grace'), await count('wilma'), await count('a voice')], [1, 0, 1]);
      }));

    it('is walked in both directions, and from its end', () =>
      withTwo(async (store, a) => {
        const ids: string[] = [];
        for (let index = 0; index < 7; index++) ids.unshift((await store.voices.create(a, draft)).id);
        const page = async (request: PageRequest) => {
          const { rows, hasMore } = await store.voices.page(a, request);
          return [rows.map(({ id }) => id), hasMore];
        };
        assert.deepEqual(await page({ limit: 3, starting_after: ids[2] }), [ids.slice(3, 6), true]);
        assert.deepEqual(await page({ limit: 3, starting_after: ids[3] }), [ids.slice(4), false]);
        assert.deepEqual(await page({ limit: 3, ending_before: ids[5] }), [ids.slice(2, 5), true]);
        const last = async (limit: number) => {
          const { rows, hasMore } = await store.voices.lastPage(a, limit, {});
          return [rows.map(({ id }) => id), hasMore];
        };
        assert.deepEqual(
          [await last(0), await last(2), await last(7), await last(9)],
          [
            [[], true],
            [ids.slice(5), true],
            [ids, false],
            [ids, false],
          ],
        );
        assert.deepEqual(await store.voices.lastPage(a, 3, { gender: 'masculine' }), { rows: [], hasMore: false });
        await assert.rejects(store.voices.page(a, { limit: 3, starting_after: 'nobody' }), /starting_after/u);
      }));

    it('loses none of several changes at once', () =>
      withTwo(async (store, a) => {
        const { id } = await store.voices.create(a, draft);
        await Promise.all(
          [{ name: 'N' }, { tagline: 'T' }, { description: 'D' }].map((changes) => update(store, a, id, changes)),
        );
        const row = (await store.voices.find(a, id))!;
        assert.deepEqual([row.name, row.tagline, row.description, row.search], ['N', 'T', 'D', `n\nd\n${id}`]);
      }));
  });
}
