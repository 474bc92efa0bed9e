import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import type { Segment } from '../../text/types.ts';
import type { EngineDescriptor, EngineVoice, Synthesizer } from '../adapter.ts';
import { espeak } from '../espeak/index.ts';
import { flite } from '../flite/index.ts';
import { loadSynthesizer, segmentOf, speakWith, type Spoken } from '../testing.ts';
import { SegmentAligner } from './aligner.ts';
import { absoluteErrors, assertErrors, englishSentences, otherSentences, readSegment, wordTimes } from './testing.ts';
import { spokenWords, type Span } from './words.ts';
import { seededRandom } from '../../../test/support/random.ts';

const fliteRate = flite.capabilities.sampleRate;
const espeakRate = espeak.capabilities.sampleRate;

/** A fifth of the sentences, of all kinds; a few of them in `npm test`. */
const fifth = swept(
  englishSentences.filter((_, index) => index % 5 === 1),
  (text) => englishSentences.indexOf(text) % 20 === 1,
);

/** Audio, and when its words are really heard, in seconds. */
interface Known {
  readonly samples: Int16Array;
  readonly sampleRate: number;
  readonly words: readonly Span[];
}

function voiceOf(language: string): EngineVoice {
  return espeak.voices().find((voice) => voice.language === language)!.speaker;
}

/** Numbers in −1…1 that look random and are the same in every run. */
function noiseSource(): () => number {
  const random = seededRandom();
  return () => 2 * random() - 1;
}

/** Linear interpolation is good enough for a change of rate that is only to be recognised as the same speech. */
function atRate({ samples, sampleRate, words }: Known, rate: number): Known {
  const ratio = sampleRate / rate;
  const changed = Int16Array.from({ length: Math.floor(samples.length / ratio) }, (_, n) => {
    const at = Math.floor(n * ratio);
    return samples[at]! + ((samples[at + 1] ?? 0) - samples[at]!) * (n * ratio - at);
  });
  return { samples: changed, sampleRate: rate, words };
}

/** White noise of a tenth of the speech's amplitude (RMS): 20 dB below it. */
function withNoise(known: Known): Known {
  const { samples } = known;
  const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
  const noise = noiseSource();
  // Uniform in −a…a has an RMS of a / √3.
  return { ...known, samples: samples.map((sample) => sample + Math.sqrt(3) * 0.1 * rms * noise()) };
}

/** Silence put in front of a sample. */
function withSilence({ samples, sampleRate, words }: Known, at: number, seconds: number): Known {
  const longer = new Int16Array(samples.length + Math.round(seconds * sampleRate));
  longer.set(samples.subarray(0, at));
  longer.set(samples.subarray(at), longer.length - (samples.length - at));
  const from = at / sampleRate;
  const moved = words.map(({ start, end }) => ({
    start: start >= from - 1e-6 ? start + seconds : start,
    end: end > from + 1e-6 ? end + seconds : end,
  }));
  return { samples: longer, sampleRate, words: moved };
}

describe('word times by alignment', () => {
  let reference: Synthesizer;
  let fliteSynthesizer: Synthesizer;
  before(async () => {
    reference = await loadSynthesizer(espeak);
    fliteSynthesizer = await loadSynthesizer(flite);
  });
  after(() => Promise.all([reference.close(), fliteSynthesizer.close()]));

  /** What is spoken once: most tests change the same audio. */
  const spoken = new Map<string, Promise<Spoken>>();
  function speakOnce(engine: EngineDescriptor, segment: Segment, voice: EngineVoice): Promise<Spoken> {
    const key = JSON.stringify([segment, voice]);
    let saying = spoken.get(key);
    if (saying === undefined) {
      saying = speakWith(engine === flite ? fliteSynthesizer : reference, segment, voice);
      spoken.set(key, saying);
    }
    return saying;
  }

  async function say(engine: EngineDescriptor, segment: Segment, voice: EngineVoice): Promise<Known> {
    const { samples, marks } = await speakOnce(engine, segment, voice);
    const { sampleRate } = engine.capabilities;
    return { samples, sampleRate, words: wordTimes(marks, sampleRate) };
  }

  /** Gives the aligner what the reference says, piece by piece as it does. */
  async function refer(aligner: SegmentAligner, segment: Segment): Promise<void> {
    const { samples, chunks, marks } = await speakOnce(espeak, segment, voiceOf(segment.language));
    let at = 0;
    for (const length of chunks) aligner.reference.audio(samples.subarray(at, (at += length)));
    aligner.reference.marks(marks);
  }

  /** The words found, in seconds: every one of the segment, in order, inside the audio. */
  async function align(
    segment: Segment,
    { samples, sampleRate }: Pick<Known, 'samples' | 'sampleRate'>,
  ): Promise<Span[]> {
    const aligner = new SegmentAligner(sampleRate, espeakRate);
    for (let at = 0; at < samples.length; at += 1111) aligner.audio(samples.subarray(at, at + 1111));
    await refer(aligner, segment);
    const words = spokenWords(segment.tokens);
    const marks = aligner.marks(words);
    let last = 0;
    for (const [index, mark] of marks.entries()) {
      assert.ok(mark.kind === 'word' && mark.token === words[index]!.token && mark.word === words[index]!.word);
      assert.ok(Number.isInteger(mark.start) && Number.isInteger(mark.end), 'whole samples');
      assert.ok(last <= mark.start && mark.start <= mark.end && mark.end <= samples.length, 'in order and inside');
      last = mark.end;
    }
    assert.equal(marks.length, words.length);
    return wordTimes(marks, sampleRate);
  }

  async function errorsOf(
    texts: readonly string[],
    speak: (segment: Segment, index: number) => Promise<Known>,
    language = 'en',
  ): Promise<number[]> {
    const errors: number[] = [];
    for (const [index, text] of texts.entries()) {
      const segment = readSegment(text, language);
      const known = await speak(segment, index);
      errors.push(...absoluteErrors(await align(segment, known), known.words));
    }
    return errors;
  }

  const fliteVoices = ['slt', 'rms', 'awb', 'kal16'].map((name): EngineVoice => ({ engine: 'flite', name }));
  const byFlite = (segment: Segment, index: number): Promise<Known> => say(flite, segment, fliteVoices[index % 4]!);
  /** Changes what flite says in a fifth of the sentences. */
  const changed = (change: (known: Known, index: number) => Known): Promise<number[]> =>
    errorsOf(fifth, async (segment, index) => change(await byFlite(segment, index), index));

  describe('are near the exact ones', () => {
    it('of an engine of another kind, in sentences of many kinds', async () => {
      assert.ok(englishSentences.length >= 60);
      const sentences = swept(englishSentences, (text) => fifth.includes(text));
      assertErrors(await errorsOf(sentences, byFlite), { median: 0.02, percentile95: 0.09 });
    });

    for (const [language, texts] of swept(Object.entries(otherSentences), ([own]) => own === 'de')) {
      it(`of another voice at another rate: ${language}`, async () => {
        const errors: number[] = [];
        for (const [variant, rate, pitch] of [
          ['f3', 0.8, 1],
          ['m6', 1.3, 1.2],
        ] as const) {
          const speak = (segment: Segment): Promise<Known> =>
            say(
              espeak,
              { ...segment, prosody: { ...segment.prosody, rate, pitch } },
              { ...voiceOf(language), variant },
            );
          const sampled = swept(texts, (text) => texts.indexOf(text) < 4);
          errors.push(...(await errorsOf(sampled, speak, language)));
        }
        assertErrors(errors, { median: 0.02, percentile95: 0.06 });
      });
    }

    for (const rate of swept([0.5, 0.7, 1.4, 2], (each) => each === 0.5)) {
      it(`at ${rate} times the tempo`, async () => {
        const speak = (segment: Segment): Promise<Known> =>
          say(
            espeak,
            { ...segment, prosody: { ...segment.prosody, rate } },
            { engine: 'espeak', name: 'en-gb', variant: 'm3' },
          );
        const texts = swept(englishSentences.slice(0, 20), (text) => fifth.includes(text));
        assertErrors(await errorsOf(texts, speak), { median: 0.02, percentile95: 0.08 });
      });
    }

    for (const rate of swept([8000, 22_050, 24_000, 44_100, 48_000], (each) => each === 8000)) {
      it(`at ${rate} Hz`, async () => {
        assertErrors(await changed((known) => atRate(known, rate)), { median: 0.025, percentile95: 0.12 });
      });
    }

    const changes: Readonly<Record<string, (known: Known, index: number) => Known>> = {
      'with noise 20 dB below the speech': withNoise,
      'at a fiftieth of the amplitude': (known) => ({ ...known, samples: known.samples.map((sample) => sample / 50) }),
      'with silence before and behind': (known) => withSilence(withSilence(known, known.samples.length, 3), 0, 2),
      'with silence before and behind, and noise': (known) =>
        withNoise(withSilence(withSilence(known, known.samples.length, 1.5), 0, 1)),
      'with a pause where the reference has none': (known) => {
        const word = known.words[Math.floor(known.words.length / 2)]!;
        return withSilence(known, Math.round(word.start * known.sampleRate), 0.7);
      },
    };
    for (const [name, change] of Object.entries(changes)) {
      it(name, async () => {
        assertErrors(await changed(change), { median: 0.03, percentile95: 0.12 });
      });
    }
  });

  it('end a word where a pause begins, and begin the next one behind it', async () => {
    const segment = readSegment('We had tea, and then we went home.');
    const known = await byFlite(segment, 0);
    const paused = withSilence(known, Math.round(known.words[3]!.start * fliteRate), 1.5);
    const [, , tea, and] = await align(segment, paused);
    assert.ok(tea!.end < paused.words[2]!.end + 0.1, `tea ends at ${tea!.end}`);
    assert.ok(Math.abs(and!.start - paused.words[3]!.start) < 0.1, `and begins at ${and!.start}`);
  });

  it('are right again soon after a word that the engine leaves out or says twice', async () => {
    const segment = readSegment('The old captain walked slowly across the harbor toward the lighthouse.');
    const { samples, words } = await byFlite(segment, 0);
    const { start, end } = words[4]!;
    const [from, to] = [Math.round(start * fliteRate), Math.round(end * fliteRate)];
    const parts = {
      omitted: [samples.subarray(0, from), samples.subarray(to)],
      repeated: [samples.subarray(0, to), samples.subarray(from)],
    };
    for (const [name, [head, tail]] of Object.entries(parts)) {
      const spoken = Int16Array.from([...head!, ...tail!]);
      const found = await align(segment, { samples: spoken, sampleRate: fliteRate });
      const shift = (spoken.length - samples.length) / fliteRate;
      for (const [index, word] of words.entries()) {
        if (index >= 4 && index < 8) continue;
        const expected = word.start + (index > 4 ? shift : 0);
        assert.ok(Math.abs(found[index]!.start - expected) < 0.15, `${name}: word ${index} at ${found[index]!.start}`);
      }
    }
  });

  it('do not follow from how the audio was cut', async () => {
    const segment = readSegment(englishSentences[10]!);
    const { samples } = await byFlite(segment, 0);
    const found = [1, 160, 100_000].map(async (size) => {
      const aligner = new SegmentAligner(fliteRate, espeakRate);
      for (let at = 0; at < samples.length; at += size) aligner.audio(samples.subarray(at, at + size));
      await refer(aligner, segment);
      return aligner.marks(spokenWords(segment.tokens));
    });
    const [first, ...others] = await Promise.all(found);
    for (const other of others) assert.deepEqual(other, first);
  });

  it('are in order and inside the audio for any segment and any audio', async () => {
    const noise = noiseSource();
    const manyWords = 12;
    const texts = [
      ['Yes.'],
      ['...'],
      ['—', 'well', '…'],
      ['Wait', [], 'for', [], 'me.'],
      ['word '.repeat(manyWords).trim()],
      Array.from({ length: manyWords }, (_, index) => `w${index}`),
      [],
    ];
    const audio = [
      new Int16Array(0),
      new Int16Array(1),
      new Int16Array(20_000),
      new Int16Array(20_000).fill(32_767),
      Int16Array.from({ length: 20_000 }, () => 10_000 * noise()),
      (await byFlite(readSegment('Something else entirely was said here.'), 0)).samples,
    ];
    for (const words of texts) {
      for (const samples of audio) await align(segmentOf(words), { samples, sampleRate: fliteRate });
    }
  });

  it('of a minute of audio, and of a minute of silence, for one short sentence', async () => {
    const segment = readSegment('Good morning.');
    const { samples } = await byFlite(readSegment(englishSentences.slice(16, 28).join(' ')), 3);
    await align(segment, { samples, sampleRate: fliteRate });
    const known = await byFlite(segment, 0);
    const silent = withSilence(withSilence(known, known.samples.length, 30), 0, 30);
    assertErrors(absoluteErrors(await align(segment, silent), silent.words), { median: 0.05, percentile95: 0.12 });
  });

  it('are refused where the reference spoke other words', async () => {
    const aligner = new SegmentAligner(fliteRate, espeakRate);
    await refer(aligner, segmentOf('one two'));
    assert.throws(() => aligner.marks(spokenWords(segmentOf('one').tokens)), /2 words for 1/u);
  });
});
