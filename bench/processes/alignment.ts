/** Takes away the word times of engines that know them and finds them again by alignment, in a process of its own. */
import type { EngineDescriptor, EngineVoice, Mark, Synthesizer } from '../../src/engines/adapter.ts';
import { SegmentAligner } from '../../src/engines/alignment/aligner.ts';
import {
  absoluteErrors,
  englishSentences,
  otherSentences,
  readSegment,
  wordTimes,
} from '../../src/engines/alignment/testing.ts';
import { spokenWords } from '../../src/engines/alignment/words.ts';
import { espeak } from '../../src/engines/espeak/index.ts';
import { flite } from '../../src/engines/flite/index.ts';
import { loadSynthesizer, speakWith } from '../../src/engines/testing.ts';
import type { Prosody, Segment } from '../../src/text/types.ts';
import { answerCalls } from './child.ts';

export interface AlignmentErrors {
  readonly segments: number;
  readonly languages: number;
  /** Of the starts and the ends of all words, in seconds. */
  readonly errors: readonly number[];
  /** Segments that were not given a time for each word; their errors are not known. */
  readonly lost: number;
}

export interface AlignmentCost {
  readonly audioSeconds: number;
  /** Processor time of the process. */
  readonly cpuSeconds: number;
  /** Wall time of what is left to do when all audio was given. */
  readonly endSeconds: number;
}

export interface AlignmentTasks {
  /** Speaks every text that is measured. */
  prepare(quick: boolean): Promise<void>;
  errors(of: 'flite' | 'espeak'): Promise<AlignmentErrors>;
  /** Goes on for about so many seconds. `reference`: the reference engine alone; `aligner`: all but that; `both`. */
  cost(params: { readonly of: 'aligner' | 'reference' | 'both'; readonly seconds: number }): Promise<AlignmentCost>;
}

interface Sample {
  readonly segment: Segment;
  readonly sampleRate: number;
  readonly samples: Int16Array;
  readonly marks: readonly Mark[];
  readonly reference: { readonly samples: Int16Array; readonly marks: readonly Mark[] };
}

const samples: Record<'flite' | 'espeak', Sample[]> = { flite: [], espeak: [] };
const { signal } = new AbortController();
let reference: Synthesizer;

function voiceOf(language: string): EngineVoice {
  return espeak.voices().find((voice) => voice.language === language)!.speaker;
}

async function speak(
  engine: EngineDescriptor,
  synthesizer: Synthesizer,
  segment: Segment,
  voice: EngineVoice,
  prosody: Partial<Prosody> = {},
): Promise<Sample> {
  const changed = { ...segment, prosody: { ...segment.prosody, ...prosody } };
  return {
    segment,
    sampleRate: engine.capabilities.sampleRate,
    ...(await speakWith(synthesizer, changed, voice)),
    reference: await speakWith(reference, segment, voiceOf(segment.language)),
  };
}

/** @param from the reference speaks while it is listened to, or has spoken before */
async function align(sample: Sample, from: 'engine' | 'memory'): Promise<{ marks: Mark[]; endSeconds: number }> {
  const aligner = new SegmentAligner(sample.sampleRate, espeak.capabilities.sampleRate);
  if (from === 'engine') {
    await reference.speak(sample.segment, voiceOf(sample.segment.language), aligner.reference, signal);
  } else {
    aligner.reference.audio(sample.reference.samples);
    aligner.reference.marks(sample.reference.marks);
  }
  aligner.audio(sample.samples);
  const startedAt = performance.now();
  const marks = aligner.marks(spokenWords(sample.segment.tokens));
  return { marks, endSeconds: (performance.now() - startedAt) / 1000 };
}

const tasks: AlignmentTasks = {
  async prepare(quick) {
    reference = await loadSynthesizer(espeak);
    const own = await loadSynthesizer(flite);
    const speakers = flite.voices().map(({ speaker }) => speaker);
    for (const [index, text] of englishSentences.entries()) {
      if (quick && index % 8 !== 3) continue;
      const segment = readSegment(text);
      for (const speaker of quick ? speakers.slice(0, 1) : speakers) {
        samples.flite.push(await speak(flite, own, segment, speaker));
      }
    }
    for (const [language, texts] of Object.entries({ en: englishSentences.slice(0, 20), ...otherSentences })) {
      for (const text of quick ? texts.slice(0, 1) : texts) {
        const segment = readSegment(text, language);
        for (const [variant, rate] of [
          ['f3', 0.8],
          ['m6', 1.3],
        ] as const) {
          samples.espeak.push(await speak(espeak, reference, segment, { ...voiceOf(language), variant }, { rate }));
        }
      }
    }
  },
  async errors(of) {
    const errors: number[] = [];
    let lost = 0;
    for (const sample of samples[of]) {
      const { marks } = await align(sample, 'memory');
      const { sampleRate } = sample;
      const [found, expected] = [wordTimes(marks, sampleRate), wordTimes(sample.marks, sampleRate)];
      if (found.length === expected.length) errors.push(...absoluteErrors(found, expected));
      else lost++;
    }
    const languages = new Set(samples[of].map(({ segment }) => segment.language)).size;
    return { segments: samples[of].length, languages, errors, lost };
  },
  async cost({ of, seconds }) {
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    let [audioSeconds, endSeconds] = [0, 0];
    while (performance.now() - startedAt < 1000 * seconds) {
      for (const sample of samples.flite) {
        if (of === 'reference') await speakWith(reference, sample.segment, voiceOf('en'));
        else endSeconds += (await align(sample, of === 'both' ? 'engine' : 'memory')).endSeconds;
        audioSeconds += sample.samples.length / sample.sampleRate;
      }
    }
    const { user, system } = process.cpuUsage(cpu);
    return { audioSeconds, cpuSeconds: (user + system) / 1e6, endSeconds };
  },
};

answerCalls(tasks);
