/** The program of this machine that plays sound, for `sonorant say --play`. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Takes mono samples of 16 bits, little-endian, on its standard input. */
export interface Player {
  readonly name: string;
  /** Its full path. */
  readonly program: string;
  /** @param sampleRate Hz */
  readonly args: (sampleRate: number) => readonly string[];
}

/** In the order in which they are taken: those that begin at once and end with their input come first. */
const players: readonly Omit<Player, 'program'>[] = [
  {
    name: 'pw-cat',
    args: (rate) => ['--playback', '--raw', '--format', 's16', '--channels', '1', '--rate', String(rate), '-'],
  },
  { name: 'paplay', args: (rate) => ['--raw', '--format=s16le', '--channels=1', `--rate=${rate}`] },
  { name: 'aplay', args: (rate) => ['-q', '-t', 'raw', '-f', 'S16_LE', '-c', '1', '-r', String(rate), '-'] },
  { name: 'play', args: (rate) => ['-q', '-t', 'raw', '-e', 'signed', '-b', '16', '-c', '1', '-r', String(rate), '-'] },
  {
    name: 'ffplay',
    args: (rate) => [
      '-loglevel',
      'error',
      '-nodisp',
      '-autoexit',
      '-f',
      's16le',
      '-ar',
      String(rate),
      '-ch_layout',
      'mono',
      '-i',
      '-',
    ],
  },
];

/** @returns undefined where none of those that are known is installed */
export async function playerOf(environment: NodeJS.ProcessEnv = process.env): Promise<Player | undefined> {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const player of players) {
    for (const folder of folders) {
      const program = join(folder, player.name);
      if (await isExecutable(program)) return { ...player, program };
    }
  }
  return undefined;
}

/** Names of the programs that are looked for. */
export const playerNames: readonly string[] = players.map(({ name }) => name);

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
