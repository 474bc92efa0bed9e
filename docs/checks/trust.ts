/** That the page of statements names tests that exist, and counts them rightly. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const statements = 40;

/** @returns a line for each name on `docs/trust.md` that its file does not have, and for each count that is wrong */
export async function checkTrust(): Promise<string[]> {
  const page = await readFile(join(root, 'docs/trust.md'), 'utf8');
  const sections = page
    .split(/^### /m)
    .slice(1)
    .map((section) => section.split(/^## /m)[0]!);
  const problems = await Promise.all(sections.map((section, index) => checkSection(section, index + 1)));
  return [...problems.flat(), ...checkSum(page, sections)];
}

async function checkSection(section: string, number: number): Promise<string[]> {
  const [heading = ''] = section.split('\n');
  if (!heading.startsWith(`${number}. `)) return [`docs/trust.md: "${heading}" is not statement ${number}`];
  const holders = [...section.matchAll(/^- `([^`]+)`: “(.+)”$/gm)];
  const lines = section.match(/^- /gm)?.length ?? 0;
  if (holders.length === 0 || holders.length !== lines) {
    return [`docs/trust.md: statement ${number} has a line that is not \`file\`: “name”, or none`];
  }
  const missing = holders.map(async ([, file = '', name = '']) => {
    const text = await readFile(join(root, file), 'utf8').catch(() => undefined);
    if (text === undefined) return `docs/trust.md: statement ${number} names ${file}, which does not exist`;
    return has(text, name) ? undefined : `docs/trust.md: ${file} has no “${name}” (statement ${number})`;
  });
  return (await Promise.all(missing)).filter((problem) => problem !== undefined);
}

/** Whether a line of the text has the name; `…` stands for what a template puts there. */
function has(text: string, name: string): boolean {
  const parts = name.split('…');
  return text.split('\n').some((line) => {
    let at = 0;
    return parts.every((part) => {
      const found = line.indexOf(part, at);
      at = found + part.length;
      return found >= 0;
    });
  });
}

function checkSum(page: string, sections: readonly string[]): string[] {
  const count = (state: RegExp): number => sections.filter((section) => state.test(section)).length;
  const inPart = count(/^Holds in part\b/m);
  const not = count(/^Does not hold\b/m);
  const whole = count(/^Holds\b(?! in part)/m);
  const sum = `Of ${statements} statements ${whole} hold, ${inPart} hold in part, and ${not} does not.`;
  return [
    ...(whole + inPart + not === statements && sections.length === statements
      ? []
      : [`docs/trust.md: not each of the ${statements} statements says whether it holds`]),
    ...(page.includes(sum) ? [] : [`docs/trust.md should say: ${sum}`]),
  ];
}
