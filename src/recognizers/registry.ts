/**
 * Every recognizer there is, and the setting `SONORANT_RECOGNIZERS` that chooses among them. A new one adds its folder and its line
 * here.
 */
import { firstIssue, nameOfEntry, readServerList } from '../outbound/server-list.ts';
import { hears, type RecognizerDescriptor, type RecognizerId } from './adapter.ts';
import { installPocketsphinx, pocketsphinx } from './pocketsphinx/index.ts';
import { installedRecognizers } from './sherpa/index.ts';
import { upstreamRecognizer, upstreamRecognizerSchema, type UpstreamRecognizerLimits } from './upstream/index.ts';
import type { MemoryBudget } from '../processes/memory-budget.ts';

const variable = 'SONORANT_RECOGNIZERS';

/** Stands for all installed models in the setting; `sherpa:<name>` is one of them. */
const sherpa = 'sherpa';

/** Those of the machine's packages, by their names in the setting; undefined where what they need is not installed. */
const local: Readonly<Record<RecognizerId, { find: () => RecognizerDescriptor | undefined; install: string }>> = {
  pocketsphinx: { find: () => pocketsphinx(), install: installPocketsphinx },
};

/** How a machine without any recognizer gets one. */
export const installation = `install a model (sonorant models list), connect a server with ${variable}='[{"id": "whisper", "url": "http://127.0.0.1:8000/v1", "model": "whisper-1"}]', or install one for English: ${installPocketsphinx}`;

/** One that cannot be used, and why. */
interface Problem {
  readonly recognizer: RecognizerId;
  readonly reason: string;
}

export interface Recognizers {
  /** In order of preference. */
  readonly recognizers: readonly RecognizerDescriptor[];
  /** Those that the setting names and that are not there, and models that are damaged. */
  readonly problems: readonly Problem[];
}

/** What is on this machine, and limits. */
export interface RecognizersOptions extends UpstreamRecognizerLimits {
  /** The folder of the installed models. Default: there are none. */
  readonly models?: { readonly folder: string; readonly memory: MemoryBudget } | undefined;
}

/**
 * Reads the setting.
 * @param text a JSON list of names and servers, or the path of a file with one; undefined: all that are there
 * @throws {Error} that names the entry, and repeats no value of it
 */
export async function readRecognizers(
  text: string | undefined,
  { models, ...limits }: RecognizersOptions = {},
): Promise<Recognizers> {
  const isSet = text !== undefined && text.trim() !== '';
  const entries = isSet ? await readServerList(variable, text) : [sherpa, ...Object.keys(local)];
  const installed = models && (await installedRecognizers(models.folder, models.memory));
  const damaged = (installed?.problems ?? []).map(({ model, reason }) => ({
    recognizer: `${sherpa}:${model}`,
    reason,
  }));
  const chosen = new Chosen(installed?.recognizers ?? [], damaged);
  for (const [index, entry] of entries.entries()) {
    if (typeof entry === 'string') chosen.addNamed(entry, index, isSet);
    else chosen.addServer(entry, index, limits);
  }
  const { recognizers, problems } = chosen;
  return { recognizers, problems };
}

class Chosen implements Recognizers {
  readonly recognizers: RecognizerDescriptor[] = [];
  readonly problems: Problem[] = [];
  readonly #installed: readonly RecognizerDescriptor[];
  readonly #damaged: readonly Problem[];

  constructor(installed: readonly RecognizerDescriptor[], damaged: readonly Problem[]) {
    this.#installed = installed;
    this.#damaged = damaged;
  }

  /** @param isAsked a problem is told of where it is not there */
  addNamed(name: string, index: number, isAsked: boolean): void {
    if (name === sherpa) {
      for (const each of this.#installed) this.#addModel(each);
      this.problems.push(...this.#damaged);
    } else if (name.startsWith(`${sherpa}:`)) {
      const found = this.#installed.find(({ id }) => `${sherpa}:${id}` === name.toLowerCase());
      const damage = this.#damaged.find(({ recognizer }) => recognizer === name.toLowerCase());
      if (found !== undefined) this.#addModel(found);
      else this.problems.push(damage ?? { recognizer: name, reason: 'no model of this name is installed' });
    } else {
      const found = localRecognizer(name, index);
      if (!('reason' in found)) this.#add(found, name, index);
      else if (isAsked) this.problems.push(found);
    }
  }

  addServer(entry: unknown, index: number, limits: UpstreamRecognizerLimits): void {
    this.#add(upstreamEntry(entry, index, limits), entry, index);
  }

  #add(found: RecognizerDescriptor, entry: unknown, index: number): void {
    if (this.#has(found)) {
      throw new Error(`${variable}: ${nameOfEntry(entry, index)}: another entry before it has the same name`);
    }
    this.recognizers.push(found);
  }

  /** A model may be called like something else: it is not the setting that is wrong then. */
  #addModel(found: RecognizerDescriptor): void {
    if (this.recognizers.includes(found)) return;
    if (!this.#has(found) && !Object.hasOwn(local, found.id)) this.recognizers.push(found);
    else this.problems.push({ recognizer: `${sherpa}:${found.id}`, reason: 'another recognizer has the same name' });
  }

  #has({ id }: RecognizerDescriptor): boolean {
    return this.recognizers.some((each) => each.id === id);
  }
}

function localRecognizer(name: string, index: number): RecognizerDescriptor | Problem {
  const kind = Object.hasOwn(local, name) ? local[name] : undefined;
  if (kind === undefined) {
    const known = [...Object.keys(local), sherpa, `${sherpa}:<model>`].join(', ');
    throw new Error(`${variable}: entry ${index + 1} is no recognizer; there are ${known}, and servers`);
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
