/** Creating, changing and removing agents. */
import { ServiceError } from '../errors/service-error.ts';
import type {
  AgentRow,
  AgentVersionRow,
  LockedTable,
  NewVersion,
  PageOf,
  PageRequest,
  Principal,
  PublishedAgent,
  Repositories,
  Store,
} from '../store/index.ts';
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';
import { languageModelOf } from '../language-models/registry.ts';
import type { Language } from '../voices/languages.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { emitChange } from '../webhooks/envelope.ts';
import { agentData } from '../webhooks/event-data.ts';
import { defaultConfig, mergeConfig, storedConfig, type AgentConfig, type AgentConfigPatch } from './config.ts';
import { beginningOf, type Beginning } from './from-template.ts';
import { createTools, nameProblems } from './tools.ts';
import { checkSize, invalidFields, maxAgentBytes, type FieldProblem } from './validation-issues.ts';

export interface AgentServiceOptions {
  readonly store: Store;
  readonly voices: VoiceLibrary;
  /** At least one; the first is the default. */
  readonly models: readonly LanguageModelDescriptor[];
  /** Largest configuration in bytes of JSON. Default 262,144. */
  readonly maxBytes?: number;
}

/** A version of the configuration of an agent. Never changed once made. */
export interface Version {
  readonly id: string;
  readonly description: string | null;
  /** Id of the API key that made it. */
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly config: AgentConfig;
}

/** An agent with its published configuration. Times are ISO 8601 text in UTC. */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly webhookId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The published version. */
  readonly version: Version;
}

interface AgentFacts {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly config?: AgentConfigPatch | undefined;
}

export interface NewAgent extends AgentFacts {
  /** What it begins with, where the request does not say otherwise; its tools are made too. */
  readonly template_id?: string | undefined;
}

export interface AgentChange extends AgentFacts {
  /** Of the version that the change of the configuration makes; only together with one. */
  readonly versionDescription?: string | null | undefined;
  readonly webhookId?: string | null | undefined;
  /** The field in which the request named the voice, for the error about it. */
  readonly voiceField?: string | undefined;
}

const defaultVoiceField = 'config.audio.output.voice_id';
/** Lines of instructions that one error names. */
const maxNamedLines = 10;

/** Creates, changes and removes agents, scoped to organizations. */
export class AgentService {
  readonly #options: AgentServiceOptions;

  constructor(options: AgentServiceOptions) {
    this.#options = options;
  }

  /**
   * @param principal its key is noted as the one that made the version
   * @param requestId names the request in the event
   * @throws {ServiceError} `invalid_request` that names each field that is wrong
   */
  async create({ organizationId, keyId }: Principal, given: NewAgent, requestId?: string): Promise<Agent> {
    const { config: patch = {} } = given;
    const begin = beginningOf({ templateId: given.template_id, config: patch, models: this.#options.models });
    const voice = await this.#voiceProblems(organizationId, patch);
    const current = this.#initial(organizationId, patch.language?.primary, begin);
    // Tells what is wrong with the request itself before anything is written.
    this.#merged(current, patch);
    return this.#options.store.transaction(async (repositories) => {
      await this.#checkReferences(repositories, organizationId, patch, voice);
      const made = await createTools(repositories, { organizationId, requestId, tools: begin.tools });
      const config = this.#merged(
        current,
        made.length === 0 ? patch : { ...patch, tools: made.map(({ id }) => ({ id })) },
      );
      const row = await repositories.agents.create(organizationId, {
        name: given.name ?? begin.name,
        description: given.description === undefined ? begin.description : given.description,
        version: { config, description: null, createdBy: keyId },
      });
      await emitChange(repositories, { organizationId, requestId, type: 'agent.created', data: agentData(row) });
      return agentOf(row);
    }, 'locked');
  }

  /** @throws {ServiceError} `not_found` */
  async get(organizationId: string, id: string): Promise<Agent> {
    return agentOf(await find(this.#options.store, organizationId, id));
  }

  /** Newest first. */
  page(organizationId: string, request: PageRequest & { readonly q?: string | undefined }): Promise<PageOf<AgentRow>> {
    return this.#options.store.agents.page(organizationId, request);
  }

  /** Every agent, newest first. */
  async *all(organizationId: string): AsyncIterable<Agent> {
    for await (const agent of this.#options.store.agents.all(organizationId)) yield agentOf(agent);
  }

  /**
   * Changes what is given. A configuration that becomes another one is a new version, published at once; the versions
   * before it stay as they are. Concurrent changes are merged one after the other; none is lost.
   * @throws {ServiceError} `not_found`, `invalid_request`
   */
  async update(
    { organizationId, keyId }: Principal,
    id: string,
    change: AgentChange,
    requestId?: string,
  ): Promise<Agent> {
    const {
      config: patch = {},
      versionDescription,
      webhookId,
      name,
      description,
      voiceField = defaultVoiceField,
    } = change;
    const isDescribed = typeof versionDescription === 'string';
    if (isDescribed && change.config === undefined) throw noVersion();
    const voice = await this.#voiceProblems(organizationId, patch, voiceField);
    return this.#options.store.transaction(async (repositories) => {
      const current = there(await repositories.agents.findForUpdate(organizationId, id));
      await this.#checkReferences(repositories, organizationId, patch, voice, webhookId);
      const version = this.#nextVersion(current.version, patch, {
        description: versionDescription ?? null,
        createdBy: keyId,
      });
      if (isDescribed && version === undefined) throw noVersion();
      const changes = { name, description, webhookId, version };
      const row = await repositories.agents.update(organizationId, current, changes);
      await emitChange(repositories, { organizationId, requestId, type: 'agent.updated', data: agentData(row) });
      return agentOf(row);
    }, 'locked');
  }

  /** @throws {ServiceError} `not_found` */
  async remove(organizationId: string, id: string, requestId?: string): Promise<void> {
    await this.#options.store.transaction(async (repositories) => {
      if (!(await repositories.agents.remove(organizationId, id))) throw notFound();
      await emitChange(repositories, { organizationId, requestId, type: 'agent.deleted', data: { id } });
    });
  }

  /**
   * Newest first.
   * @throws {ServiceError} `not_found`
   */
  async versions(organizationId: string, id: string, request: PageRequest): Promise<PageOf<Version>> {
    await find(this.#options.store, organizationId, id);
    const { rows, hasMore } = await this.#options.store.agents.versions(organizationId, id, request);
    return { rows: rows.map(versionOf), hasMore };
  }

  /** @throws {ServiceError} `not_found` */
  async version(organizationId: string, id: string, versionId: string): Promise<Version> {
    const row = await this.#options.store.agents.findVersion(organizationId, id, versionId);
    if (row === undefined) throw new ServiceError('not_found', 'No version of this agent has this id.');
    return versionOf(row);
  }

  /** Undefined when the configuration stays what it was. */
  #nextVersion(
    current: AgentVersionRow,
    patch: AgentConfigPatch,
    rest: Omit<NewVersion, 'config'>,
  ): NewVersion | undefined {
    const before = storedConfig(current.config);
    const config = this.#merged(before, patch);
    return config === JSON.stringify(before) ? undefined : { config, ...rest };
  }

  /** The JSON of a configuration after a change. Instructions that the change leaves as they are, are not looked at. */
  #merged(current: AgentConfig, patch: AgentConfigPatch): string {
    const config = mergeConfig(current, patch);
    const json = JSON.stringify(config);
    checkSize('config', json, this.#options.maxBytes ?? maxAgentBytes);
    if (patch.instructions !== undefined || patch.model?.id !== undefined) this.#checkInstructions(config);
    return json;
  }

  /** @throws {ServiceError} `invalid_request` that names the lines which the model cannot read */
  #checkInstructions({ instructions, model: { id } }: AgentConfig): void {
    const problems = languageModelOf(this.#options.models, id)?.check(instructions) ?? [];
    if (problems.length === 0) return;
    throw invalidFields(
      problems
        .slice(0, maxNamedLines)
        .map(({ line, problem }) => ['config.instructions', `Line ${line}: ${problem}`] as const),
    );
  }

  #initial(organizationId: string, asked: Language | undefined, { config, modelId }: Beginning): AgentConfig {
    const language = asked ?? config.language?.primary;
    const voiceId = this.#defaultVoice(organizationId, language);
    return mergeConfig(defaultConfig({ voiceId, modelId, language }), config);
  }

  /** A built-in voice of the language, the first one of all where no engine speaks it. */
  #defaultVoice(organizationId: string, language: Language = 'en'): string {
    const [first] = this.#options.voices.builtIn({ tag: { language } }, organizationId);
    return (first ?? this.#options.voices.catalogue.voices[0]!).id;
  }

  /** Checked before the transaction, inside of which only the database may be awaited. */
  async #voiceProblems(
    organizationId: string,
    patch: AgentConfigPatch,
    path = defaultVoiceField,
  ): Promise<readonly FieldProblem[]> {
    const id = patch.audio?.output?.voice_id;
    if (id === undefined || (await this.#options.voices.get(id, organizationId)) !== undefined) return [];
    return [[path, 'No voice that you can use has this id; GET /voices lists them']];
  }

  /** @throws {ServiceError} `invalid_request` naming what is not there, beside the problems that are known already */
  async #checkReferences(
    rows: Repositories,
    organizationId: string,
    patch: AgentConfigPatch,
    known: readonly FieldProblem[],
    webhookId?: string | null,
  ): Promise<void> {
    const problems = [...known];
    for (const { path, problem, row, isThere } of referencesOf(patch, webhookId, this.#options.models)) {
      if (row !== undefined) await rows.locks.lock(row.table, organizationId, row.id, 'share');
      if (!(await isThere(rows, organizationId))) problems.push([path, problem]);
    }
    problems.push(...(await nameProblems(rows, organizationId, patch.tools ?? [])));
    if (problems.length > 0) throw invalidFields(problems);
  }
}

/** Something that a change names. */
interface Reference {
  readonly path: string;
  /** The message when it does not exist. */
  readonly problem: string;
  /** It stays until the change is written. */
  readonly row?: { readonly table: LockedTable; readonly id: string };
  readonly isThere: (rows: Repositories, organizationId: string) => Promise<boolean> | boolean;
}

/**
 * References that a change leaves as they are are not checked, so that an object that is gone does not block other
 * changes.
 */
function referencesOf(
  { audio, model, tools = [] }: AgentConfigPatch,
  webhookId: string | null | undefined,
  models: readonly LanguageModelDescriptor[],
): Reference[] {
  const { background_sound: sound, pronunciation_dictionary_id: dictionary } = audio?.output ?? {};
  const references: Reference[] = tools.map(({ id }, index) => ({
    path: `config.tools[${index}].id`,
    problem: 'No tool has this id; GET /v1/agents/tools lists them',
    row: { table: 'agent_tools', id },
    isThere: async ({ agentTools }, organizationId) => (await agentTools.find(organizationId, id)) !== undefined,
  }));
  if (model?.id !== undefined) {
    references.push({
      path: 'config.model.id',
      problem: 'No model has this id; GET /v1/agents/models lists them',
      isThere: () => models.some(({ id }) => id === model.id),
    });
  }
  if (typeof sound === 'object' && sound !== null) {
    references.push({
      path: 'config.audio.output.background_sound.file_id',
      problem: 'No file with the purpose "agent_background_sound" has this id; GET /files lists them',
      row: { table: 'files', id: sound.file_id },
      isThere: async ({ files }, organizationId) =>
        (await files.find(organizationId, sound.file_id))?.purpose === 'agent_background_sound',
    });
  }
  if (typeof dictionary === 'string') {
    references.push({
      path: 'config.audio.output.pronunciation_dictionary_id',
      problem: 'No pronunciation dictionary has this id; GET /pronunciation-dicts lists them',
      row: { table: 'pronunciation_dicts', id: dictionary },
      isThere: async ({ pronunciationDicts }, organizationId) =>
        (await pronunciationDicts.find(organizationId, dictionary)) !== undefined,
    });
  }
  if (typeof webhookId === 'string') {
    references.push({
      path: 'webhook_id',
      problem: 'No webhook has this id; GET /agents/webhooks lists them',
      row: { table: 'webhooks', id: webhookId },
      isThere: async ({ webhooks }, organizationId) => (await webhooks.find(organizationId, webhookId)) !== undefined,
    });
  }
  return references;
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'No agent has this id. GET /v1/agents lists your agents.');
}

function noVersion(): ServiceError {
  return invalidFields([
    ['version_description', 'Only together with a "config" that changes something: nothing else makes a version'],
  ]);
}

async function find(
  { agents }: Pick<Repositories, 'agents'>,
  organizationId: string,
  id: string,
): Promise<PublishedAgent> {
  return there(await agents.find(organizationId, id));
}

function there(agent: PublishedAgent | undefined): PublishedAgent {
  if (agent === undefined) throw notFound();
  return agent;
}

function agentOf({
  id,
  name,
  description,
  webhook_id: webhookId,
  created_at: createdAt,
  updated_at: updatedAt,
  version,
}: PublishedAgent): Agent {
  return { id, name, description, webhookId, createdAt, updatedAt, version: versionOf(version) };
}

function versionOf({
  id,
  description,
  created_by: createdBy,
  created_at: createdAt,
  config,
}: AgentVersionRow): Version {
  return { id, description, createdBy, createdAt, config: storedConfig(config) };
}
