/** Examples of voices, languages and pronunciation dictionaries. */
import { idOf, type Examples } from './example.ts';
import { clipText, voice } from './speech.ts';

const cloned = idOf('POST /voices/clone', 'voice');
const dictionary = idOf('POST /pronunciation-dicts', 'dictionary');

export const voiceExamples: Examples = {
  'GET /voices': { query: { language: 'de', limit: '2' } },
  'GET /voices/{id}': { params: { id: voice } },
  'GET /voices/{id}/preview': { params: { id: voice }, output: 'preview.wav' },
  'GET /voices/{id}/similarity': { params: { id: cloned } },
  'POST /voices/clone': {
    form: { clip: { clip: clipText }, name: 'Ada', language: 'en', accent: 'general-american' },
  },
  'POST /voices/localize': { body: { voice_id: voice, name: 'Ada in London', accent: 'british' } },
  // The server that runs the examples has no model.
  'POST /voices/blend': {
    body: { voice_id: voice, other_voice_id: cloned, weight: 0.4, name: 'Ada and Ben' },
    status: 501,
  },
  'PATCH /voices/{id}': { params: { id: cloned }, body: { name: 'Ada, calm', tagline: 'For the news' } },
  'PATCH /voices/{id}/accents': { params: { id: cloned }, body: { accents: ['british'] } },
  'DELETE /voices/{id}/accents/{accent_id}': {
    params: { id: idOf('PATCH /voices/{id}/accents', 'accented'), accent_id: 'british' },
  },
  'DELETE /voices/{id}': { params: { id: cloned } },
  'GET /locales': {},
  'GET /accents': { query: { locale: 'en-GB' } },
  'GET /pronunciation-dicts': { query: { limit: '1' } },
  'POST /pronunciation-dicts': {
    body: {
      name: 'Brands',
      items: [
        { text: 'nginx', pronunciation: 'engine ex' },
        { text: 'GIF', pronunciation: '<<dʒ|ɪ|f>>', case_sensitive: true },
      ],
    },
  },
  'GET /pronunciation-dicts/{id}': { params: { id: dictionary } },
  'PATCH /pronunciation-dicts/{id}': { params: { id: dictionary }, body: { name: 'Brands and formats' } },
  'DELETE /pronunciation-dicts/{id}': { params: { id: dictionary } },
};
