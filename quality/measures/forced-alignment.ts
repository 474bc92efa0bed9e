/**
 * When the words of a recording are said, by the acoustic model of PocketSphinx alone: the only sentence its grammar allows is the
 * one that was said, so that it finds borders and no words (Debian packages `pocketsphinx` and `pocketsphinx-en-us`).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pocketsphinx, toRecognizerPcm, wordsOf, type Utterance } from '../../bench/pocketsphinx.ts';
import type { TimeSpan } from './silence.ts';

const run = promisify(execFile);
/** Seconds from one frame to the next. */
const frameSeconds = 0.01;
/** Where the border between a frame and the one before lies behind the frame's number: half of what windows of 25.6 ms overlap. */
const borderSeconds = (0.0256 - frameSeconds) / 2;

/**
 * The times of the words in seconds from the first sample of the utterance.
 * @returns undefined where the recogniser cannot follow: a word that its dictionary does not have, or speech too unlike its model
 */
export async function alignWords(utterance: Utterance): Promise<TimeSpan[] | undefined> {
  const words = wordsOf(utterance.text);
  const folder = await mkdtemp(join(tmpdir(), 'alignment-'));
  try {
    const { bytes, leadSeconds } = toRecognizerPcm(utterance);
    await writeFile(join(folder, 'u.raw'), bytes);
    await writeFile(join(folder, 'list'), 'u\n');
    await writeFile(join(folder, 'said.gram'), `#JSGF V1.0;\ngrammar said;\npublic <said> = ${words.join(' ')};\n`);
    await run('pocketsphinx_batch', [
      ...pocketsphinx(folder, 'list'),
      ...['-jsgf', join(folder, 'said.gram'), '-bestpath', 'no', '-hypseg', join(folder, 'segments')],
      // One sentence is little to search: nothing of it need be given up early.
      ...['-beam', '1e-200', '-pbeam', '1e-200', '-wbeam', '1e-200'],
    ]);
    const line = await readFile(join(folder, 'segments'), 'utf8');
    const found = readSegments(line).map(({ start, end }) => ({ start: start - leadSeconds, end: end - leadSeconds }));
    return found.length === words.length ? found : undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Reads a line `u S 0 T … A … L … 0 -356 -337 <sil> 51 -277 0 the 72 … 374`: the first frame, two scores and the name of each word,
 * then the number of frames. Silence and noise (`<sil>`, `++…++`) are left out.
 */
function readSegments(line: string): TimeSpan[] {
  const fields = line.trim().split(/\s+/u).slice(9);
  const found: TimeSpan[] = [];
  for (let at = 0; at + 4 < fields.length; at += 4) {
    if (/^[<[+]/u.test(fields[at + 3]!)) continue;
    found.push({ start: secondsOf(fields[at]!), end: secondsOf(fields[at + 4]!) });
  }
  return found;
}

function secondsOf(frame: string): number {
  return Number(frame) * frameSeconds + borderSeconds;
}
