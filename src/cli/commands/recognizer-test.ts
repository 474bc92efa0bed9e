/** `sonorant models test` of a recognizer: it hears what a built-in engine speaks, as it would in the server, and is measured. */
import { createResampler } from '../../audio/resampler.ts';
import { encodeSamples } from '../../audio/pcm.ts';
import { integersOf } from '../../audio/bytes.ts';
import { allEngines } from '../../engines/registry.ts';
import { Scheduler } from '../../engines/scheduling/scheduler.ts';
import { MemoryBudget } from '../../processes/memory-budget.ts';
import {
  hears,
  recognizerRate,
  type Recognized,
  type Recognizer,
  type RecognizerDescriptor,
} from '../../recognizers/adapter.ts';
import { installedRecognizers } from '../../recognizers/sherpa/index.ts';
import { isLanguage, languageNames, type Language } from '../../voices/languages.ts';
import { mainAccentOf } from '../../voices/locales.ts';
import { sampleText } from '../../voices/sample-text.ts';
import { peakMemoryOfChildren } from '../child-memory.ts';
import { CommandError } from '../errors.ts';
import { speakSample } from '../speech/sample-speech.ts';
import { table } from '../table.ts';

export interface RecognizerTestOptions {
  readonly asJson: boolean;
  readonly signal: AbortSignal;
}

/** What one language gave. */
interface Result {
  readonly language: Language;
  readonly spoken: string;
  readonly heard: Recognized;
  /** Seconds of the audio, and of hearing it. */
  readonly seconds: number;
  readonly wallSeconds: number;
}

/** Languages that are spoken to it, where it hears more. */
const maxLanguages = 8;

/**
 * Loads the recognizer, speaks a sample to it in its languages and prints what it heard.
 * @throws {CommandError} when it cannot be used, fails, or hears no word of any sample
 */
export async function testRecognizer(
  models: string,
  name: string,
  { asJson, signal }: RecognizerTestOptions,
): Promise<void> {
  const descriptor = await recognizerNamed(models, name);
  const recognizer = descriptor.open();
  try {
    const startedAt = performance.now();
    await recognizer.load();
    const loadMs = performance.now() - startedAt;
    const results = await hearSamples(descriptor, recognizer, signal);
    const memory = await peakMemoryOfChildren();
    if (asJson) console.log(JSON.stringify(shown(descriptor, loadMs, memory, results), undefined, 2));
    else print(loadMs, memory, results);
    if (results.every(({ heard }) => heard.text === '')) {
      throw new CommandError(`${name} has heard no word of what was spoken to it`);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CommandError ? error : new CommandError((error as Error).message);
  } finally {
    await recognizer.close();
  }
}

async function recognizerNamed(models: string, name: string): Promise<RecognizerDescriptor> {
  const { recognizers, problems } = await installedRecognizers(models, new MemoryBudget(Infinity));
  const found = recognizers.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const problem = problems.find(({ model }) => model === name);
  throw new CommandError(`the model ${name} cannot hear here: ${problem?.reason ?? 'it was just removed'}`);
}

async function hearSamples(
  { capabilities }: RecognizerDescriptor,
  recognizer: Recognizer,
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const known = capabilities.languages === 'any' ? ['en'] : capabilities.languages;
  const languages = known.filter(isLanguage).filter((language) => hears(capabilities, language));
  if (languages.length === 0) throw new CommandError('no built-in engine speaks a language that it hears');
  const scheduler = await Scheduler.start({ threads: 1, engines: allEngines });
  try {
    const results: Result[] = [];
    for (const language of languages.slice(0, maxLanguages)) {
      const [spoken, samples] = [sampleText(language), await speech(scheduler, language, signal)];
      const startedAt = performance.now();
      const utterance = recognizer.begin({ language, signal });
      utterance.write(samples);
      const heard = await utterance.end();
      const wallSeconds = (performance.now() - startedAt) / 1000;
      results.push({ language, spoken, heard, seconds: samples.length / recognizerRate, wallSeconds });
    }
    return results;
  } finally {
    await scheduler.close();
  }
}

/** By the first built-in engine of the language, at the rate of recognizers. */
async function speech(scheduler: Scheduler, language: Language, signal: AbortSignal): Promise<Int16Array> {
  const engine = allEngines.find(({ capabilities }) => capabilities.languages.includes(language));
  const voice = engine?.cast({ language, accent: mainAccentOf(language).id, gender: null });
  if (engine === undefined || voice === undefined) {
    throw new CommandError(`no built-in engine speaks ${languageNames[language]}`);
  }
  const text = sampleText(language);
  const { pcm, sampleRate } = await speakSample({ scheduler, engine, voice, language, text, signal });
  const resampler = createResampler({ inputRate: sampleRate, outputRate: recognizerRate });
  const parts = [resampler.write(pcm), resampler.end()].map((part) => integersOf(encodeSamples(part, 'pcm_s16le')));
  return Int16Array.from(parts.flatMap((part) => [...part]));
}

function print(loadMs: number, memory: number | undefined, results: readonly Result[]): void {
  const rows = results.map(({ language, spoken, heard, seconds, wallSeconds }) => [
    languageNames[language],
    `${seconds.toFixed(2)} s`,
    (wallSeconds / seconds).toFixed(3),
    heard.words === undefined ? 'no times' : `${heard.words.length} with times`,
    spoken,
    heard.text,
  ]);
  console.log(table(['LANGUAGE', 'AUDIO', 'REAL-TIME FACTOR', 'WORDS', 'SPOKEN', 'HEARD'], rows));
  const size = memory === undefined ? 'not known on this system' : `${(memory / 1e6).toFixed(0)} MB`;
  console.log(`Loaded in ${loadMs.toFixed(0)} ms. Memory of the model's process: ${size}.`);
}

function shown(
  { id, capabilities }: RecognizerDescriptor,
  loadMs: number,
  memory: number | undefined,
  results: readonly Result[],
): object {
  return {
    recognizer: id,
    streaming: capabilities.streaming,
    load_ms: Math.round(loadMs),
    memory_bytes: memory ?? null,
    languages: results.map(({ language, spoken, heard, seconds, wallSeconds }) => ({
      language,
      audio_seconds: seconds,
      real_time_factor: Number((wallSeconds / seconds).toFixed(4)),
      spoken,
      heard: heard.text,
      words: heard.words ?? null,
    })),
  };
}
