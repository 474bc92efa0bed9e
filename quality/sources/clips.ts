/** The recordings that are changed and joined: made here, or those of a folder that the caller names. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { decodeClip } from '../../src/audio/clip/index.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import type { Quality } from '../quality.ts';

/** One recording of one speaker. */
export interface Clip {
  readonly name: string;
  /** What is said, where it is known: without it nothing is measured of its words. */
  readonly text: string | undefined;
  /** Mono, full scale ±1. */
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
  /** As it is uploaded. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const endings = ['.flac', '.mp3', '.ogg', '.wav', '.webm'];
/** What the speakers of the engines say: sentences that no constant of a voice was fitted to. */
const spokenSentences = harvardLists[2]!.slice(0, 3);
const spokenFormat = { container: 'wav', encoding: 'pcm_s16le', sampleRate: 16_000 } as const;

/** Those of `--clips`, else three sentences by each voice of flite, in the short form two by one. */
export async function clipsOf({ clips: folder, synthesizer, short }: Quality): Promise<Clip[]> {
  if (folder !== undefined) return recordedClips(folder);
  const voices = synthesizer.voicesOf('flite', 'en').slice(0, short ? 1 : undefined);
  const text = spokenSentences.slice(0, short ? 2 : undefined).join(' ');
  const made: Clip[] = [];
  for (const voice of voices) {
    const bytes = await synthesizer.bytes({ voice, text }, spokenFormat);
    made.push(await clipOf(voice.name, text, bytes));
  }
  return made;
}

/** All recordings of a folder by name; a file `<name>.txt` beside one has what is said in it. */
async function recordedClips(folder: string): Promise<Clip[]> {
  const names = (await readdir(folder)).filter((name) => endings.includes(extname(name).toLowerCase())).sort();
  if (names.length === 0) throw new Error(`${folder} has no recordings (${endings.join(', ')})`);
  const clips: Clip[] = [];
  for (const file of names) {
    const name = basename(file, extname(file));
    const text = await readFile(join(folder, `${name}.txt`), 'utf8').catch(() => undefined);
    clips.push(await clipOf(name, text?.trim(), await readFile(join(folder, file))));
  }
  return clips;
}

async function clipOf(name: string, text: string | undefined, bytes: Uint8Array): Promise<Clip> {
  const { samples, sampleRate } = await decodeClip(bytes);
  return { name, text, samples, sampleRate, bytes: Uint8Array.from(bytes) };
}

/** How the method of a part names them. */
export function describeClips({ clips: folder }: Quality): string {
  return folder === undefined
    ? 'Clips are three Harvard sentences by voices of flite, at 16 kHz: recordings of people are not part of this repository, `--clips <folder>` measures some.'
    : 'Clips are recordings of a folder (`--clips`).';
}
