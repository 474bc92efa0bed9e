/** Writes the answers that the reference shows. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { answers as known } from '../../src/reference/examples/answers.ts';
import { examples } from '../../src/reference/examples/index.ts';
import type { RecordedAnswer } from '../../src/reference/examples/example.ts';
import { recordedBase } from '../../src/reference/examples/recorded.ts';
import type { Exchange } from './recorder.ts';

const file = fileURLToPath(new URL('../../src/reference/examples/answers.ts', import.meta.url));

/** Items of a list that are shown. */
const maxItems = 2;
/** Characters of a line of an event that are shown. */
const maxLine = 200;

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isList = value.some((item) => typeof item === 'object');
    return (isList ? value.slice(0, maxItems) : value).map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

/** The first event of each type. */
function shortenedEvents(text: string): string {
  const events = text.split('\n\n').filter((event) => event !== '');
  const typeOf = (event: string): string => event.split('\n')[0]!;
  return events
    .filter((event, at) => events.findIndex((one) => typeOf(one) === typeOf(event)) === at)
    .map((event) =>
      event
        .split('\n')
        .map((line) => (line.length <= maxLine ? line : `${line.slice(0, maxLine)}…`))
        .join('\n'),
    )
    .join('\n\n');
}

function recorded({ status, type, body }: Exchange): RecordedAnswer {
  const media = type.split(';')[0]!;
  if (body.length === 0) return { status };
  const text = body.toString('utf8').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, recordedBase);
  if (media === 'application/json') return { status, type: media, text: JSON.stringify(shortened(JSON.parse(text))) };
  if (media.startsWith('text/')) return { status, type: media, text: shortenedEvents(text) };
  return { status, type: media, bytes: body.length };
}

/** Puts answers, by operation, in place of those that were kept; what has no example any more goes. */
export async function writeAnswers(answers: ReadonlyMap<string, Exchange>): Promise<void> {
  const made = [...answers].map(([operation, answer]): [string, RecordedAnswer] => [operation, recorded(answer)]);
  const members = Object.entries({ ...known, ...Object.fromEntries(made) })
    .filter(([operation]) => examples[operation] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const source = `/** Made by \`npm run test:docs -- --record\` from the answers of a server. */
import type { RecordedAnswer } from './example.ts';

/** By operation: \`GET /voices/{id}\`. */
export const answers: Readonly<Record<string, RecordedAnswer>> = ${JSON.stringify(Object.fromEntries(members))};
`;
  await writeFile(file, await format(source, { parser: 'typescript', singleQuote: true, printWidth: 120 }));
}
