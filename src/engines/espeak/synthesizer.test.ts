import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Synthesizer, EngineVoice } from '../adapter.ts';
import { describeEngine } from '../conformance/index.ts';
import { loadSynthesizer, assertMarks, segmentOf, speakWith, type Spoken } from '../testing.ts';
import { espeak } from './index.ts';

const american: EngineVoice = { engine: 'espeak', name: 'en-us' };
const breathy: EngineVoice = { engine: 'espeak', name: 'en-gb', variant: 'f2' };

describeEngine(espeak, {
  voices: [american, breathy, { engine: 'espeak', name: 'en-029', variant: 'Annie', pitch: 1.2 }],
  sparesMarks: true,
});

describe('eSpeak', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await loadSynthesizer(espeak);
  });
  const say = (text: string, language = 'en', voice = american): Promise<Spoken> =>
    speakWith(engine, segmentOf(text, { language }), voice);
  const phonemes = ({ marks }: Spoken): string =>
    marks.flatMap((mark) => (mark.kind === 'phoneme' ? [mark.phoneme] : [])).join(' ');
  const seconds = ({ samples }: Spoken): number => samples.length / espeak.capabilities.sampleRate;
  const phones = (...list: string[]): ReturnType<typeof segmentOf> => ({
    ...segmentOf(''),
    tokens: [{ text: 'x.', spoken: ['x.'], phones: list, continues: false }],
  });

  it('gives the same samples on a worker thread', async () => {
    const text = 'The same on every thread, whispered.';
    const script = `
      import { parentPort } from 'node:worker_threads';
      const { load } = await import(${JSON.stringify(new URL('synthesizer.ts', import.meta.url).href)});
      const { segmentOf, speakWith } = await import(${JSON.stringify(new URL('../testing.ts', import.meta.url).href)});
      const spoken = await speakWith(await load(), segmentOf(${JSON.stringify(text)}), ${JSON.stringify(breathy)});
      parentPort.postMessage(Buffer.from(spoken.samples.buffer).toString('base64'));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
    const there = await new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject));
    await worker.terminate();
    const here = await say(text, 'en', breathy);
    assert.ok(Buffer.from(here.samples.buffer).toString('base64') === there);
  });

  it('starts with a piece of at most 0.1 s', async () => {
    const { chunks } = await say('A first piece comes early.');
    assert.ok(chunks[0]! > 1000 && chunks[0]! <= 2206, String(chunks[0]));
  });

  it('cuts merged words at a phoneme: "from the" is one event of eSpeak', async () => {
    const spoken = await say('He came from the bank.');
    const [from, the, bank] = [2, 3, 4].map((token) =>
      spoken.marks.find((mark) => mark.kind === 'word' && mark.token === token)!,
    );
    assert.ok(spoken.marks.some((mark) => mark.kind === 'phoneme' && mark.start === the!.start));
    assert.ok(from!.end <= the!.start && the!.start < the!.end && the!.end <= bank!.start);
  });

  it('never reads text as SSML or as phonemes', async () => {
    const plain = await say('one two');
    assert.ok(seconds(await say('one <break time="9s"/> two')) < 6);
    assert.equal(phonemes(await say('one <mark/> two')).includes('w ʌ n'), true);
    assert.ok(seconds(await say('one <voice name="x"> two')) > seconds(plain));
    assert.notEqual(phonemes(await say('[[h@l]]')), phonemes(await speakWith(engine, phones('h', 'ə', 'l'), american)));
    assert.equal(phonemes(await say('\u0001250s one two')).endsWith('w ʌ n t uː'), true);
  });

  it('speaks IPA phones, in any language', async () => {
    assert.equal(phonemes(await speakWith(engine, phones('h', 'ə', 'ˈl', 'oʊ'), american)), 'h ə l oʊ');
    assert.equal(phonemes(await speakWith(engine, phones('t͡ʃ', 'ˈaɪ', 'θ', 'ɹ', 'uː'), american)), 'tʃ aɪ θ ɹ uː');
    const german = { ...phones('ʃ', 'ˈ', 'øː', 'n'), language: 'de' };
    assert.equal(phonemes(await speakWith(engine, german, american)), 'ʃ øː n');
  });

  it('takes the nearest sound for a phone the language lacks', async () => {
    const spanish = { ...phones('ˈ', 'y', 'ʒ'), language: 'es' };
    assert.match(phonemes(await speakWith(engine, spanish, american)), /^\p{L}+ \p{L}+$/u);
  });

  it('leaves out phones that are none', async () => {
    const segment = phones('7', '', ']]', '<', 'ˈ');
    assertMarks(segment, await speakWith(engine, segment, american), espeak.capabilities);
  });

  it('lets the language of the text win over the language of the voice', async () => {
    const german = await say('Guten Morgen', 'de');
    assert.equal(phonemes(german), phonemes(await say('Guten Morgen', 'de', { engine: 'espeak', name: 'de' })));
    assert.notEqual(phonemes(german), phonemes(await say('Guten Morgen')));
  });

  it('refuses an unknown variant and an unknown language', async () => {
    await assert.rejects(say('no', 'en', { ...american, variant: 'nobody' }), /variant nobody/u);
    await assert.rejects(say('no', 'en', { ...american, variant: '../../lang/gmw/de' }), /variant/u);
    await assert.rejects(say('no', 'xx'), /xx/u);
    await assert.rejects(say('no', 'en', { ...american, name: 'constructor' }), /constructor/u);
  });

  it('pauses after a sentence and a clause, and not inside one', async () => {
    const word = seconds(await say('morning'));
    assert.ok(seconds(await say('morning,')) > word + 0.1);
    assert.ok(seconds(await say('morning.')) > word + 0.25);
    assert.ok(seconds(await say('早上好。', 'zh')) > seconds(await say('早上好', 'zh')) + 0.25);
  });

  it('marks numbers that the engine reads as several words once', async () => {
    const segment = segmentOf('It was $1,234.50 in 1999');
    const spoken = await speakWith(engine, segment, american);
    assertMarks(segment, spoken, espeak.capabilities);
    const price = spoken.marks.find((mark) => mark.kind === 'word' && mark.token === 2)!;
    assert.ok(price.end - price.start > espeak.capabilities.sampleRate, 'the price takes more than a second');
  });

  it('marks each word of Chinese, with or without punctuation', async () => {
    const segment = segmentOf(['今天', '天气', '很', '好，', '我们', '走。'], { language: 'zh' });
    const spoken = await speakWith(engine, segment, { engine: 'espeak', name: 'cmn' });
    for (const mark of spoken.marks) if (mark.kind === 'word') assert.ok(mark.end > mark.start);
    assertMarks(segment, spoken, espeak.capabilities);
  });

  it('reads Japanese kanji instead of naming them', async () => {
    const japanese: EngineVoice = { engine: 'espeak', name: 'ja' };
    const segment = segmentOf(['今日', 'は', '天気', 'が', 'いい', 'です。'], { language: 'ja' });
    assert.equal(phonemes(await speakWith(engine, segment, japanese)).startsWith('k ʲ o̞ o̞ w ä t e̞'), true);
    const unknown = segmentOf(['鬱', 'です。'], { language: 'ja' });
    const spoken = await speakWith(engine, unknown, japanese);
    assertMarks(unknown, spoken, espeak.capabilities);
    assert.ok(seconds(spoken) < 1.5);
  });

  it('reads Tagalog by its own rules: ng is a word', async () => {
    assert.equal(phonemes(await say('ng mga', 'tl', { engine: 'espeak', name: 'tl' })), 'n a ŋ m a ŋ a');
  });
});
