import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInVoices, voiceAliases } from './catalogue.ts';
import { languages } from './languages.ts';
import { builtInLibrary, matches, type VoiceFilter } from './library.ts';
import { parseLanguageTag } from './locales.ts';
import type { SpeakingEngine } from './speakers.ts';
import type { Voice } from './voice.ts';

const espeak: SpeakingEngine = { id: 'espeak', languages: languages.filter((language) => language !== 'tl') };
const flite: SpeakingEngine = { id: 'flite', languages: ['en'] };
const library = builtInLibrary([flite, espeak]);
const names = async (filter: VoiceFilter, from = library): Promise<string[]> => (await from.list(filter, 'org_1')).map((voice) => voice.name);

describe('the library of built-in voices', () => {
  it('lists them in the order of the catalogue', async () => {
    assert.deepEqual(await names({}), builtInVoices.filter((voice) => voice.language !== 'tl').map((voice) => voice.name));
  });
  it('lists only voices whose own engine is loaded and speaks their language', async () => {
    assert.deepEqual(await names({}, builtInLibrary([flite])), ['Sadie', 'Russell', 'Alasdair', 'Kyle']);
    assert.ok((await builtInLibrary([espeak]).list({}, 'org_1')).every((voice) => voice.speaker.engine === 'espeak'));
    assert.deepEqual(await names({ tag: { language: 'tl' } }), []);
  });
  it('gets every voice and alias by id, also where its engine is not loaded', async () => {
    for (const id of [...builtInVoices.map((voice) => voice.id), ...voiceAliases.keys()]) assert.equal((await builtInLibrary([espeak]).get(id, 'org_1'))?.id, id);
  });
  it('gets nothing for an unknown id', async () => assert.equal(await library.get('nobody', 'org_1'), undefined));
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
    assert.deepEqual([true, false].map((isOwner) => matches(own, { isOwner }, 'org_1')), [true, false]);
    assert.deepEqual([true, false].map((isOwner) => matches(own, { isOwner }, 'org_2')), [false, true]);
  });
  it('leaves archived voices out unless they are asked for', () => {
    const archived: Voice = { ...builtInVoices[0]!, status: 'archived' };
    assert.deepEqual([{}, { includeArchived: true }].map((filter) => matches(archived, filter, 'org_1')), [false, true]);
  });
});
