/** Word error by PocketSphinx (Debian packages `pocketsphinx` and `pocketsphinx-en-us`), which ranks voices and does not judge them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createResampler } from '../src/audio/resampler.ts';
import { encodeSamples } from '../src/audio/pcm.ts';

const run = promisify(execFile);
const model = '/usr/share/pocketsphinx/model/en-us';
/** Packages of Debian that it takes. */
export const recognizerPackages: readonly string[] = ['pocketsphinx', 'pocketsphinx-en-us'];
const recognizerRate = 16_000;
/** Seconds of silence on either side of an utterance, as the recogniser expects. */
const leadSeconds = 0.5;

export interface Utterance {
  readonly text: string;
  /** Mono PCM, −32768…32767. */
  readonly samples: Int16Array;
  /** Hz. */
  readonly sampleRate: number;
}

/**
 * How often words are not recognised.
 * @param vocabulary `open`: the recogniser's own language model. `closed`: any sequence of the words of these utterances.
 * @returns substitutions, insertions and deletions for one word that was said
 * @throws {Error} when PocketSphinx is not installed
 */
export async function wordError(utterances: readonly Utterance[], vocabulary: 'open' | 'closed'): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'recognizer-'));
  try {
    const names = utterances.map((_utterance, index) => `u${index}`);
    await Promise.all(
      utterances.map((each, index) => writeFile(join(folder, `${names[index]!}.raw`), toRecognizerPcm(each).bytes)),
    );
    await writeFile(join(folder, 'list'), names.join('\n'));
    const said = utterances.map(({ text }) => wordsOf(text));
    await writeFile(join(folder, 'loop.gram'), loopGrammar(said.flat()));
    const heard = await recognize(folder, vocabulary);
    const errors = said.reduce((sum, words, index) => sum + editDistance(words, heard[index] ?? []), 0);
    return errors / said.reduce((sum, words) => sum + words.length, 0);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Arguments of `pocketsphinx_batch` for the `.raw` files of a folder whose names stand in its file `list`. */
export function pocketsphinx(folder: string, list: string): string[] {
  return [
    ...['-hmm', `${model}/en-us`, '-dict', `${model}/cmudict-en-us.dict`, '-remove_silence', 'no'],
    ...['-ctl', join(folder, list), '-cepdir', folder, '-cepext', '.raw', '-adcin', 'yes'],
    ...['-samprate', String(recognizerRate), '-logfn', '/dev/null'],
  ];
}

async function recognize(folder: string, vocabulary: 'open' | 'closed'): Promise<string[][]> {
  const grammar = vocabulary === 'open' ? ['-lm', `${model}/en-us.lm.bin`] : ['-jsgf', join(folder, 'loop.gram')];
  await run('pocketsphinx_batch', [...pocketsphinx(folder, 'list'), ...grammar, '-hyp', join(folder, 'hypotheses')]);
  const lines = (await readFile(join(folder, 'hypotheses'), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => wordsOf(line.replace(/\s*\([^)]*\)$/u, '')));
}

function loopGrammar(words: readonly string[]): string {
  return `#JSGF V1.0;\ngrammar loop;\npublic <loop> = (${[...new Set(words)].join(' | ')})+;\n`;
}

/** What the recogniser reads: 16 kHz with silence on either side, whose length in front is told. */
export function toRecognizerPcm({ samples, sampleRate }: Utterance): { bytes: Uint8Array; leadSeconds: number } {
  const pause = new Int16Array(leadSeconds * sampleRate);
  const resampler = createResampler({ inputRate: sampleRate, outputRate: recognizerRate });
  const parts = [resampler.write(pause), resampler.write(samples), resampler.write(pause), resampler.end()];
  return { bytes: Buffer.concat(parts.map((part) => encodeSamples(part, 'pcm_s16le'))), leadSeconds };
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+(?:'[a-z]+)?/gu) ?? [];
}

export function editDistance(said: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_word, index) => index + 1);
  row.unshift(0);
  for (const [index, word] of said.entries()) {
    const next = [index + 1];
    for (let at = 1; at <= heard.length; at++) {
      next.push(Math.min(row[at]! + 1, next[at - 1]! + 1, row[at - 1]! + (word === heard[at - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
