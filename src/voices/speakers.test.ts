import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { enginesById } from '../engines/registry.ts';
import { createCatalogue } from './catalogue.ts';
import { fallbackSpeakers, speakerFor, speechTarget, type LanguageRequest } from './speakers.ts';
import type { Voice } from './voice.ts';

const { voices: builtInVoices } = createCatalogue();

const both = enginesById(['flite', 'espeak']);
const [flite, espeak] = both as [EngineDescriptor, EngineDescriptor];

function named(name: string): Voice {
  return builtInVoices.find((voice) => voice.name === name)!;
}

function speaker(name: string, request: LanguageRequest, engines = both): string {
  const { engine, name: voice, variant } = speakerFor(named(name), speechTarget(named(name), request), engines);
  return [engine, voice, variant].filter(Boolean).join(' ');
}

function invalid(message: RegExp) {
  return { name: 'ServiceError', code: 'invalid_request', status: 400, message };
}

describe('a speaker', () => {
  it('is the voice’s own where the request asks nothing', () => {
    for (const voice of builtInVoices) {
      assert.deepEqual(speakerFor(voice, speechTarget(voice, {}), both), voice.speaker);
    }
  });
  it('is the voice’s own where the request asks the voice’s own language, locale or accent', () => {
    for (const request of [
      { language: 'en' },
      { language: 'EN_us' },
      { locale: 'en-US' },
      { accent: 'new-york' },
      { language: 'en', accent: 'New_York' },
    ]) {
      assert.equal(speaker('Gianna', request), 'espeak en-us-nyc f2');
    }
  });
  it('keeps the timbre of an eSpeak voice in another accent or language', () => {
    assert.equal(speaker('Gianna', { accent: 'british' }), 'espeak en-gb f2');
    assert.equal(speaker('Gianna', { locale: 'en-GB' }), 'espeak en-gb f2');
    assert.equal(speaker('Gianna', { language: 'fr' }), 'espeak fr f2');
    assert.equal(speaker('Gianna', { language: 'fr-BE' }), 'espeak fr-be f2');
    assert.equal(speaker('Rafael', { language: 'pt', accent: 'european-portuguese' }), 'espeak pt masculine1');
  });
  it('takes the nearest accent that can be spoken for a locale that cannot', () => {
    assert.equal(speaker('Nora', { locale: 'en-AU' }), 'espeak en-gb f5');
    assert.equal(speaker('Nora', { locale: 'en-CA' }), 'espeak en-us f5');
    assert.equal(speaker('Lucía', { locale: 'es-CO' }), 'espeak es-419 f5');
    assert.equal(speaker('Anke', { locale: 'de-CH' }), 'espeak de f5');
  });
  it('is the main eSpeak voice of the same gender where flite is asked for another language', () => {
    assert.equal(speaker('Sadie', { language: 'fr' }), 'espeak fr f5');
    assert.equal(speaker('Russell', { language: 'zh' }), 'espeak cmn masculine1');
    assert.equal(speaker('Kyle', { locale: 'pt-PT' }), 'espeak pt masculine1');
  });
  it('stays a flite voice in every locale of English', () =>
    assert.equal(speaker('Kyle', { locale: 'en-GB' }), 'flite kal16'));
  it('is lent by eSpeak in the voice’s own accent where flite may not speak', () => {
    assert.equal(speaker('Sadie', {}, [espeak]), 'espeak en-us f5');
    assert.equal(speaker('Alasdair', {}, [espeak]), 'espeak en-gb masculine1');
  });
  it('is lent by flite in English where eSpeak may not speak', () => {
    assert.equal(speaker('Charlotte', {}, [flite]), 'flite slt');
    assert.equal(speaker('Diego', { language: 'en' }, [flite]), 'flite rms');
  });
  it('is refused where no engine that may speak knows the language', () => {
    assert.throws(() => speaker('Diego', {}, [flite]), {
      code: 'unsupported_language',
      status: 400,
      message: /flite.*Spanish \(es\)/,
    });
    assert.throws(() => speaker('Sadie', {}, []), { code: 'unsupported_language' });
  });
});

describe('the speakers that may stand in', () => {
  const third = fakeEngine({ capabilities: { languages: ['en', 'fr'] } });
  const mute = fakeEngine({ id: 'mute', cast: () => undefined });

  function standIns(voice: Voice, request: LanguageRequest = {}, engines = [third, mute, ...both]): string[] {
    const target = speechTarget(voice, request);
    return fallbackSpeakers(voice, target, engines, speakerFor(voice, target, engines)).map(
      ({ speaker: { engine, name, variant }, capabilities }) => {
        assert.equal(capabilities, engines.find(({ id }) => id === engine)?.capabilities);
        return [engine, name, variant].filter(Boolean).join(' ');
      },
    );
  }

  it('are one of each other engine that speaks the language, nearest in gender, in order of preference', () => {
    assert.deepEqual(standIns(named('Sadie')), ['fake Tonia', 'espeak en-us f5']);
    assert.deepEqual(standIns(named('Henry')), ['fake Toni', 'flite rms']);
    assert.deepEqual(standIns(named('Sadie'), { language: 'fr' }, [espeak, third]), ['fake Tonia']);
    assert.deepEqual(standIns(named('Anke')), []);
  });

  it('are for a clone only what sounds like its owner', () => {
    const profile = { medianPitch: 120, pitchSpread: 0.3 };
    const clone = { ...named('Nora'), speaker: { ...named('Nora').speaker, profile } };
    assert.deepEqual(standIns(clone), ['flite slt']);
    assert.deepEqual(standIns(clone, { accent: 'british' }), []);

    const zeroShot = ['one', 'two'].map((id) =>
      fakeEngine({
        id,
        capabilities: { cloning: 'zero-shot' },
        cast: ({ clip: given }) => (given === undefined ? undefined : { engine: id, name: 'Tonia', clip: given }),
      }),
    );
    const clip = { id: 'a', samples: new Int16Array(new SharedArrayBuffer(4)), sampleRate: 24_000 };
    const engines = [...zeroShot, ...both];
    const target = speechTarget(clone, {});
    const speaker = speakerFor(clone, target, engines, clip);
    const found = fallbackSpeakers(clone, target, engines, speaker, clip);
    assert.deepEqual(
      [speaker, ...found.map((each) => each.speaker)].map((each) => [each.engine, each.clip?.id, each.profile]),
      [
        ['one', 'a', undefined],
        ['two', 'a', undefined],
        ['espeak', undefined, profile],
      ],
    );
  });

  it('are none where an engine is alone', () => {
    assert.deepEqual(standIns(named('Sadie'), {}, [flite]), []);
  });

  it('have a speed where the first one has', () => {
    const still = fakeEngine({ id: 'still', capabilities: { prosody: { rate: false, pitch: true, emotion: false } } });
    assert.deepEqual(standIns(named('Sadie'), {}, [flite, still]), []);
    const voice = { ...named('Sadie'), speaker: { engine: 'still', name: 'Tonia' } };
    assert.deepEqual(standIns(voice, {}, [still, flite]), ['flite slt']);
  });
});

describe('a speech target', () => {
  it('takes a locale code as language and a language code as locale', () => {
    assert.equal(speechTarget(named('Sadie'), { language: 'fr_ca' }).accent?.id, 'canadian-french');
    assert.deepEqual(speechTarget(named('Sadie'), { locale: 'fr' }), { language: 'fr' });
  });
  it('takes null for nothing', () =>
    assert.deepEqual(speechTarget(named('Sadie'), { language: null, locale: null, accent: null }), { language: 'en' }));
  it('refuses language and locale together', () =>
    assert.throws(
      () => speechTarget(named('Sadie'), { language: 'en', locale: 'en-US' }),
      invalid(/exclude each other/),
    ));
  it('refuses an unknown code and names the field', () => {
    assert.throws(() => speechTarget(named('Sadie'), { language: 'xx' }), invalid(/→ at language$/));
    assert.throws(() => speechTarget(named('Sadie'), { locale: 'en-XX' }), invalid(/→ at locale$/));
  });
  it('refuses an accent the voice has not, and lists those it has', () => {
    assert.throws(
      () => speechTarget(named('Sadie'), { accent: 'british' }),
      invalid(/allowed: general-american\n.*at accent$/),
    );
    assert.throws(() => speechTarget(named('Nora'), { accent: 'parisian' }), invalid(/new-york/));
    assert.throws(() => speechTarget(named('Nora'), { accent: '' }), invalid(/at accent$/));
  });
  it('refuses an accent of another locale than the one asked', () => {
    assert.throws(
      () => speechTarget(named('Nora'), { locale: 'en-GB', accent: 'new-york' }),
      invalid(/en-US, not to en-GB/),
    );
  });
  it('is in the language of an accent that the voice has, where none is asked', () => {
    const voice = {
      ...named('Sadie'),
      accents: [...named('Sadie').accents, { accent: 'castilian', locale: 'es-ES', isNative: false }],
    };
    assert.deepEqual(
      speechTarget(voice, { accent: 'Castilian' }),
      speechTarget(voice, { language: 'es', accent: 'castilian' }),
    );
    assert.equal(speechTarget(voice, { accent: 'castilian' }).language, 'es');
    assert.equal(speechTarget(voice, { accent: 'general-american' }).language, 'en');
    assert.throws(() => speechTarget(voice, { language: 'en', accent: 'castilian' }), invalid(/at accent$/));
    assert.throws(
      () => speechTarget(voice, { accent: 'parisian' }),
      invalid(/in English; allowed: general-american\n/),
    );
  });
  it('takes any accent of a language that is not the voice’s own', () => {
    assert.equal(speechTarget(named('Sadie'), { language: 'de', accent: 'high-german' }).accent?.id, 'standard-german');
  });
});
