/**
 * Runs every example of the reference as it stands on its page: commands in `sh`, TypeScript in Node with the client of this
 * repository, Python with `requests`. A proxy keeps what was sent and answered, and both are judged by the OpenAPI document.
 *
 *     npm run test:docs                        all of them
 *     npm run test:docs -- curl 'POST /files'  of one language, of operations whose name contains this
 *     npm run test:docs -- --record            and keep the answers as those that the reference shows
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isLater } from '../../src/reference/families.ts';
import { statusOf } from '../../src/reference/examples/call.ts';
import { examples } from '../../src/reference/examples/index.ts';
import { operationsOf, type ApiDocument } from '../../src/reference/openapi-document.ts';
import { slug } from '../../src/reference/html.ts';
import { allEngines } from '../../src/engines/registry.ts';
import { clipRecognizer } from './clip-recognizer.ts';
import { adminKey, apiKey, start } from '../support/server.ts';
import { ExampleCalls } from './example-calls.ts';
import { examplesOf, familyPages } from './pages.ts';
import { writeAnswers } from './recorded-answers.ts';
import { startRecorder, type Exchange } from './recorder.ts';
import { Contract } from './schemas.ts';
import { compiler } from '../support/compiler.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const client = join(repository, 'client/src');
const exampleMs = 60_000;
const compilerMs = 300_000;

const languages = {
  curl: { file: 'example.sh', command: 'sh' },
  typescript: { file: 'example.ts', command: process.execPath },
  python: { file: 'example.py', command: '/usr/bin/python3' },
} as const;

type Language = keyof typeof languages;
const names = Object.keys(languages) as Language[];

interface Outcome {
  readonly operation: string;
  readonly language: Language;
  readonly problems: readonly string[];
  readonly answer: Exchange | undefined;
}

interface Example {
  readonly operation: string;
  readonly language: Language;
  readonly code: string;
}

/** The handshake is ended by curl's own time limit. */
function mayEnd(code: number, { operation, language }: Example): boolean {
  return code === 0 || (code === 28 && language === 'curl' && /\/(?:websocket|stream)(?:\/\{\w+\})?$/u.test(operation));
}

async function runCode(example: Example, folder: string): Promise<string[]> {
  const { file, command } = languages[example.language];
  await writeFile(join(folder, file), example.code);
  const env = { PATH: process.env.PATH, HOME: folder, SONORANT_API_KEY: apiKey, SONORANT_ADMIN_KEY: adminKey };
  try {
    await run(command, [file], { cwd: folder, env, timeout: exampleMs });
    return [];
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    return typeof code === 'number' && mayEnd(code, example)
      ? []
      : [`ended with ${String(code)}: ${stderr ?? String(error)}`];
  }
}

function judge(example: Example, exchanges: readonly Exchange[], contract: Contract): Outcome {
  const { operation, language } = example;
  const [method = '', path = ''] = operation.split(' ');
  const answer = exchanges.findLast((exchange) => contract.operationOf(exchange) === operation);
  const expected = statusOf(examples[operation]!, contract.document.paths[path]![method.toLowerCase()]!);
  const problems = exchanges.flatMap((exchange) => [
    ...contract.problems(exchange),
    ...(exchange !== answer && exchange.status >= 400
      ? [
          `${exchange.method} ${exchange.url} was answered with ${exchange.status}: ${exchange.body.toString('utf8').slice(0, 300)}`,
        ]
      : []),
  ]);
  if (answer === undefined) problems.push(`${operation} was not called`);
  else if (answer.status !== expected) {
    problems.push(`${answer.status} instead of ${expected}: ${answer.body.toString('utf8').slice(0, 300)}`);
  }
  return { operation, language, problems, answer };
}

/** Files that examples write are not empty. */
async function emptyFiles(folder: string, operation: string): Promise<string[]> {
  const { output } = examples[operation]!;
  if (output === undefined) return [];
  return (await readdir(folder)).includes(output) ? [] : [`${output} was not written`];
}

async function runLanguage(language: Language, target: string, only: string, calls: ExampleCalls): Promise<Outcome[]> {
  const recorder = await startRecorder(target);
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-examples-'));
  const outcomes: Outcome[] = [];
  try {
    const scope = join(folder, 'node_modules/@sonorant/client');
    await mkdir(scope, { recursive: true });
    await writeFile(join(scope, 'package.json'), '{"type":"module","exports":{".":"./src/index.ts"}}');
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await symlink(client, join(scope, 'src'));
    const document = (await (await fetch(`${recorder.url}/docs/openapi.json`)).json()) as ApiDocument;
    const contract = new Contract(document);
    const operations = new Map(
      operationsOf(document).map(({ method, path }) => [slug(`${method} ${path}`), `${method} ${path}`]),
    );
    const pages = await familyPages(recorder.url);
    const found = pages
      .flatMap(({ html }) => examplesOf(html))
      .filter((one) => one.language === language)
      .map(({ anchor, code }): Example => ({ operation: operations.get(anchor)!, language, code }))
      .filter(({ operation }) => operation.includes(only));
    if (language === 'typescript') outcomes.push(...(await checkTypes(found, folder)));
    for (const example of found) {
      const { failed, exchanges } = await calls.around(example.operation, async () => {
        recorder.take();
        return { failed: await runCode(example, folder), exchanges: recorder.take() };
      });
      const outcome = judge(example, exchanges, contract);
      const missing = await emptyFiles(folder, example.operation);
      outcomes.push({ ...outcome, problems: [...failed, ...outcome.problems, ...missing] });
    }
  } finally {
    await recorder.close();
    await rm(folder, { recursive: true });
  }
  return outcomes;
}

/** Node runs TypeScript without looking at its types: the compiler looks at all examples at once. */
async function checkTypes(found: readonly Example[], folder: string): Promise<Outcome[]> {
  const sources = join(folder, 'types');
  await mkdir(sources);
  await Promise.all(found.map(({ operation, code }) => writeFile(join(sources, `${slug(operation)}.ts`), code)));
  await symlink(join(repository, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  const compilerOptions = {
    ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'nodenext', types: ['node'], noEmit: true },
    ...{ strict: true, noUncheckedIndexedAccess: true, allowImportingTsExtensions: true, skipLibCheck: true },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['types'] }));
  const text = await run(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder, timeout: compilerMs }).then(
    () => '',
    (error: unknown) => (error as { readonly stdout: string }).stdout,
  );
  return text === ''
    ? []
    : [{ operation: 'types', language: 'typescript', problems: text.trim().split('\n'), answer: undefined }];
}

/** Operations that work and have no example. */
async function withoutExample(url: string): Promise<string[]> {
  const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as ApiDocument;
  return operationsOf(document)
    .filter((listed) => !isLater(listed))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((operation) => examples[operation] === undefined);
}

async function record(outcomes: readonly Outcome[]): Promise<void> {
  const answers = outcomes.flatMap(({ operation, answer }) =>
    answer === undefined ? [] : [[operation, answer] as const],
  );
  await writeAnswers(new Map(answers));
}

async function main(args: readonly string[]): Promise<void> {
  const asked = names.filter((name) => args.includes(name));
  const only = args.find((arg) => !arg.startsWith('--') && !names.some((name) => name === arg)) ?? '';
  const server = await start({}, allEngines, [clipRecognizer], { invitesPerHour: 1000 });
  try {
    const missing = await withoutExample(server.url);
    const calls = await ExampleCalls.open(server);
    const lanes = (asked.length === 0 ? names : asked).map((language) =>
      runLanguage(language, server.url, only, calls),
    );
    const outcomes = (await Promise.all(lanes)).flat();
    const failed = outcomes.filter(({ problems }) => problems.length > 0);
    for (const { operation, language, problems } of failed) {
      console.log(`${language}: ${operation}\n  ${problems.join('\n  ')}`);
    }
    for (const operation of missing) console.log(`no example: ${operation}`);
    if (args.includes('--record')) await record(outcomes.filter(({ language }) => language === 'curl'));
    const counts = names.map((name) => `${outcomes.filter(({ language }) => language === name).length} ${name}`);
    console.log(
      `${outcomes.length} examples ran (${counts.join(', ')}), ${failed.length} failed, ${missing.length} missing`,
    );
    if (failed.length + missing.length > 0 || outcomes.length === 0) process.exitCode = 1;
  } finally {
    await server.close();
  }
}

await main(process.argv.slice(2));
