import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialReaderState, readSegments } from '../../../text/reader.ts';
import { respellHebrew } from './hebrew.ts';
import { EspeakSynthesizer } from '../synthesizer.ts';

function said(word: string): string {
  const result = respellHebrew(word);
  return 'phones' in result ? result.phones.join('') : `text ${result.text}`;
}

describe('pointed Hebrew', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['שָׁלוֹם', 'ʃalˈom'],
    ['בְּרֵאשִׁית', 'beʁeʃˈit'],
    ['תּוֹדָה', 'todˈa'],
    ['סֵפֶר', 'sˈefeʁ'],
    ['חָבֵר', 'χavˈeʁ'],
    ['יְרוּשָׁלַיִם', 'jeʁuʃalˈajim'],
    ['בַּיִת', 'bˈajit'],
    ['רוּחַ', 'ʁˈuaχ'],
    ['תַּפּוּחַ', 'tapˈuaχ'],
    ['יִשְׂרָאֵל', 'jisʁaˈel'],
    ['מֶלֶךְ', 'mˈeleχ'],
    ['עִבְרִית', 'ivʁˈit'],
    ['אֲנִי', 'anˈi'],
    ['וְהָאִישׁ', 'vehaˈiʃ'],
    ['כָּל־הָאָרֶץ', 'kˈal haˈaʁets'],
    ['חׇכְמָה', 'χoχmˈa'],
    ['פִּיצָה', 'pitsˈa'],
    ['צִ׳יפְּס', 'tʃˈips'],
    ['שֻׁלְחָן', 'ʃulχˈan'],
    ['וּבֵין', 'uvˈen'],
    ['מִצְוֹת', 'mitsvˈot'],
  ];
  for (const [word, phones] of cases) it(`${word} is ${phones}`, () => assert.equal(said(word), phones));

  it('leaves words without points to eSpeak', () => assert.equal(said('שלום'), 'text שלום'));

  it('is heard without the names of the points', async () => {
    const espeak = await EspeakSynthesizer.load();
    const options = { language: 'he', normalization: 'auto', generationConfig: {} };
    const [segment] = readSegments('בְּרֵאשִׁית בָּרָא, שָׁלוֹם.', initialReaderState, options).segments;
    const words = espeak.phonemize(segment!, { engine: 'espeak', name: 'he' });
    assert.deepEqual(
      words.map(({ phonemes }) => phonemes.replace('ˈ', '')),
      ['beʁeʃit', 'baʁa', 'ʃalom'],
    );
  });
});
