import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { variants, voiceFiles } from '../engines/espeak/language-files.ts';
import { isFliteVoice } from '../engines/flite/speakers.ts';
import { enginesById } from '../engines/registry.ts';
import { createCatalogue } from './catalogue.ts';
import { languages } from './languages.ts';
import { findAccent, mainLocaleOf } from './locales.ts';
import { castingEngine } from './testing.ts';
import { nativeAccent, type Voice } from './voice.ts';

const catalogue = createCatalogue();
const { voices: builtInVoices, aliases } = catalogue;

function speaking(engine: string, name: string, gender: string): Voice {
  return builtInVoices.find(
    (voice) => voice.speaker.engine === engine && voice.speaker.name === name && voice.gender === gender,
  )!;
}

describe('the built-in voices', () => {
  it('have ids that never change', () => {
    const pinned = {
      'flite slt feminine': '117a7403-5d7c-56f7-af5d-511635ec8f9b',
      'flite rms masculine': '7cd36ec8-386d-52ea-95ae-9b6569284e04',
      'flite awb masculine': 'db067464-fd29-5567-9d68-4aa8ea69d9d0',
      'flite kal16 masculine': '4bcb9ca3-f1e8-5de8-8334-9707e2a6211a',
      'espeak en-us feminine': 'e718a2b1-dabc-52ef-8180-a6ddb5018457',
      'espeak en-us masculine': 'd6e8358b-915e-5c44-ac20-ad64a0a5c4f3',
      'espeak en-029 masculine': '9abbc9c8-66aa-5090-9420-56bc23a9361e',
      'espeak fr feminine': 'd2273c3f-d372-55f3-8006-16256bb9b6cd',
      'espeak cmn masculine': '63b57e4c-4573-58d9-90f1-3e0194c70e21',
      'espeak nb feminine': '46354db0-23ae-588b-a418-fbd1d5af38bf',
    };
    for (const [key, id] of Object.entries(pinned)) {
      const [engine, name, gender] = key.split(' ') as [string, string, string];
      assert.equal(speaking(engine, name, gender).id, id, key);
    }
  });
  it('are the same in every member, in the same order, as clients have stored and listed them', () => {
    // Of JSON, so that the order of the members counts too. A voice may be added or described anew; then this is another one.
    const whole = JSON.stringify({ builtInVoices, aliases: [...aliases] }, null, 1);
    assert.equal(
      createHash('sha256').update(whole).digest('hex'),
      '736676044d1060d5bc5aa36323acff5fc863e8ba6f2822f6268132262900d07a',
    );
  });
  it('have distinct ids, each a version 5 UUID', () => {
    assert.equal(new Set(builtInVoices.map((voice) => voice.id)).size, builtInVoices.length);
    for (const voice of builtInVoices) {
      assert.match(voice.id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
  it('have distinct names', () =>
    assert.equal(new Set(builtInVoices.map((voice) => voice.name)).size, builtInVoices.length));
  it('are at least one feminine and one masculine in every language, in its main accent', () => {
    for (const language of languages) {
      for (const gender of ['feminine', 'masculine']) {
        const main = mainLocaleOf(language).accents[0]!.id;
        assert.ok(
          builtInVoices.some(
            (voice) => voice.language === language && voice.gender === gender && nativeAccent(voice)?.accent === main,
          ),
          `${language} ${gender}`,
        );
      }
    }
  });
  it('begin with the recorded English ones', () => {
    assert.deepEqual(
      builtInVoices.slice(0, 4).map((voice) => `${voice.speaker.engine} ${voice.speaker.name} ${voice.gender ?? ''}`),
      ['flite slt feminine', 'flite rms masculine', 'flite awb masculine', 'flite kal16 masculine'],
    );
  });
  it('are each spoken by a voice its engine has, of the same language and gender', () => {
    for (const { name, language, gender, speaker } of builtInVoices) {
      if (speaker.engine === 'flite') {
        assert.deepEqual([isFliteVoice(speaker.name), language], [true, 'en'], name);
        continue;
      }
      assert.equal(voiceFiles[speaker.name]?.language, language, name);
      const known: readonly string[] = variants[gender as keyof typeof variants];
      assert.ok(known.includes(speaker.variant ?? ''), name);
    }
  });
  it('have a tagline of 1 to 32 characters and a description', () => {
    for (const voice of builtInVoices) {
      assert.ok(voice.tagline.length >= 1 && voice.tagline.length <= 32, voice.tagline);
      assert.ok(voice.description.length > voice.tagline.length);
    }
  });
  it('have only accents of their language, under the accent’s locale, at most one of them native', () => {
    for (const voice of builtInVoices) {
      for (const { accent, locale } of voice.accents) {
        assert.equal(findAccent(accent)?.language, voice.language);
        assert.equal(findAccent(accent)?.locale, locale);
      }
      assert.deepEqual(
        voice.accents.map((accent) => accent.isNative),
        voice.accents.map((_, index) => index === 0),
      );
    }
  });
  it('belong to no organization and are public', () =>
    assert.ok(
      builtInVoices.every((voice) => voice.ownerId === null && voice.access === 'public' && voice.status === 'active'),
    ));
});

describe('a voice alias', () => {
  it('answers under the id that was asked', () => {
    for (const [alias, id] of aliases) {
      assert.deepEqual(catalogue.find(alias), { ...catalogue.find(id), id: alias });
    }
  });
  it('speaks with the recorded voice of its gender', () => {
    assert.equal(catalogue.find('a0e99841-438c-4a64-b679-ae501e7d6091')?.speaker.name, 'rms');
    assert.equal(catalogue.find('f786b574-daa5-4673-aa0c-cbe3e8534c02')?.speaker.name, 'slt');
    assert.equal(catalogue.find('db6b0ed5-d5d3-463d-ae85-518a07d3c2b4')?.gender, 'feminine');
  });
});

it('an unknown id is no voice', () => {
  for (const id of ['', 'slt', 'toString', '00000000-0000-0000-0000-000000000000']) {
    assert.equal(catalogue.find(id), undefined);
  }
});

describe('a catalogue', () => {
  it('names of an alias the first voice of its language and gender', () => {
    const other = createCatalogue(enginesById(['espeak', 'flite']));
    assert.equal(other.find('a0e99841-438c-4a64-b679-ae501e7d6091')?.name, 'Owen');
    assert.equal(other.find('f786b574-daa5-4673-aa0c-cbe3e8534c02')?.name, 'Nora');
    assert.equal(createCatalogue([]).find('a0e99841-438c-4a64-b679-ae501e7d6091'), undefined);
  });
  it('refuses two voices of one key, and a language or an accent that is not of the interface', () => {
    const fake = castingEngine('fake');
    const [voice] = fake.voices();
    assert.throws(() => createCatalogue([fake, fake]), /same key/u);
    for (const wrong of [{ language: 'xx' }, { accent: 'parisian' }, { otherAccents: ['parisian'] }]) {
      const broken = { ...fake, voices: () => [{ ...voice!, ...wrong }] };
      assert.throws(() => createCatalogue([broken]), /fake\/robin .*(xx|parisian)/u);
    }
  });
});
