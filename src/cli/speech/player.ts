/** The program of this machine that plays sound, for `sonorant say --play`. */
import { constants, existsSync } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Encoding, PayloadFormat } from '../../audio/formats.ts';
import { Program } from '../../processes/program.ts';
import { CommandError, usageError } from '../errors.ts';

/** What the programs take, mono and little-endian. */
type Samples = 's16' | 'f32';

/** Takes samples on its standard input and ends when they have been heard. */
export interface Player {
  readonly name: string;
  /** Its full path. */
  readonly program: string;
  /** @param rate Hz */
  readonly args: (samples: Samples, rate: number) => readonly string[];
}

const players: readonly Omit<Player, 'program'>[] = [
  {
    name: 'pw-cat',
    args: (samples, rate) => ['--playback', '--raw', '--format', samples, '--channels', '1', '--rate', `${rate}`, '-'],
  },
  {
    name: 'paplay',
    args: (samples, rate) => [
      '--raw',
      `--format=${samples === 's16' ? 's16le' : 'float32le'}`,
      '--channels=1',
      `--rate=${rate}`,
    ],
  },
  {
    name: 'aplay',
    args: (samples, rate) => [
      ...['-q', '-t', 'raw', '-f', samples === 's16' ? 'S16_LE' : 'FLOAT_LE'],
      ...['-c', '1', '-r', `${rate}`, '-'],
    ],
  },
  {
    name: 'play',
    args: (samples, rate) => [
      ...['-q', '-t', 'raw', '-L', '-e', samples === 's16' ? 'signed' : 'float', '-b', samples === 's16' ? '16' : '32'],
      ...['-c', '1', '-r', `${rate}`, '-'],
    ],
  },
  {
    name: 'ffplay',
    args: (samples, rate) => [
      ...['-loglevel', 'error', '-nodisp', '-autoexit', '-f', `${samples}le`],
      ...['-ar', `${rate}`, '-ch_layout', 'mono', '-i', '-'],
    ],
  },
];

/** The programs that are looked for, in their order. */
const playerNames: readonly string[] = players.map(({ name }) => name);

/** @returns undefined where none of those that are known is on the path */
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

/** Whether sound can go anywhere; true where only the programs themselves could tell, which is everywhere but on Linux. */
export async function hasSoundDevice(environment: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const { PULSE_SERVER: pulse = '', PIPEWIRE_REMOTE: pipewire = '', XDG_RUNTIME_DIR: runtime = '' } = environment;
  if (pulse !== '' || pipewire !== '') return true;
  if (runtime !== '' && (existsSync(join(runtime, 'pulse/native')) || existsSync(join(runtime, 'pipewire-0')))) {
    return true;
  }
  // A card that plays has a device such as pcmC0D0p.
  const devices = await readdir('/dev/snd').catch(() => []);
  return devices.some((name) => /^pcm.*p$/.test(name));
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const samplesOf: Readonly<Partial<Record<Encoding, Samples>>> = { pcm_s16le: 's16', pcm_f32le: 'f32' };

/** Sound that is heard while it is made. */
export class PlayerProcess {
  readonly #program: Program;
  readonly #name: string;

  private constructor(player: Player, args: readonly string[]) {
    this.#name = player.name;
    this.#program = new Program(player.program, args, process.env);
    this.#program.output.resume();
  }

  /**
   * @param format of the samples
   * @throws {CommandError} where no program plays, or the samples are of a kind that none takes
   */
  static async start({ encoding, sampleRate }: PayloadFormat): Promise<PlayerProcess> {
    const samples = samplesOf[encoding];
    if (samples === undefined) throw usageError(`--play does not go with --encoding ${encoding}`);
    const player = await playerOf();
    if (player === undefined) {
      throw new CommandError(
        `no program that plays sound was found; one of these is needed: ${playerNames.join(', ')}`,
      );
    }
    return new PlayerProcess(player, player.args(samples, sampleRate));
  }

  /** Resolves when there is room for more. */
  async write(bytes: Uint8Array): Promise<void> {
    // It may have ended by a signal, or never have begun: nothing more is made for it.
    if (!(await this.#program.write(bytes))) await this.finish();
  }

  /** Resolves when all has been heard. */
  async finish(): Promise<void> {
    this.#program.endInput();
    const { code, startError, lastWords } = await this.#program.ended;
    if (code === 0) return;
    const said = startError?.message ?? lastWords;
    throw new CommandError(
      `${this.#name} could not play: ${said === '' ? `it ended with code ${code ?? 'none'}` : said}`,
    );
  }

  /** Silence at once. */
  stop(): void {
    void this.#program.close();
  }
}
