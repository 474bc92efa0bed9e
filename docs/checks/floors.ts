/** The picture of the floors: which folder of `src` imports which, from the real imports. */
import { readFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** From the lowest floor up: what lives in each of its folders, in Markdown. */
type Floors = readonly Readonly<Record<string, string>>[];

/** The folders that each folder imports. Tests and test helpers are left out. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** @returns a picture (Mermaid) and a table, in Markdown */
export async function renderFloors(): Promise<string> {
  const floors = await readFloors();
  const imports = await readImports();
  return `${picture(floors, imports)}\n\n${table(floors, imports)}`;
}

/** Every folder of `src` stands on one floor, and every folder of a floor exists. */
export async function checkFloors(): Promise<string[]> {
  const onFloors = (await readFloors()).flatMap((floor) => Object.keys(floor));
  const entries = readdirSync(new URL('../../src/', import.meta.url), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return [
    ...entries.filter((entry) => !entry.isDirectory()).map(({ name }) => `src/${name} is in no folder`),
    ...folders
      .filter((name) => !onFloors.includes(name))
      .map((name) => `src/${name} is on no floor of docs/floors.json`),
    ...onFloors.filter((name, at) => onFloors.indexOf(name) !== at).map((name) => `src/${name} is on two floors`),
    ...onFloors
      .filter((name) => !folders.includes(name))
      .map((name) => `docs/floors.json names src/${name}, which is none`),
  ];
}

async function readFloors(): Promise<Floors> {
  return JSON.parse(await readFile(new URL('../floors.json', import.meta.url), 'utf8')) as Floors;
}

async function readImports(): Promise<Imports> {
  const options = await extractDepcruiseOptions(`${root}.dependency-cruiser.cjs`);
  const tsConfig = extractTSConfig(`${root}tsconfig.json`);
  const { output } = await cruise(
    ['src'],
    { ...options, baseDir: root, validate: false, exclude: '(\\.test|testing|/conformance)\\.ts$|/conformance/' },
    undefined,
    { tsConfig },
  );
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of (output as ICruiseResult).modules) {
    const from = folderOf(source);
    if (from === undefined) continue;
    const known = imports.get(from) ?? imports.set(from, new Set()).get(from)!;
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to !== undefined && to !== from) known.add(to);
    }
  }
  return imports;
}

function folderOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

/** An arrow that others lead along as well is left out; the table has them all. */
function picture(floors: Floors, imports: Imports): string {
  const boxes = fromTheTop(floors).flatMap(({ floor, names }) => [
    `  subgraph floor${floor}["floor ${floor}"]`,
    ...names.map((name) => `    ${name}`),
    '  end',
  ]);
  const arrows = fromTheTop(floors).flatMap(({ names }) =>
    names.flatMap((name) => {
      const targets = sorted(imports.get(name), floors);
      const isLedTo = (to: string): boolean => targets.some((over) => over !== to && reaches(imports, over, to));
      return targets.filter((to) => !isLedTo(to)).map((to) => `  ${name} --> ${to}`);
    }),
  );
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n');
}

function reaches(imports: Imports, from: string, to: string): boolean {
  return [...(imports.get(from) ?? [])].some((next) => next === to || reaches(imports, next, to));
}

function table(floors: Floors, imports: Imports): string {
  const rows = fromTheTop(floors).flatMap(({ floor, names }) =>
    names.map((name) => {
      const targets = sorted(imports.get(name), floors).join(', ');
      return `| ${floor} | \`${name}/\` | ${floors[floor]![name]!} | ${targets === '' ? '–' : targets} |`;
    }),
  );
  return ['| Floor | Folder | What lives there | Imports |', '|---|---|---|---|', ...rows].join('\n');
}

function fromTheTop(floors: Floors): { readonly floor: number; readonly names: readonly string[] }[] {
  return floors.map((folders, floor) => ({ floor, names: Object.keys(folders) })).reverse();
}

/** In the order of the table. */
function sorted(folders: Iterable<string> = [], floors: Floors): string[] {
  const order = fromTheTop(floors).flatMap(({ names }) => names);
  return [...folders].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
