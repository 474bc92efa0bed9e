/** What can be seen in the files themselves. */
import { globSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
