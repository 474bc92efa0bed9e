import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { enginesById } from '../engines/registry.ts';
import { createCatalogue } from './catalogue.ts';
import { openTestStore } from '../store/testing.ts';
import type { PageRequest, Store } from '../store/index.ts';
import { builtInLibrary, matches, voiceLibrary, type VoiceFilter } from './library.ts';
import { parseLanguageTag } from './locales.ts';
import type { Voice } from './voice.ts';

const { voices: builtInVoices, aliases } = createCatalogue();
const [flite, whole] = enginesById(['flite', 'espeak']) as [EngineDescriptor, EngineDescriptor];
const languages = whole.capabilities.languages.filter((language) => language !== 'tl');
const espeak: EngineDescriptor = { ...whole, capabilities: { ...whole.capabilities, languages } };
const library = builtInLibrary([flite, espeak]);
async function names(filter: VoiceFilter, from = library): Promise<string[]> {
  return (await from.list(filter, 'org_1')).map((voice) => voice.name);
}

describe('the library of built-in voices', () => {
  it('lists them in the order of the catalogue', async () => {
    assert.deepEqual(
      await names({}),
      builtInVoices.filter((voice) => voice.language !== 'tl').map((voice) => voice.name),
    );
  });
  it('lists only voices whose own engine is loaded and speaks their language', async () => {
    assert.deepEqual(await names({}, builtInLibrary([flite])), ['Sadie', 'Russell', 'Alasdair', 'Kyle']);
    assert.ok((await builtInLibrary([espeak]).list({}, 'org_1')).every((voice) => voice.speaker.engine === 'espeak'));
    assert.deepEqual(await names({ tag: { language: 'tl' } }), []);
  });
  it('gets every voice and alias by id, also where its engine is not loaded', async () => {
    for (const id of [...builtInVoices.map((voice) => voice.id), ...aliases.keys()]) {
      assert.equal((await builtInLibrary([espeak]).get(id, 'org_1'))?.id, id);
    }
  });
  it('gets nothing for an unknown id', async () => assert.equal(await library.get('nobody', 'org_1'), undefined));
});

describe('the library of a database and the built-in voices', () => {
  let store: Store;
  let own: string;
  let all: readonly Voice[];
  let queries = 0;
  const stored = () => voiceLibrary(store.voices, { engines: [flite, espeak] });
  before(async () => {
    let ticks = 0;
    store = await openTestStore({ now: () => new Date(1_800_000_000_000 + 1000 * ticks++) });
    own = (await store.organizations.create('Mine')).id;
    const other = (await store.organizations.create('Theirs')).id;
    for (let index = 0; index < 25; index++) {
      const organization = index % 3 === 0 ? other : own;
      await store.voices.create(organization, {
        name: `Voice ${index}`,
        tagline: '',
        description: '',
        gender: index % 2 === 0 ? 'feminine' : 'masculine',
        language: 'en',
        accents: [],
        access: index % 4 === 0 ? 'public' : 'private',
        speaker: { engine: 'espeak', name: 'en-us' },
      });
    }
    all = await stored().list({}, own);
  });
  after(() => store.close());

  it('lists own and public voices newest first, then the built-in ones', () => {
    const numbers = Array.from({ length: 25 }, (_, index) => 24 - index).filter(
      (index) => index % 3 !== 0 || index % 4 === 0,
    );
    assert.deepEqual(
      all.slice(0, numbers.length).map((voice) => voice.name),
      numbers.map((number) => `Voice ${number}`),
    );
    assert.deepEqual(
      all.slice(numbers.length),
      builtInVoices.filter((voice) => voice.language !== 'tl'),
    );
  });

  it('lists all voices also when some of them are deleted between two steps', async () => {
    const { id: organization } = await store.organizations.create('Changing');
    for (let index = 0; index < 9; index++) {
      await store.voices.create(organization, {
        ...{ name: `${index}`, tagline: '', description: '', gender: null, language: 'en', accents: [] },
        ...{ access: 'private', speaker: { engine: 'espeak', name: 'en-us' } },
      });
    }
    let steps = 0;
    const changing = voiceLibrary(
      {
        ...store.voices,
        // The two that a step ends with are deleted behind it.
        page: async (whose, request) => {
          const page = await store.voices.page(whose, { ...request, limit: 4 });
          for (const { id } of steps++ === 0 ? page.rows.slice(-2) : []) {
            await store.transaction((rows) => rows.voices.remove(whose, id));
          }
          return page;
        },
      },
      { engines: [flite, espeak] },
    );
    const listed = await changing.list({ isOwner: true }, organization);
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['8', '7', '4', '3', '2', '1', '0'],
    );
  });

  it('gives the page at every place in both directions, whichever part it is of, with no more than two queries', async () => {
    const counted = voiceLibrary(
      {
        ...store.voices,
        page: (...given) => (queries++, store.voices.page(...given)),
        lastPage: (...given) => (queries++, store.voices.lastPage(...given)),
      },
      { engines: [flite, espeak] },
    );
    const filters: readonly VoiceFilter[] = [
      {},
      { gender: 'masculine' },
      { tag: { language: 'en' } },
      { isOwner: true },
      { isOwner: false },
    ];
    const lists = await Promise.all(filters.map((filter) => counted.list(filter, own)));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(filters.length - 1),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(),
        fc.boolean(),
        async (which, limit, place, backwards) => {
          const list = lists[which]!;
          const at = place % list.length;
          const request: PageRequest = backwards
            ? { limit, ending_before: list[at]!.id }
            : { limit, starting_after: list[at]!.id };
          queries = 0;
          const { rows, hasMore } = await counted.page(filters[which]!, own, request);
          assert.ok(queries <= 1);
          const start = backwards ? Math.max(0, at - limit) : at + 1;
          assert.deepEqual(rows, list.slice(start, backwards ? at : start + limit));
          assert.equal(hasMore, backwards ? at > limit : list.length > start + limit);
        },
      ),
      runs(300),
    );
    for (const [index, filter] of filters.entries()) {
      assert.deepEqual((await counted.page(filter, own, { limit: 40 })).rows, lists[index]!.slice(0, 40));
    }
  });

  it('refuses a cursor that is none, or not one of the list', async () => {
    const japanese = all.find((voice) => voice.language === 'ja')!.id;
    for (const [filter, cursor] of [
      [{}, 'nobody'],
      [{ tag: { language: 'fr' } }, japanese],
      [{ isOwner: false }, all.find((voice) => voice.ownerId === own)!.id],
    ] as const) {
      await assert.rejects(stored().page(filter, own, { limit: 5, starting_after: cursor }), /starting_after/u);
      await assert.rejects(stored().page(filter, own, { limit: 5, ending_before: cursor }), /ending_before/u);
      await assert.rejects(library.page(filter, own, { limit: 5, starting_after: 'nobody' }), /starting_after/u);
    }
    await assert.rejects(
      stored().page({}, own, { limit: 5, starting_after: japanese, ending_before: japanese }),
      /exclude each other/u,
    );
  });

  it('gets own, public and built-in voices by id', async () => {
    for (const voice of all) assert.deepEqual(await stored().get(voice.id, own), voice);
    const theirs = (await store.organizations.create('Third')).id;
    assert.equal(await stored().get(all.find((voice) => voice.access === 'private')!.id, theirs), undefined);
  });
});

describe('a voice by its name', () => {
  let store: Store;
  let own: string;
  let other: string;
  const stored = (aliases?: Voice) => ({
    resolve: (name: string, organization = own) =>
      voiceLibrary(store.voices, { engines: [flite, espeak] }).resolve(name, organization, () =>
        aliases ? [aliases] : [],
      ),
  });
  const make = async (owner: string, name: string, access: 'private' | 'public' = 'private') =>
    (
      await store.voices.create(owner, {
        name,
        tagline: '',
        description: '',
        gender: null,
        language: 'en',
        accents: [],
        access,
        speaker: { engine: 'espeak', name: 'en-us' },
      })
    ).id;
  before(async () => {
    store = await openTestStore({});
    own = (await store.organizations.create('Mine')).id;
    other = (await store.organizations.create('Theirs')).id;
  });
  after(() => store.close());

  it('is built in, whatever the case and the diacritics, also where its engine is not loaded', async () => {
    const elodie = builtInVoices.find((voice) => voice.name === 'Élodie')!;
    for (const name of ['Élodie', 'élodie', 'ELODIE']) {
      assert.deepEqual(await stored().resolve(name), elodie);
      assert.deepEqual(await library.resolve(name, own), elodie);
    }
    assert.deepEqual(await builtInLibrary([flite]).resolve('elodie', own), elodie);
    assert.equal(await stored().resolve('Elodi'), undefined);
    for (const id of [...builtInVoices.map((voice) => voice.id), ...aliases.keys()]) {
      assert.equal((await stored().resolve(id))?.id, id);
    }
  });

  it('is of the first rank that has it: own, built in, alias, public of others; its id goes before all', async () => {
    const alias = { ...builtInVoices[1]!, id: 'alias', name: 'Nova' };
    const publicNova = await make(other, 'nova', 'public');
    assert.equal((await stored().resolve('Nova'))?.id, publicNova);
    assert.equal((await stored(alias).resolve('Nova'))?.id, 'alias');
    await make(other, 'Sadie', 'public');
    assert.deepEqual(await stored({ ...alias, name: 'Sadie' }).resolve('sadie'), builtInVoices[0]);
    const sadie = await make(own, 'SADIE');
    assert.equal((await stored().resolve('sadie'))?.id, sadie);
    assert.deepEqual(
      await stored()
        .resolve('sadie', other)
        .then((voice) => voice?.name),
      'Sadie',
    );
    await make(own, sadie);
    assert.equal((await stored().resolve(sadie))?.id, sadie);
  });

  it('is refused with the ids where two of one rank have it, unless one of them is written so', async () => {
    const [one, two] = [await make(own, 'Twin'), await make(own, 'tWIN')];
    await assert.rejects(stored().resolve('twin'), (error: Error) => {
      assert.match(error.message, /2 voices have the name 'twin'.*\n {2}→ at voice$/u);
      assert.ok(error.message.includes(one) && error.message.includes(two));
      return true;
    });
    const [zoe, accented] = [await make(own, 'Zoe'), await make(own, 'Zoë')];
    assert.equal((await stored().resolve('zoe'))?.id, zoe);
    assert.equal((await stored().resolve('ZOË'))?.id, accented);
    await assert.rejects(stored().resolve('zôe'), /2 voices/u);
  });

  it('is not that of a private voice of others', async () => {
    await make(other, 'Secret');
    assert.equal(await stored().resolve('Secret'), undefined);
  });
});

describe('a filter of voices', () => {
  it('finds text in name, description and id, whatever the case and the diacritics', async () => {
    assert.deepEqual(await names({ text: 'ELODIE' }), ['Élodie']);
    assert.deepEqual(await names({ text: 'scottish' }), ['Alasdair', 'Isla', 'Angus']);
    assert.deepEqual(await names({ text: builtInVoices[1]!.id.slice(4, 20) }), ['Russell']);
  });
  it('narrows to a language or to a locale', async () => {
    assert.deepEqual(await names({ tag: parseLanguageTag('ja')! }), ['Sakura', 'Haruto']);
    assert.deepEqual(await names({ tag: parseLanguageTag('pt_pt')! }), ['Inês', 'Duarte']);
  });
  it('narrows to a gender, and all conditions hold together', async () => {
    assert.deepEqual(await names({ gender: 'masculine', tag: { language: 'fr' } }), ['Julien', 'Thibault']);
    assert.deepEqual(await names({ gender: 'gender_neutral' }), []);
  });
  it('tells the organization’s own voices from the others', () => {
    const own: Voice = { ...builtInVoices[0]!, ownerId: 'org_1' };
    assert.deepEqual(
      [true, false].map((isOwner) => matches(own, { isOwner }, 'org_1')),
      [true, false],
    );
    assert.deepEqual(
      [true, false].map((isOwner) => matches(own, { isOwner }, 'org_2')),
      [false, true],
    );
  });
  it('leaves archived voices out unless they are asked for', () => {
    const archived: Voice = { ...builtInVoices[0]!, status: 'archived' };
    assert.deepEqual(
      [{}, { includeArchived: true }].map((filter) => matches(archived, filter, 'org_1')),
      [false, true],
    );
  });
});
