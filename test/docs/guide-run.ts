/** Runs the blocks of one guide in order, in a fresh folder and against a server of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writePiperModel } from '../../src/engines/neural/testing.ts';
import { blocksOf, portsOf, programs, servicesOf, startsServer, type Block } from './guide-blocks.ts';
import {
  checkConfiguration,
  checkDashboard,
  checkSyntax,
  checkTypes,
  MissingProgram,
  programPath,
  type CheckContext,
} from './guide-checks.ts';
import { hearPage } from './guide-page.ts';
import { compareOutput, fitsText } from './guide-output.ts';
import { replay } from './replay.ts';
import { startService } from './services.ts';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Counts {
  /** Programs that ran. */
  run: number;
  /** Outputs compared, configurations read by their programs. */
  checked: number;
  /** Marked as not to be run here: syntax checked, recorded messages played. */
  marked: number;
}

export interface GuideResult extends Counts {
  readonly failure?: string;
  /** Checks that could not be made, since their program is not there. */
  readonly unchecked: readonly string[];
}

export interface RunOptions {
  readonly name: string;
  /** The guide as its file has it. */
  readonly text: string;
  /** Programs whose checks may be left out where they are not installed. */
  readonly without: ReadonlySet<string>;
  readonly keepsFolder: boolean;
}

const blockMs = 120_000;

const running = new Set<AsyncDisposable>();

/** Ends what runs now, with everything that it has started: for a signal to stop. */
export async function stopGuides(): Promise<void> {
  await Promise.all([...running].map((run) => run[Symbol.asyncDispose]()));
}

/** @returns also a failure to prepare it, such as a service that does not start */
export async function runGuide(options: RunOptions): Promise<GuideResult> {
  try {
    await using run = await GuideRun.open(options);
    return await run.all();
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { run: 0, checked: 0, marked: 0, unchecked: [], failure };
  }
}

class GuideRun implements AsyncDisposable {
  readonly #options: RunOptions;
  readonly #folder: string;
  readonly #blocks: readonly Block[];
  /** Ports as the guide names them, and those that they stand for. */
  readonly #ports: Map<string, number>;
  readonly #environment: Record<string, string>;
  readonly #stack = new AsyncDisposableStack();
  readonly #children: ChildProcess[] = [];
  readonly #background: Background[] = [];
  readonly #unchecked: string[] = [];
  readonly #counts: Counts = { run: 0, checked: 0, marked: 0 };
  /** What the last block printed; undefined where it was left out. */
  #last: string | undefined = '';

  private constructor(options: RunOptions, folder: string, ports: Map<string, number>) {
    this.#options = options;
    this.#folder = folder;
    this.#ports = ports;
    this.#blocks = blocksOf(options.text, options.name);
    this.#environment = {
      PATH: [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH ?? '', '/usr/sbin'].join(
        delimiter,
      ),
      HOME: folder,
      LANG: 'C.UTF-8',
      PYTHONDONTWRITEBYTECODE: '1',
      npm_config_offline: 'true',
      SONORANT_API_KEY: 'sk_car_of_the_guides',
      SONORANT_ADMIN_KEY: 'sk_car_admin_of_the_guides',
      SONORANT_PORT: String(ports.get('8080')),
      SONORANT_LOG_LEVEL: 'warn',
      // Nothing is refused for the sake of speed, which differs by machine.
      SONORANT_ADMISSION_MS: '600000',
      SONORANT_ADMISSION_TOLERANCE_MS: '600000',
      ...(servicesOf(options.text).includes('s3') && { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }),
    };
  }

  static async open(options: RunOptions): Promise<GuideRun> {
    const folder = await mkdtemp(join(tmpdir(), `sonorant-guide-${options.name}-`));
    const ports = new Map<string, number>();
    for (const port of portsOf(options.text)) ports.set(port, await freePort());
    const run = new GuideRun(options, folder, ports);
    running.add(run);
    try {
      await run.#prepare();
    } catch (error) {
      await run[Symbol.asyncDispose]();
      throw error;
    }
    return run;
  }

  async #prepare(): Promise<void> {
    const { text, keepsFolder } = this.#options;
    const folder = this.#folder;
    if (!keepsFolder) this.#stack.defer(() => rm(folder, { recursive: true, force: true }));
    for (const service of servicesOf(text)) {
      const started = await startService(service);
      this.#ports.set(started.usual, started.port);
      this.#stack.defer(started.stop);
    }
    this.#stack.defer(() => this.#stopChildren());
    await mkdir(join(folder, '.blocks'));
    await writeFile(join(folder, '.blocks/state'), '');
    await linkPackages(folder);
    // A voice of a few kilobytes that speaks tones, in the place of one that would have to be downloaded.
    if (/^fixtures: piper-voice$/m.test(text)) await writePiperModel(join(folder, 'my-voice'), { speakers: 1 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    running.delete(this);
    await this.#stack.disposeAsync();
  }

  async all(): Promise<GuideResult> {
    try {
      if (!startsServer(this.#blocks)) await this.#startServer();
      for (const block of this.#blocks) await this.#guarded(block);
      if (this.#blocks.some(({ language }) => language === 'ts')) {
        await checkTypes(this.#folder);
        this.#counts.checked++;
      }
      if (this.#options.text.includes('deploy/grafana/sonorant.json')) await this.#checkDashboard();
      return { ...this.#counts, unchecked: this.#unchecked };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const outputs = await Promise.all(this.#background.map((program) => outputOf(program)));
      return { ...this.#counts, unchecked: this.#unchecked, failure: [message, ...outputs].join('\n') };
    }
  }

  #logOf(line: number): string {
    return join(this.#folder, `.blocks/line-${line}.log`);
  }

  /** Counted with its queries, in the guide that tells of it. */
  async #checkDashboard(): Promise<void> {
    try {
      this.#counts.checked += await checkDashboard(this.#checkContext());
    } catch (error) {
      if (!(error instanceof MissingProgram) || !this.#options.without.has(error.program)) throw error;
      this.#unchecked.push(`deploy/grafana/sonorant.json: ${error.message}`);
    }
  }

  /** Names the block in what it throws. */
  async #guarded(block: Block): Promise<void> {
    try {
      await this.#one(block);
    } catch (error) {
      if (error instanceof MissingProgram && this.#options.without.has(error.program)) {
        this.#last = undefined;
        this.#unchecked.push(`${this.#options.name}.md:${block.line}: ${error.message}`);
        return;
      }
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`${this.#options.name}.md:${block.line}: ${message}`, { cause: error });
    }
  }

  /** Ports of the guide become free ones of this machine. */
  #withPorts(text: string): string {
    const ports = [...this.#ports];
    return text.replaceAll(/\b\d{2,5}\b/g, (number) => {
      const port = ports.find(([usual]) => usual === number);
      return port === undefined ? number : String(port[1]);
    });
  }

  async #one(block: Block): Promise<void> {
    const code = this.#withPorts(block.code);
    // The output of what was left out, and that has been said.
    if (block.output === true && this.#last === undefined) return;
    if (block.output !== undefined) return this.#compare(block, code);
    for (const program of block.needs?.split(',') ?? []) programPath(program, this.#environment.PATH!);
    const path = await this.#save(block, code);
    if (block.unrunnable !== undefined) {
      await checkSyntax(block, path, this.#checkContext());
      if (block.replays !== undefined) await replay(block.replays, this.#url, this.#environment.SONORANT_API_KEY!);
      this.#counts.marked++;
    } else if (block.page !== undefined) {
      await hearPage(this.#withPorts(block.page.opens), block.page.clicks);
      this.#counts.run++;
    } else if (!programs.some((program) => program === block.language)) {
      await checkConfiguration(block, path, code, this.#checkContext());
      this.#counts.checked++;
    } else if (!block.isSaved) {
      if (block.inBackground) await this.#begin(block, path);
      else this.#last = await this.#run(block, path);
      this.#counts.run++;
    }
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#ports.get('8080')!}`;
  }

  #checkContext(): CheckContext {
    return { folder: this.#folder, environment: this.#environment };
  }

  async #save(block: Block, code: string): Promise<string> {
    const path = join(this.#folder, block.file ?? `.blocks/line-${block.line}.${block.language}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
    if (block.language === 'bash') await chmod(path, 0o755);
    return path;
  }

  /** The shell that runs a block: variables that an earlier one has set are there, and those of this one are kept. */
  #shell(block: Block, path: string): string {
    const state = join(this.#folder, '.blocks/state');
    const file = `'${path}'`;
    if (block.language !== 'bash') {
      const commands = { ts: 'node', js: 'node', python: '/usr/bin/python3', php: 'php' } as const;
      return `source '${state}'; exec ${commands[block.language as keyof typeof commands]} ${file}`;
    }
    if (block.inBackground) return `source '${state}'; source ${file}`;
    const keep = `for name in $(compgen -v | grep -vxF -e "$before" | grep -vx before); do declare -p "$name"; done >> '${state}'`;
    return `set -euo pipefail; source '${state}'; before=$(compgen -v); trap ${JSON.stringify(keep).replaceAll('$', '\\$')} EXIT; source ${file}`;
  }

  #spawn(block: Block, path: string, output: number): ChildProcess {
    const child = spawn('/bin/bash', ['-c', this.#shell(block, path)], {
      cwd: this.#folder,
      env: this.#environment,
      stdio: ['ignore', output, output],
      detached: true,
    });
    this.#children.push(child);
    return child;
  }

  /** @returns what it printed, errors included */
  async #run(block: Block, path: string): Promise<string> {
    const log = this.#logOf(block.line);
    const child = this.#spawn(block, path, openSync(log, 'w'));
    const timer = setTimeout(() => killGroup(child), blockMs);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearTimeout(timer);
    const printed = await readFile(log, 'utf8');
    if ((code !== 0) !== block.fails) {
      throw new Error(
        `${block.fails ? 'it should fail and did not' : `it ended with ${code ?? 'a signal'}`}\n${printed}`,
      );
    }
    return printed;
  }

  async #begin(block: Block, path: string): Promise<void> {
    const log = this.#logOf(block.line);
    const child = this.#spawn(block, path, openSync(log, 'w'));
    const says = startsServer([block]) ? 'speaks at' : '';
    const program = { name: block.file ?? (block.line > 0 ? `line ${block.line}` : 'the server'), child, log, says };
    this.#background.push(program);
    await untilReady(this.#withPorts(block.ready ?? `${this.#url}/readyz`), program);
  }

  async #compare(block: Block, expected: string): Promise<void> {
    if (block.output === true) {
      compareOutput(block.language, this.#last ?? '', expected);
    } else {
      const log = this.#background.find(({ name }) => name === block.output)?.log;
      // What prints it was left out.
      if (log === undefined) return;
      const end = performance.now() + 15_000;
      while (!fitsText(await readFile(log, 'utf8'), expected) && performance.now() < end) await sleep(50);
      compareOutput(block.language, await readFile(log, 'utf8'), expected);
    }
    this.#counts.checked++;
  }

  async #startServer(): Promise<void> {
    const command: Block = {
      language: 'bash',
      code: 'exec npx sonorant serve\n',
      line: 0,
      isSaved: false,
      inBackground: true,
      fails: false,
    };
    await this.#begin(command, await this.#save(command, command.code));
  }

  async #stopChildren(): Promise<void> {
    for (const child of this.#children) killGroup(child);
    const running = this.#children.filter((child) => child.exitCode === null && child.signalCode === null);
    await Promise.all(running.map((child) => once(child, 'exit')));
  }
}

/** With everything that it has started. */
function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether something answers there, be it with an error of the client; a certificate of its own is taken. */
function answers(url: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const isSecure = url.startsWith('https:');
  const request = (isSecure ? requestSecurely : requestPlainly)(url, {
    ...(isSecure && { rejectUnauthorized: false }),
  });
  request.once('response', (response) => resolve((response.resume().statusCode ?? 500) < 500));
  request.once('error', () => resolve(false));
  request.setTimeout(5000, () => request.destroy()).end();
  return promise;
}

/** A program that runs until the guide ends. */
interface Background {
  /** For who reads a failure. */
  readonly name: string;
  readonly child: ChildProcess;
  readonly log: string;
  /** Printed once it listens; empty where nothing is known to be. */
  readonly says: string;
}

function endOf({ child }: Background): number | string | null {
  return child.exitCode ?? child.signalCode;
}

/** What it printed: the reason why another block fails may stand there. */
async function outputOf(program: Background): Promise<string> {
  const end = endOf(program);
  const printed = await readFile(program.log, 'utf8');
  return `${program.name} ${end === null ? 'runs' : `ended with ${end}`} and printed:\n${printed}`;
}

/** What it prints tells that it is this program that answers, and not another one at its port. */
async function untilReady(url: string, program: Background): Promise<void> {
  const end = performance.now() + 60_000;
  while (endOf(program) === null && performance.now() < end) {
    if ((await readFile(program.log, 'utf8')).includes(program.says) && (await answers(url))) return;
    await sleep(50);
  }
  throw new Error(`${url} does not answer`);
}

/** What `npm install` would have put there: the packages of this repository, under the names that guides import. */
async function linkPackages(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '.bin'), { recursive: true });
  await mkdir(join(modules, '@sonorant/client'), { recursive: true });
  for (const name of ['openai', 'ws', 'standardwebhooks']) {
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  await symlink(join(root, 'bin/sonorant.js'), join(modules, '.bin/sonorant'));
  await symlink(join(root, 'client/src'), join(modules, '@sonorant/client/src'));
  const exported = {
    name: '@sonorant/client',
    type: 'module',
    exports: { '.': './src/index.ts', './browser': './src/browser/index.ts' },
  };
  await writeFile(join(modules, '@sonorant/client/package.json'), JSON.stringify(exported));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'guide', private: true, type: 'module' }));
}
