/** Checks of blocks that are not run: configurations by the programs that read them, other languages by their syntax. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { Block } from './guide-blocks.ts';
import { knownMetrics, unknownIn } from './metrics.ts';
import { rules } from '../../src/language-models/rules/index.ts';
import { compiler } from '../support/compiler.ts';

const run = promisify(execFile);
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A program that is not on this machine: a check that cannot be made counts as failed unless the caller allows it. */
export class MissingProgram extends Error {
  readonly program: string;

  constructor(program: string, debianPackage: string) {
    super(`${program} is not installed (Debian: apt-get install ${debianPackage})`);
    this.program = program;
  }
}

const debianPackages: Readonly<Record<string, string>> = { promtool: 'prometheus', php: 'php-cli' };

/** @throws {MissingProgram} */
export function programPath(program: string, path: string): string {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  throw new MissingProgram(program, debianPackages[program] ?? program);
}

export interface CheckContext {
  /** The folder of the guide, in which the block has been saved. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

type Check = (path: string, code: string, context: CheckContext) => Promise<void>;

async function byProgram(context: CheckContext, program: string, ...args: readonly string[]): Promise<void> {
  const { folder, environment } = context;
  const file = programPath(program, environment.PATH ?? '');
  await run(file, args, { cwd: folder, env: { ...environment }, timeout: 60_000 });
}

const configurationChecks: Readonly<Record<string, Check>> = {
  haproxy: (path, _code, context) => byProgram(context, 'haproxy', '-c', '-f', path),
  nginx: (path, _code, context) =>
    byProgram(context, 'nginx', '-t', '-p', context.folder, '-e', join(context.folder, 'nginx-error.log'), '-c', path),
  caddyfile: (path, _code, context) =>
    byProgram(context, 'caddy', 'validate', '--adapter', 'caddyfile', '--config', path),
  json: (_path, code) => Promise.resolve(void JSON.parse(code)),
  yaml: checkYaml,
  promql: checkQuery,
  rules: (_path, code) => {
    const [first] = rules.check(code);
    if (first !== undefined) throw new Error(`line ${first.line}: ${first.problem}`);
    return Promise.resolve();
  },
};

/** A query is parsed as the expression of a rule. */
async function checkQuery(path: string, code: string, context: CheckContext): Promise<void> {
  checkMetricNames(code);
  const rule = { record: 'query', expr: code.trim() };
  await writeFile(`${path}.yml`, JSON.stringify({ groups: [{ name: 'query', rules: [rule] }] }));
  await byProgram(context, 'promtool', 'check', 'rules', `${path}.yml`);
}

async function checkYaml(path: string, code: string, context: CheckContext): Promise<void> {
  const errors = parseAllDocuments(code).flatMap((document) => document.errors);
  if (errors.length > 0) throw errors[0]!;
  const name = basename(path);
  if (name === 'prometheus.yml') await byProgram(context, 'promtool', 'check', 'config', '--syntax-only', path);
  if (name.endsWith('rules.yml')) {
    checkMetricNames(code);
    await byProgram(context, 'promtool', 'check', 'rules', path);
  }
}

/** @throws {Error} for a metric or a label that `/metrics` does not have */
function checkMetricNames(text: string): void {
  const unknown = unknownIn(text, knownMetrics());
  if (unknown.length > 0) throw new Error(`/metrics has no ${unknown.join(', ')}`);
}

/** @throws {Error} with what the program says of the configuration */
export async function checkConfiguration(
  block: Block,
  path: string,
  code: string,
  context: CheckContext,
): Promise<void> {
  const check = configurationChecks[block.language];
  if (check === undefined) throw new Error(`nothing checks ${block.language}`);
  await check(path, code, context);
}

/** The syntax of a block that cannot be run here. */
export async function checkSyntax(block: Block, path: string, context: CheckContext): Promise<void> {
  const commands: Readonly<Record<string, readonly string[]>> = {
    python: ['/usr/bin/python3', '-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())', path],
    ts: [process.execPath, '--check', path],
    js: [process.execPath, '--check', path],
    bash: ['/bin/bash', '-n', path],
  };
  const [program, ...args] = commands[block.language] ?? [];
  if (program === undefined) return checkConfiguration(block, path, block.code, context);
  await run(program, args, { cwd: context.folder, timeout: 30_000 });
}

const dashboard = new URL('../../deploy/grafana/sonorant.json', import.meta.url);

/**
 * Parses every query of the dashboard as Prometheus does, the variables of Grafana filled in.
 * @returns how many there are
 */
export async function checkDashboard(context: CheckContext): Promise<number> {
  const { panels } = JSON.parse(await readFile(dashboard, 'utf8')) as { panels: { targets?: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const filled = queries.map((query) => query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'));
  const rules = filled.map((expr, index) => ({ record: `query:${index}`, expr }));
  const path = join(context.folder, 'dashboard.yml');
  await writeFile(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  await byProgram(context, 'promtool', 'check', 'rules', path);
  return queries.length;
}

/** All TypeScript of a guide, as strictly as a new project would. @throws {Error} with what the compiler says */
export async function checkTypes(folder: string): Promise<void> {
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    // The client is imported from its source here; packages bring declarations.
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(modules, '@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  try {
    await run(process.execPath, [compiler, '-p', folder], { timeout: 120_000 });
  } catch (error) {
    throw new Error(`tsc: ${(error as { stdout?: string }).stdout ?? String(error)}`, { cause: error });
  }
}
