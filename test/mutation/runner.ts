/** Runs the tests of a guard against one mutant, in a copy of the repository. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, type Guard, type GuardMutant } from './guards.ts';
import { withMutant } from './mutants.ts';

/** `killed`: a test failed. `timed out`: the tests did not end, which they notice as well. `survived`: all passed. */
export type Outcome = 'killed' | 'timed out' | 'survived';

export interface Verdict {
  readonly outcome: Outcome;
  /** The test file that noticed. */
  readonly by?: string;
  readonly seconds: number;
}

/** What tests read besides `src` and `test`. */
const copied = [
  'src',
  'client/src',
  'test',
  'bin',
  'docs',
  'examples',
  'bench',
  'package.json',
  'tsconfig.json',
  'README.md',
];

/** A copy of the sources with the packages of the original; only one mutant is in it at a time. */
export class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sonorant-mutants-'));
  /** Those that run. */
  #tests: ChildProcess | undefined;

  constructor() {
    for (const name of copied) cpSync(root + name, join(this.#folder, name), { recursive: true });
    symlinkSync(`${root}node_modules`, join(this.#folder, 'node_modules'));
  }

  /** How long each test file of the guard takes without a mutant, in ms. @throws when one fails: then it proves nothing of a mutant */
  async baseline({ tests }: Guard, known: Map<string, number>): Promise<void> {
    for (const file of tests) {
      if (known.has(file)) continue;
      const begin = performance.now();
      const outcome = await this.#run(file, 300_000);
      if (outcome !== 'survived') throw new Error(`without a mutant the tests of ${file} are ${outcome}`);
      known.set(file, performance.now() - begin);
    }
  }

  /** @param usual what {@link baseline} measured */
  async judge(mutant: GuardMutant, usual: ReadonlyMap<string, number>): Promise<Verdict> {
    const begin = performance.now();
    const path = join(this.#folder, mutant.guard.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, withMutant(source, mutant));
    try {
      for (const by of mutant.guard.tests) {
        const outcome = await this.#run(by, 20_000 + 4 * usual.get(by)!);
        if (outcome !== 'survived') return { outcome, by, seconds: (performance.now() - begin) / 1000 };
      }
    } finally {
      writeFileSync(path, source);
    }
    return { outcome: 'survived', seconds: (performance.now() - begin) / 1000 };
  }

  /** Behind {@link endTests}: what they were writing may still come. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Those that run in it. */
  endTests(): void {
    if (this.#tests?.pid === undefined) return;
    try {
      // They may have started processes of their own.
      process.kill(-this.#tests.pid, 'SIGKILL');
    } catch {
      // They have ended by themselves.
    }
  }

  /** Ends at the first test that fails. */
  #run(file: string, deadlineMs: number): Promise<Outcome> {
    const child = spawn(process.execPath, ['--test-reporter=tap', '--test-timeout=30000', file], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
      // What has been compiled once is not compiled again for each mutant, which halves the time of a short test.
      env: { ...process.env, NODE_OPTIONS: '--no-warnings', NODE_COMPILE_CACHE: join(this.#folder, '.compiled') },
    });
    this.#tests = child;
    return new Promise((resolve) => {
      let outcome: Outcome | undefined;
      const end = (result: Outcome): void => {
        outcome ??= result;
        this.endTests();
      };
      const timer = setTimeout(() => end('timed out'), deadlineMs);
      child.stdout.on('data', (part: Buffer) => {
        if (/^ *not ok /mu.test(part.toString('latin1'))) end('killed');
      });
      child.on('close', (code) => {
        clearTimeout(timer);
        this.#tests = undefined;
        resolve(outcome ?? (code === 0 ? 'survived' : 'killed'));
      });
    });
  }
}
