/** What can be seen in the files themselves. */
import { globSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unknownSettings } from '../../src/server/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function filesOf(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules'] }).sort();
}

/** Every module says in a docblock what it is for. */
export async function checkModules(): Promise<string[]> {
  const files = filesOf(['src/**/*.ts']).filter((file) => !/\.(test|d)\.ts$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return files.filter((_, index) => !texts[index]!.includes('/**')).map((file) => `${file} has no docblock`);
}

/** More files than this are no longer seen at a glance: what belongs together gets a folder of its own. */
const mostFiles = 25;

/** No folder holds more source files, but those with a file for each language. Tests do not count: they stand beside what they test. */
export function checkFolders(): string[] {
  const folders = ['src', 'client', 'console/src', 'test', 'bench', 'quality', 'docs', 'release'];
  const files = filesOf(folders.map((folder) => `${folder}/**/*.{ts,tsx}`));
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = dirname(file);
    if (/(\.test|\.d|testing)\.tsx?$/.test(file) || folder.endsWith('/languages')) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(([folder, count]) => `${folder} holds ${count} source files, more than ${mostFiles}`);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The anchor of a Markdown heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

async function anchorsOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  return [...text.matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1]!));
}

async function checkLink(file: string, link: string): Promise<string[]> {
  if (/^[a-z]+:/.test(link)) return [];
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(root, file) : join(root, dirname(file), path);
  if (!(await exists(target))) return [`${file} links to ${link}, which does not exist`];
  return anchor === undefined || (await anchorsOf(target)).includes(anchor)
    ? []
    : [`${file} links to ${link}, which has no such heading`];
}

/** Links of the Markdown pages lead somewhere, and every setting they name exists. */
export async function checkMarkdown(): Promise<string[]> {
  const files = filesOf(['*.md', 'docs/**/*.md', 'examples/**/*.md']);
  const problems = files.map(async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
    const named = Object.fromEntries([...text.matchAll(/\bSONORANT_[A-Z_]*[A-Z]/g)].map(([name]) => [name, '']));
    const wrong = unknownSettings(named).map((name) => `${file} names ${name}, which is no setting`);
    return [...wrong, ...(await Promise.all(links.map((link) => checkLink(file, link)))).flat()];
  });
  return (await Promise.all(problems)).flat();
}

/** Rules are cited by their anchors in docs/rules.md, and every cited rule exists. */
export async function checkRules(): Promise<string[]> {
  const anchors = new Set(await anchorsOf(join(root, 'docs/rules.md')));
  const files = filesOf(['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'quality/**/*.ts']);
  const problems = files.map(async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    const citations = [...text.matchAll(/docs\/rules\.md(#[\w-]*)?/g)];
    return citations
      .filter(([, anchor]) => anchor === undefined || !anchors.has(anchor.slice(1)))
      .map(([citation]) => `${file} cites ${citation}, which names no rule`);
  });
  return (await Promise.all(problems)).flat();
}

/** Each page of a decision has a date and a status, and the index says the same. */
export async function checkDecisions(): Promise<string[]> {
  const index = await readFile(join(root, 'docs/decisions/README.md'), 'utf8');
  const problems = filesOf(['docs/decisions/[0-9]*.md']).map(async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    const page = /^# (\d+)\. (.+)\n\n(\d{4}-\d\d-\d\d) · (accepted|superseded by \d+)\n/.exec(text);
    if (page === null) return `${file} does not begin with its number and title, its date and its status`;
    const [, number, title, date, status] = page;
    const row = `| ${number!} | [${title!}](${basename(file)}) | ${date!} | ${status!} |`;
    return index.includes(row) ? undefined : `docs/decisions/README.md has no line ${row}`;
  });
  return (await Promise.all(problems)).filter((problem) => problem !== undefined);
}
