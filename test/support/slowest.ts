/**
 * A reporter of `node:test`, beside the one that prints the tests: at the end of the run its slowest files and tests. With
 * `SONORANT_TEST_TIMES` set to the path of a file, all times go there as tab-separated lines `kind, seconds, file, name`.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** How many of each are printed. */
const shown = 10;

interface Timed {
  readonly seconds: number;
  readonly file: string;
  readonly name: string;
}

export default async function* slowest(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: Timed[] = [];
  const tests: Timed[] = [];
  const openSuites = new Map<string, string[]>();
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      const names = openSuites.get(data.file ?? '') ?? [];
      openSuites.set(data.file ?? '', [...names.slice(0, data.nesting), data.name]);
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const seconds = data.details.duration_ms / 1000;
    // The suite of a file has its path for a name.
    if (data.nesting === 0) files.push({ seconds, file: data.name, name: '' });
    else if (data.details.type !== 'suite') {
      const names = openSuites.get(data.file ?? '')?.slice(1, data.nesting) ?? [];
      tests.push({ seconds, file: relative('.', data.file ?? ''), name: [...names, data.name].join(' > ') });
    }
  }
  const bySeconds = (one: Timed, other: Timed) => other.seconds - one.seconds;
  files.sort(bySeconds);
  tests.sort(bySeconds);
  const record = process.env.SONORANT_TEST_TIMES;
  if (record !== undefined) {
    const lines = (kind: string, timed: Timed[]) =>
      timed.map(({ seconds, file, name }) => `${kind}\t${seconds.toFixed(3)}\t${file}\t${name}\n`).join('');
    writeFileSync(record, lines('file', files) + lines('test', tests));
  }
  const row = ({ seconds, file, name }: Timed) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}  ${name}`.trimEnd();
  yield `\nslowest files\n${files.slice(0, shown).map(row).join('\n')}\n`;
  yield `slowest tests\n${tests.slice(0, shown).map(row).join('\n')}\n`;
}
