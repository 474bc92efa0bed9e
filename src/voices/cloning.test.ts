import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { enginesById } from '../engines/registry.ts';
import { ServiceError } from '../errors/service-error.ts';
import { localizedSpeaker } from './accent-changes.ts';
import { createCatalogue } from './catalogue.ts';
import type { ClipAnalysis } from './clip-analysis.ts';
import { cloneSpeaker, genderOf, profileOf, requireCloning } from './cloning.ts';
import { findAccent } from './locales.ts';
import { speakerFor } from './speakers.ts';
import type { Voice } from './voice.ts';

const { voices: builtInVoices } = createCatalogue();

function heard(medianPitch: number): ClipAnalysis {
  return {
    format: 'wav',
    seconds: 5,
    speechSeconds: 4,
    voicedSeconds: 2,
    medianPitch,
    lowPitch: medianPitch * 0.9,
    highPitch: medianPitch * 1.2,
  };
}

const both = enginesById(['flite', 'espeak']);
const [flite, espeak] = both as [EngineDescriptor, EngineDescriptor];
const profile = { medianPitch: 120, pitchSpread: 0.3 };

describe('a profile', () => {
  it('is what one clip measured', () =>
    assert.deepEqual(profileOf(heard(120)), { medianPitch: 120, pitchSpread: 0.3 }));
  it('keeps its spread in bounds', () => {
    assert.equal(profileOf({ ...heard(100), lowPitch: 60, highPitch: 480 }).pitchSpread, 1);
    assert.equal(profileOf({ ...heard(100), lowPitch: 100, highPitch: 100 }).pitchSpread, 0.1);
  });
  it('suggests a gender', () =>
    assert.deepEqual([85, 159, 160, 300].map(genderOf), ['masculine', 'masculine', 'feminine', 'feminine']));
});

describe('a clone', () => {
  const clone: Voice = {
    ...builtInVoices[0]!,
    gender: 'masculine',
    ownerId: 'org',
    speaker: cloneSpeaker({ profile, language: 'en', accent: null }, both),
  };

  it('is spoken by the recorded voice of its gender in American English, by eSpeak in other accents and languages', () => {
    assert.deepEqual(clone.speaker, { engine: 'flite', name: 'rms', profile });
    const high = { ...profile, medianPitch: 200 };
    assert.equal(cloneSpeaker({ profile: high, language: 'en', accent: null }, both).name, 'slt');
    assert.deepEqual(cloneSpeaker({ profile, language: 'en', accent: null }, [espeak, flite]), {
      ...{ engine: 'espeak', name: 'en-us', variant: 'masculine1', profile },
    });
    assert.equal(cloneSpeaker({ profile, language: 'en', accent: 'irish' }, both).name, 'en-gb');
    assert.equal(cloneSpeaker({ profile, language: 'ja', accent: null }, both).name, 'ja');
  });
  it('keeps its profile in other languages and accents', () => {
    assert.deepEqual(speakerFor(clone, { language: 'de' }, both), {
      engine: 'espeak',
      name: 'de',
      variant: 'masculine1',
      profile,
    });
  });
  it('takes an accent that the recorded voice has not from eSpeak', () => {
    const irish = findAccent('irish')!;
    assert.deepEqual(speakerFor(clone, { language: 'en', accent: irish }, both), {
      ...{ engine: 'espeak', name: 'en-gb', variant: 'masculine1', profile },
    });
  });
  it('is not spoken with another person’s voice where none may speak it', () => {
    const irish = cloneSpeaker({ profile, language: 'en', accent: 'irish' }, both);
    assert.throws(
      () =>
        speakerFor({ ...clone, speaker: irish, accents: [] }, { language: 'en', accent: findAccent('irish')! }, [
          flite,
        ]),
      (error) => error instanceof ServiceError && error.status === 400 && error.message.includes('the engine espeak'),
    );
  });
  it('is spoken by the recorded voice in other accents too where no engine has them', () => {
    assert.deepEqual(speakerFor(clone, { language: 'en', accent: findAccent('british')! }, [flite]), clone.speaker);
  });
  it('stays with the base that was asked for in the main accent, and when its own accent is said to be unknown', () => {
    const base = builtInVoices.find(({ speaker }) => speaker.name === 'awb')!;
    const speaker = cloneSpeaker({ profile, language: 'en', accent: null, base }, both);
    const scottish: Voice = { ...clone, speaker, accents: [] };
    assert.deepEqual(speaker, { engine: 'flite', name: 'awb', profile });
    const american = findAccent('general-american')!;
    assert.deepEqual(speakerFor(scottish, { language: 'en', accent: american }, both), speaker);
    assert.deepEqual(speakerFor(scottish, { language: 'en', accent: findAccent('british')! }, both), speaker);
    assert.deepEqual(localizedSpeaker(scottish, american, both), speaker);
    assert.equal(localizedSpeaker(scottish, findAccent('irish')!, both).engine, 'espeak');
    assert.equal(localizedSpeaker({ ...clone, language: 'de', accents: [] }, american, both).engine, 'flite');
  });
  it('keeps the voice of flite that is its base, in English; eSpeak speaks it in other languages', () => {
    const base = builtInVoices.find(({ speaker }) => speaker.name === 'slt')!;
    const own: Voice = { ...clone, speaker: cloneSpeaker({ profile, language: 'en', accent: null, base }, both) };
    assert.deepEqual(own.speaker, { engine: 'flite', name: 'slt', profile });
    assert.deepEqual(speakerFor(own, { language: 'en' }, both), own.speaker);
    const german = speakerFor(own, { language: 'de' }, both);
    assert.deepEqual([german.engine, german.name, german.profile], ['espeak', 'de', profile]);
  });
  it('is spoken by a voice of flite where no other engine clones', () => {
    const { engine, name } = cloneSpeaker({ profile, language: 'en', accent: null }, [flite]);
    assert.deepEqual([engine, name], ['flite', 'rms']);
  });
  it('needs an engine that clones and speaks the language', () => {
    requireCloning(both, 'ja');
    const mute: EngineDescriptor = { ...flite, capabilities: { ...flite.capabilities, cloning: 'none' } };
    assert.throws(() => requireCloning([mute]), /it needs flite or espeak\.$/u);
    assert.throws(
      () => requireCloning([{ ...espeak, capabilities: { ...espeak.capabilities, languages: ['en'] } }], 'ja'),
      /Japanese/u,
    );
  });
});
