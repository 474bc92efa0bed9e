/** Judges the licences in a bill of materials (CycloneDX, as `npm sbom --sbom-format cyclonedx` writes it). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** May be distributed with Apache-2.0 as they are. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-4-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** What NOTICE explains: separate programs or libraries that can be left out or replaced. */
const explained: Readonly<Record<string, RegExp>> = {
  '@echogarden/espeak-ng-emscripten': /^GPL-3\.0/,
  '@libav.js/variant-obsolete': /^LGPL-2\.1/,
};

/** Packages that name their licence in a form that npm does not read (`licenses`, a list), by what stands in their LICENSE. */
const named: Readonly<Record<string, string>> = { '@jitsi/rnnoise-wasm': 'Apache-2.0' };

interface Licence {
  readonly license?: { readonly id?: string; readonly name?: string };
  readonly expression?: string;
}

/** The part of the document that is read. */
export interface BillOfMaterials {
  readonly components?: readonly {
    readonly group?: string;
    readonly name: string;
    readonly version?: string;
    readonly licenses?: readonly Licence[];
  }[];
}

/** Of an SPDX expression, in which AND binds closer than OR and brackets closest. */
function isPermissive(expression: string): boolean {
  const inner = /\(([^()]*)\)/;
  let flat = expression;
  while (inner.test(flat)) flat = flat.replace(inner, (_, part: string) => (isPermissive(part) ? 'MIT' : 'another'));
  const choices = flat.split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => permissive.has(one.trim())));
}

/** One line for each package whose licence is missing, or is none that was agreed to. Empty when all is well. */
export function licenceProblems({ components = [] }: BillOfMaterials): readonly string[] {
  if (components.length === 0) return ['the bill of materials names no package'];
  return components.flatMap(({ group, name, version = '', licenses = [] }) => {
    const full = group === undefined ? name : `${group}/${name}`;
    const given = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
    const texts = given.length === 0 && full in named ? [named[full]!] : given;
    if (texts.length === 0 || texts.includes('')) return [`${full} ${version} names no licence`];
    const exception = explained[full];
    const bad = texts.filter((text) => !isPermissive(text) && exception?.test(text) !== true);
    return bad.length === 0 ? [] : [`${full} ${version}: ${bad.join(', ')}`];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = licenceProblems(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BillOfMaterials);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
