/** An engine that is not in the registry works like those that are: no file of this folder names an engine. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuiltInVoice, EngineDescriptor } from '../engines/adapter.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { allEngines, enginesById } from '../engines/registry.ts';
import { localizedSpeaker } from './accent-changes.ts';
import { createCatalogue, liveCatalogue } from './catalogue.ts';
import { cloneSpeaker, requireCloning } from './cloning.ts';
import type { Language } from './languages.ts';
import { builtInLibrary, voiceLibrary } from './library.ts';
import { findAccent } from './locales.ts';
import { enginesOf, modelIds } from './models.ts';
import { castingEngine } from './testing.ts';
import { isSpokenBy, speakerFor, speechTarget } from './speakers.ts';
import type { Voice } from './voice.ts';

const fake = castingEngine('fake');
const engines = [fake, ...allEngines];
const catalogue = createCatalogue([...allEngines, fake]);
const library = builtInLibrary(engines, catalogue);
const profile = { medianPitch: 120, pitchSpread: 0.3 };

function named(name: string): Voice {
  return catalogue.voices.find((voice) => voice.name === name)!;
}

function spoken(name: string, request: Parameters<typeof speechTarget>[1], able: readonly EngineDescriptor[]): string {
  const voice = named(name);
  const speaker = speakerFor(voice, speechTarget(voice, request), able);
  return `${speaker.engine}: ${speaker.name}`;
}

describe('a new engine', () => {
  it('brings its voices to the library, behind those that were there, under ids that stay', async () => {
    assert.deepEqual(catalogue.voices.slice(0, -2), createCatalogue().voices);
    assert.deepEqual(
      (await library.list({}, 'org')).slice(-2).map(({ id, name }) => [id, name]),
      [
        ['95542235-753a-585d-bdfe-3e365d96aa37', 'Robin of fake'],
        ['7a425800-f840-5870-b0e9-7ad18e4632c5', 'Aoi of fake'],
      ],
    );
    assert.deepEqual(
      (await library.list({ tag: { language: 'ja' } }, 'org')).map(({ name }) => name),
      ['Sakura', 'Haruto', 'Aoi of fake'],
    );
    const unloaded = builtInLibrary(allEngines, catalogue);
    assert.ok((await unloaded.list({}, 'org')).every(({ speaker }) => speaker.engine !== 'fake'));
    assert.equal((await unloaded.get(named('Robin of fake').id, 'org'))?.name, 'Robin of fake');
  });
  it('has its voices described, with its accents in the order of the interface', () => {
    const { tagline, description, gender, accents } = named('Robin of fake');
    assert.deepEqual(
      [tagline, description, gender],
      ['Irish English', 'A voice speaking Irish English: made for tests.', null],
    );
    assert.deepEqual(accents, [
      { accent: 'irish', locale: 'en-IE', isNative: true },
      { accent: 'british', locale: 'en-GB', isNative: false },
    ]);
    const aoi = named('Aoi of fake');
    assert.deepEqual(
      [aoi.tagline, aoi.description, aoi.accents.map(({ accent }) => accent)],
      ['Japanese', 'A gender-neutral voice speaking Japanese: made for tests. Says nothing.', ['standard-japanese']],
    );
  });
  it('speaks its own voices, as they are in their own accent and cast in another', () => {
    assert.equal(spoken('Robin of fake', {}, engines), 'fake: robin');
    assert.equal(spoken('Robin of fake', { accent: 'irish' }, engines), 'fake: robin');
    assert.equal(spoken('Robin of fake', { accent: 'british' }, engines), 'fake: robin british');
    assert.equal(spoken('Robin of fake', { language: 'ja' }, engines), 'fake: robin standard-japanese');
  });
  it('speaks for voices of engines that may not, in its languages only', () => {
    assert.equal(spoken('Sadie', { language: 'ja' }, engines), 'fake: feminine standard-japanese');
    assert.equal(spoken('Sadie', {}, [fake]), 'fake: feminine general-american');
    assert.equal(spoken('Robin of fake', { language: 'fr' }, engines), 'espeak: fr');
    assert.equal(spoken('Robin of fake', {}, allEngines), 'flite: rms');
    assert.throws(() => spoken('Diego', {}, [fake]), { code: 'unsupported_language', message: /\(fake\)/u });
  });
  it('is passed over where it cannot cast', () => {
    const mute: EngineDescriptor = { ...fake, cast: () => undefined };
    assert.equal(spoken('Sadie', { language: 'ja' }, [mute, ...allEngines]), 'espeak: ja');
    assert.equal(isSpokenBy([mute], named('Sadie')), false);
    assert.throws(() => spoken('Sadie', {}, [mute]), { code: 'unsupported_language' });
  });
  it('is a model under its id', () => {
    assert.deepEqual(enginesOf('fake', engines), [fake]);
    assert.deepEqual(enginesOf('sonic-3', engines), engines);
    assert.deepEqual(modelIds(engines), ['sonorant-1', 'fake', ...allEngines.map(({ id }) => id)]);
    assert.throws(() => enginesOf('fake', allEngines), { code: 'model_not_found' });
  });
});

describe('a new engine that clones', () => {
  const cloning = castingEngine('cloning', { cloning: 'profile' });
  const clone = (language: Language, able: readonly EngineDescriptor[], base?: Voice): unknown =>
    cloneSpeaker({ profile, language, accent: null, base }, able);

  it('speaks clones as the first that can, unless the base voice is of another that can', () => {
    const cast = { engine: 'cloning', name: 'masculine general-american', profile };
    const other = { engine: 'espeak', name: 'en-us', variant: 'f5', profile };
    assert.deepEqual(clone('en', [fake, cloning, ...allEngines]), cast);
    assert.deepEqual(clone('en', [...allEngines, cloning]), { engine: 'flite', name: 'rms', profile });
    assert.deepEqual(clone('en', [cloning, ...allEngines], named('Nora')), other);
    assert.deepEqual(clone('en', [cloning], named('Nora')), { ...cast, name: 'feminine general-american' });
    assert.deepEqual(clone('fr', [cloning, ...allEngines]), { ...other, name: 'fr', variant: 'masculine1' });
  });
  it('is what a server needs for them', () => {
    requireCloning([cloning], 'ja');
    assert.throws(() => requireCloning([cloning], 'fr'), { code: 'unsupported_language' });
    assert.throws(() => requireCloning([fake]), { code: 'not_implemented' });
    assert.throws(() => requireCloning([castingEngine('clips', { cloning: 'zero-shot' })]), {
      code: 'not_implemented',
    });
    const mute: EngineDescriptor = { ...cloning, cast: () => undefined };
    assert.throws(() => clone('en', [mute]), { code: 'unsupported_language' });
  });
  it('brings voices of all engines into other accents, its own with their timbre', () => {
    const voices = createCatalogue([cloning]).voices;
    const irish = findAccent('irish')!;
    const french = findAccent('parisian')!;
    assert.equal(localizedSpeaker(voices[0]!, irish, [cloning]).name, 'robin irish');
    assert.equal(localizedSpeaker(named('Sadie'), irish, [cloning]).name, 'feminine irish');
    assert.equal(localizedSpeaker(named('Robin of fake'), irish, [cloning, fake]).name, 'robin');
    assert.throws(() => localizedSpeaker(voices[0]!, french, [cloning]), { code: 'unsupported_language' });
    assert.equal(localizedSpeaker(voices[0]!, french, [cloning, ...enginesById(['espeak'])]).engine, 'espeak');
  });
});

describe('a catalogue whose engines come and go', () => {
  const voice = (id: string, name: string, gender: BuiltInVoice['gender']): BuiltInVoice => ({
    key: `${id}/${name}`,
    name,
    gender,
    language: 'en',
    character: 'a tone',
    licence: 'CC BY 4.0',
    speaker: { engine: id, name },
  });
  const model = fakeEngine({
    id: 'neural:mia',
    voices: [voice('neural:mia', 'Mia', null), voice('neural:mia', 'Max', 'masculine')],
  });
  const upstream = fakeEngine({ id: 'upstream:gpu', voices: [voice('upstream:gpu', 'Uma', 'feminine')] });
  const [masculine, feminine] = ['a0e99841-438c-4a64-b679-ae501e7d6091', 'f786b574-daa5-4673-aa0c-cbe3e8534c02'];
  const speakers = (catalogue: ReturnType<typeof liveCatalogue>): (string | undefined)[] =>
    [masculine, feminine].map((alias) => catalogue.find(alias)?.speaker.name);

  it('lets the default voices be the nearest ones of an engine that is preferred, for as long as it is there', () => {
    let known: readonly EngineDescriptor[] = [...allEngines, upstream];
    const catalogue = liveCatalogue(() => known);
    const before = catalogue.voices;
    assert.deepEqual(speakers(catalogue), ['rms', 'slt']);
    assert.equal(catalogue.voices.at(-1)?.name, 'Uma', 'an upstream comes last');
    known = [model, ...allEngines, upstream];
    assert.deepEqual(speakers(catalogue), ['Max', 'Mia'], 'no feminine speaker: one of no known gender');
    assert.deepEqual(catalogue.voices.slice(2), before);
    assert.match(catalogue.voices[0]!.description, /neural:mia; licence: CC BY 4\.0\.$/u);
    known = [upstream, ...allEngines];
    assert.deepEqual(speakers(catalogue), ['Uma', 'Uma']);
    known = allEngines;
    assert.deepEqual([speakers(catalogue), catalogue.voices], [['rms', 'slt'], createCatalogue().voices]);
  });

  it('does not let the order of the embedded engines change what an id means', () => {
    const other = liveCatalogue(() => enginesById(['espeak', 'flite']));
    assert.deepEqual([other.voices, speakers(other)], [createCatalogue().voices, ['rms', 'slt']]);
  });

  it('makes the list of a library anew', async () => {
    const source: { engines: readonly EngineDescriptor[] } = { engines: allEngines };
    const catalogue = liveCatalogue(() => source.engines);
    const rows = {
      page: nothing,
      lastPage: nothing,
      find: () => Promise.resolve(undefined),
      named: () => Promise.resolve([]),
    };
    const live = voiceLibrary(rows, source, catalogue);
    const names = async (): Promise<string[]> =>
      (await live.list({ text: ': a tone' }, 'org_1')).map(({ name }) => name);
    assert.deepEqual(await names(), []);
    source.engines = [model, ...allEngines];
    assert.deepEqual(await names(), ['Mia', 'Max']);
  });
});

function nothing(): Promise<{ rows: []; hasMore: false }> {
  return Promise.resolve({ rows: [], hasMore: false });
}
