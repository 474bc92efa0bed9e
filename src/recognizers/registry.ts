/**
 * Every recognizer there is, and the setting `SONORANT_RECOGNIZERS` that chooses among them. A new one adds its folder and its line
 * here.
 */
import { firstIssue, nameOfEntry, readServerList } from '../outbound/server-list.ts';
import { hears, type RecognizerDescriptor, type RecognizerId } from './adapter.ts';
import { installPocketsphinx, pocketsphinx } from './pocketsphinx/index.ts';
import { upstreamRecognizer, upstreamRecognizerSchema, type UpstreamRecognizerLimits } from './upstream/index.ts';

const variable = 'SONORANT_RECOGNIZERS';

/** Those that are on this machine, by their names in the setting; undefined where what they need is not installed. */
const local: Readonly<Record<RecognizerId, { find: () => RecognizerDescriptor | undefined; install: string }>> = {
  pocketsphinx: { find: () => pocketsphinx(), install: installPocketsphinx },
};

/** How a machine without any recognizer gets one. */
export const installation = `connect a server with ${variable}='[{"id": "whisper", "url": "http://127.0.0.1:8000/v1", "model": "whisper-1"}]', or install one for English: ${installPocketsphinx}`;

export interface Recognizers {
  /** In order of preference. */
  readonly recognizers: readonly RecognizerDescriptor[];
  /** Those that the setting names and that are not there, and why. */
  readonly problems: readonly { readonly recognizer: RecognizerId; readonly reason: string }[];
}

/**
 * Reads the setting.
 * @param text a JSON list of names and servers, or the path of a file with one; undefined: all that are there
 * @throws {Error} that names the entry, and repeats no value of it
 */
export async function readRecognizers(
  text: string | undefined,
  limits: UpstreamRecognizerLimits = {},
): Promise<Recognizers> {
  if (text === undefined || text.trim() === '') {
    return { recognizers: Object.values(local).flatMap(({ find }) => find() ?? []), problems: [] };
  }
  const recognizers: RecognizerDescriptor[] = [];
  const problems: Recognizers['problems'][number][] = [];
  for (const [index, entry] of (await readServerList(variable, text)).entries()) {
    const found = typeof entry === 'string' ? localRecognizer(entry, index) : upstreamEntry(entry, index, limits);
    if ('reason' in found) problems.push(found);
    else if (recognizers.some(({ id }) => id === found.id)) {
      throw new Error(`${variable}: ${nameOfEntry(entry, index)}: another entry before it has the same name`);
    } else recognizers.push(found);
  }
  return { recognizers, problems };
}

function localRecognizer(name: string, index: number): RecognizerDescriptor | Recognizers['problems'][number] {
  const kind = Object.hasOwn(local, name) ? local[name] : undefined;
  if (kind === undefined) {
    throw new Error(
      `${variable}: entry ${index + 1} is no recognizer; there are ${Object.keys(local).join(', ')}, and servers`,
    );
  }
  return kind.find() ?? { recognizer: name, reason: `it is not installed: ${kind.install}` };
}

function upstreamEntry(entry: unknown, index: number, limits: UpstreamRecognizerLimits): RecognizerDescriptor {
  const read = upstreamRecognizerSchema.safeParse(entry);
  if (read.success) {
    if (!Object.hasOwn(local, read.data.id)) return upstreamRecognizer(read.data, limits);
    throw new Error(`${variable}: ${nameOfEntry(entry, index)}: id: a recognizer of this machine has this name`);
  }
  const { field, why } = firstIssue(read.error.issues[0]!);
  throw new Error(`${variable}: ${nameOfEntry(entry, index)}: ${field}${field === '' ? '' : ': '}${why}`);
}

/** Every language that one of them hears; `any` where that is not known. */
export function languagesHeard(recognizers: readonly RecognizerDescriptor[]): readonly string[] | 'any' {
  const languages = recognizers.map(({ capabilities }) => capabilities.languages);
  return languages.includes('any') ? 'any' : [...new Set(languages.flat())].sort();
}

/** Those that hear a language, in order of preference; without a language, those that find it out, else those that hear English. */
export function recognizersFor(
  language: string | undefined,
  recognizers: readonly RecognizerDescriptor[],
): readonly RecognizerDescriptor[] {
  if (language !== undefined) return recognizers.filter(({ capabilities }) => hears(capabilities, language));
  const detecting = recognizers.filter(({ capabilities }) => capabilities.detectsLanguage);
  const english = recognizers.filter((each) => !detecting.includes(each) && hears(each.capabilities, 'en'));
  return [...detecting, ...english];
}
