/** Writes the answers that the reference shows. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { recordedBase, type RecordedAnswer } from '../../src/routes/docs/examples/recorded.ts';
import type { Exchange } from './recorder.ts';

const file = fileURLToPath(new URL('../../src/routes/docs/examples/answers.ts', import.meta.url));

/** Items of a list that are shown. */
const maxItems = 2;
/** Lines of a stream of events that are shown, and characters of a line. */
const [maxLines, maxLine] = [9, 160];

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isList = value.some((item) => typeof item === 'object');
    return (isList ? value.slice(0, maxItems) : value).map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function shortenedEvents(text: string): string {
  const lines = text.split('\n').map((line) => (line.length <= maxLine ? line : `${line.slice(0, maxLine)}…`));
  return lines.slice(0, maxLines).join('\n');
}

function recorded({ status, type, body }: Exchange): RecordedAnswer {
  const media = type.split(';')[0]!;
  if (body.length === 0) return { status };
  const text = body.toString('utf8').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, recordedBase);
  if (media === 'application/json') return { status, type: media, text: JSON.stringify(shortened(JSON.parse(text))) };
  if (media.startsWith('text/')) return { status, type: media, text: shortenedEvents(text) };
  return { status, type: media, bytes: body.length };
}

/** @param answers by operation */
export async function writeAnswers(answers: ReadonlyMap<string, Exchange>): Promise<void> {
  const members = [...answers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([operation, answer]) => [operation, recorded(answer)]);
  const source = `/* Made by \`npm run test:docs -- --record\` from the answers of a server. */
import type { RecordedAnswer } from './recorded.ts';

export const answers: Readonly<Record<string, RecordedAnswer>> = ${JSON.stringify(Object.fromEntries(members))};
`;
  await writeFile(file, await format(source, { parser: 'typescript', singleQuote: true, printWidth: 120 }));
}
