/**
 * Every language model there is, and the setting `SONORANT_AGENT_MODELS` that names them. A new kind of server adds its folder and its
 * line here.
 */
import type { HttpClient } from '../outbound/http-client.ts';
import { firstIssue, nameOfEntry, readServerList } from '../outbound/server-list.ts';
import type { LanguageModelDescriptor, LanguageModelId } from './adapter.ts';
import { languageModelId, openAiModel, openAiModelSchema, type OpenAiModelLimits } from './openai/index.ts';
import { rules } from './rules/index.ts';
import { unconfiguredModel } from './unconfigured.ts';

const variable = 'SONORANT_AGENT_MODELS';

/** Those that every server has. */
const builtIn: readonly LanguageModelDescriptor[] = [rules];

/** What agents named before a server had a model of its own; it means the first one where no entry has this name. */
const formerDefault = 'default';

/**
 * Reads the setting.
 * @param text names with commas between them; or a JSON list of names and servers, or the path of a file with one; undefined: none
 * @param http what the servers are asked over
 * @returns at least one, in the order of the setting; the first is the default of new agents
 * @throws {Error} that names the entry, and repeats no value of it
 */
export async function readLanguageModels(
  text: string | undefined,
  http: HttpClient,
  limits: OpenAiModelLimits = {},
): Promise<readonly LanguageModelDescriptor[]> {
  const models: LanguageModelDescriptor[] = [];
  for (const [index, entry] of (await entriesOf(text)).entries()) {
    const model = typeof entry === 'string' ? namedModel(entry, index) : serverModel(entry, index, http, limits);
    if (models.some(({ id }) => id === model.id)) {
      throw new Error(`${variable}: ${nameOfEntry(entry, index)}: another entry before it has the same name`);
    }
    models.push(model);
  }
  return [...models, ...builtIn.filter((model) => !models.includes(model))];
}

/** The model that a configuration names; undefined where the operator does not name it any more. */
export function languageModelOf(
  models: readonly LanguageModelDescriptor[],
  id: LanguageModelId,
): LanguageModelDescriptor | undefined {
  return models.find((model) => model.id === id) ?? (id === formerDefault ? models[0] : undefined);
}

async function entriesOf(text = ''): Promise<readonly unknown[]> {
  const given = text.trim();
  const isList = /^[[{~]|^\.{0,2}\/|\.json$/iu.test(given);
  return isList
    ? readServerList(variable, given)
    : given
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
}

function namedModel(name: string, index: number): LanguageModelDescriptor {
  const known = builtIn.find(({ id }) => id === name);
  if (known !== undefined) return known;
  const { success, error } = languageModelId.safeParse(name);
  if (!success) throw new Error(`${variable}: entry ${index + 1} ${error.issues[0]!.message}`);
  return unconfiguredModel(name);
}

function serverModel(
  entry: unknown,
  index: number,
  http: HttpClient,
  limits: OpenAiModelLimits,
): LanguageModelDescriptor {
  const read = openAiModelSchema.safeParse(entry);
  if (read.success) {
    if (!builtIn.some(({ id }) => id === read.data.id)) return openAiModel(read.data, http, limits);
    throw new Error(`${variable}: ${nameOfEntry(entry, index)}: id: a model that is built in has this name`);
  }
  const { field, why } = firstIssue(read.error.issues[0]!);
  throw new Error(`${variable}: ${nameOfEntry(entry, index)}: ${field}${field === '' ? '' : ': '}${why}`);
}
