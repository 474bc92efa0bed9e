/** `sonorant models test`: an installed voice speaks, as it would in the server, and what it gives is measured and checked. */
import type { EngineDescriptor, EngineVoice, VoiceClip } from '../../engines/adapter.ts';
import { installedModels } from '../../engines/neural/index.ts';
import { allEngines } from '../../engines/registry.ts';
import { Scheduler } from '../../engines/scheduling/scheduler.ts';
import { findInstalled } from '../../models/folder.ts';
import { isLanguage, languageNames, type Language } from '../../voices/languages.ts';
import { mainAccentOf } from '../../voices/locales.ts';
import { sampleText } from '../../voices/sample-text.ts';
import { peakMemoryOfChildren } from '../child-memory.ts';
import { CommandError } from '../errors.ts';
import { speakSample, type Sample } from '../speech/sample-speech.ts';
import { faultsOf } from '../speech/speech-faults.ts';
import { table } from '../table.ts';
import { testRecognizer } from './recognizer-test.ts';

export interface ModelTestOptions {
  readonly asJson: boolean;
  readonly signal: AbortSignal;
}

/** What one language gave. */
interface Result {
  readonly language: Language;
  readonly voice: string;
  readonly sample: Sample;
  readonly faults: readonly string[];
}

interface Report {
  readonly engine: EngineDescriptor;
  /** Until the first audio, with everything that has to be loaded before. */
  readonly coldMs: number;
  /** Bytes of the process that runs the model; undefined where the system does not say. */
  readonly memory: number | undefined;
  readonly results: readonly Result[];
}

/**
 * Loads a model, speaks a sample in each of its languages, or lets it hear one, and prints the figures.
 * @throws {CommandError} when there is no such model, it cannot speak or hear, or what it gave is wrong
 */
export async function testModel(models: string, given: string, { asJson, signal }: ModelTestOptions): Promise<void> {
  const model = await findInstalled(models, given);
  if (model === undefined) {
    throw new CommandError(`no model '${given}' is installed in ${models}; "sonorant models list" shows them`);
  }
  if (model.problem !== undefined) throw new CommandError(`the model ${model.name} is damaged: ${model.problem}`);
  if (model.manifest?.kind === 'recognizer') return testRecognizer(models, model.name, { asJson, signal });
  if (model.manifest?.kind === 'vad') {
    throw new CommandError(`the model ${model.name} neither speaks nor hears words: it finds where speech is`);
  }
  const report = await tryOut(await engineOf(models, model.name), signal);
  if (asJson) console.log(JSON.stringify(shown(report), undefined, 2));
  else print(report);
  const faults = report.results.flatMap((result) => result.faults.map((fault) => `${result.language}: ${fault}`));
  if (faults.length > 0) {
    throw new CommandError(`${report.engine.id} does not speak as it should: ${faults.join('; ')}`);
  }
}

async function engineOf(models: string, name: string): Promise<EngineDescriptor> {
  const { engines, problems } = await installedModels(models);
  const engine = engines.find(({ id }) => id === `neural:${name}`);
  if (engine !== undefined) return engine;
  const problem = problems.find((each) => each.model === name);
  throw new CommandError(`the model ${name} cannot speak here: ${problem?.reason ?? 'it was just removed'}`);
}

async function tryOut(engine: EngineDescriptor, signal: AbortSignal): Promise<Report> {
  const languages = engine.capabilities.languages.filter(isLanguage);
  const [main] = languages;
  if (main === undefined) throw new CommandError(`${engine.id} speaks none of the languages of the interface`);
  const reference = allEngines.find(({ capabilities }) => capabilities.reference === true);
  const isCloneOnly = engine.voices().length === 0;
  const engines = isCloneOnly && reference !== undefined ? [engine, reference] : [engine];
  const scheduler = await Scheduler.start({ threads: 1, engines, reference });
  try {
    const say = (by: EngineDescriptor, voice: EngineVoice, language: Language): Promise<Sample> =>
      speakSample({ scheduler, engine: by, voice, language, text: sampleText(language), signal });
    // A recording that a cloning model can be given: the embedded engine speaks it.
    const clip = isCloneOnly && reference !== undefined ? await recordingOf(reference, main, say) : undefined;
    const cold = await say(engine, voiceOf(engine, main, clip), main);
    const results: Result[] = [];
    for (const language of languages) {
      const voice = voiceOf(engine, language, clip);
      const sample = await say(engine, voice, language);
      const again = language === main && engine.capabilities.deterministic ? cold : undefined;
      results.push({ language, voice: voice.name, sample, faults: faultsOf(sample, engine.capabilities, again) });
    }
    return { engine, coldMs: cold.firstAudioMs, memory: await peakMemoryOfChildren(), results };
  } finally {
    await scheduler.close();
  }
}

async function recordingOf(
  engine: EngineDescriptor,
  language: Language,
  say: (engine: EngineDescriptor, voice: EngineVoice, language: Language) => Promise<Sample>,
): Promise<VoiceClip> {
  const { pcm, sampleRate, text } = await say(engine, voiceOf(engine, language, undefined), language);
  const samples = new Int16Array(new SharedArrayBuffer(pcm.byteLength));
  samples.set(pcm);
  return { id: 'test', samples, sampleRate, transcript: text };
}

function voiceOf(engine: EngineDescriptor, language: Language, clip: VoiceClip | undefined): EngineVoice {
  const own = engine.voices().find((voice) => voice.language === language);
  const accent = mainAccentOf(language).id;
  const voice = own?.speaker ?? engine.cast({ language, accent, gender: null, clip });
  if (voice === undefined) throw new CommandError(`${engine.id} has no voice for ${languageNames[language]}`);
  return voice;
}

function factorOf({ wallMs, seconds }: Sample): number {
  return wallMs / 1000 / seconds;
}

function print({ engine, coldMs, memory, results }: Report): void {
  const head = ['LANGUAGE', 'VOICE', 'AUDIO', 'FIRST AUDIO', 'REAL-TIME FACTOR', 'WORDS', 'CHECKS'];
  const rows = results.map(({ language, voice, sample, faults }) => [
    languageNames[language],
    voice,
    `${sample.seconds.toFixed(2)} s`,
    `${sample.firstAudioMs.toFixed(0)} ms`,
    factorOf(sample).toFixed(3),
    engine.capabilities.marks === 'none' ? 'no times' : `${sample.words.length} ${engine.capabilities.marks}`,
    faults.length === 0 ? 'passed' : `failed: ${faults.join('; ')}`,
  ]);
  console.log(table(head, rows));
  const size = memory === undefined ? 'not known on this system' : `${(memory / 1e6).toFixed(0)} MB`;
  console.log(`First audio with loading: ${coldMs.toFixed(0)} ms. Memory of the model's process: ${size}.`);
}

function shown({ engine, coldMs, memory, results }: Report): object {
  return {
    engine: engine.id,
    marks: engine.capabilities.marks,
    cold_first_audio_ms: Math.round(coldMs),
    memory_bytes: memory ?? null,
    languages: results.map(({ language, voice, sample, faults }) => ({
      language,
      voice,
      audio_seconds: sample.seconds,
      first_audio_ms: Math.round(sample.firstAudioMs),
      real_time_factor: Number(factorOf(sample).toFixed(4)),
      words: sample.words.length,
      faults,
    })),
  };
}
