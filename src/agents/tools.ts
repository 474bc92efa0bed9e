/** Creating, changing and removing tools. */
import { ServiceError } from '../errors/service-error.ts';
import type {
  AgentRow,
  AgentToolFilter,
  AgentToolRow,
  PageOf,
  PageRequest,
  Repositories,
  Secrets,
  Store,
} from '../store/index.ts';
import { emitChange } from '../webhooks/envelope.ts';
import { toolData } from '../webhooks/event-data.ts';
import { storedConfig } from './config.ts';
import { checkSize, invalidFields, maxAgentBytes, type FieldProblem } from './validation-issues.ts';
import { changeTool, defineTool, type ToolDefinition, type ToolOptions } from './tool-definition.ts';
import { isSystemTool, type NewTool, type ToolPatch } from './tool-schema.ts';

export interface ToolServiceOptions {
  readonly store: Store;
  readonly secrets: Pick<Secrets, 'seal'>;
  /** See {@link ToolOptions.allowPrivate}. */
  readonly allowPrivate: boolean;
  /** Largest tool in bytes of JSON. Default 262,144. */
  readonly maxBytes?: number;
}

/** A tool as it is stored; its secrets are sealed. Times are ISO 8601 text in UTC. */
export interface Tool {
  readonly id: string;
  readonly definition: ToolDefinition;
  readonly createdAt: string;
  readonly updatedAt: string;
}

function toolOf({ id, definition, created_at: createdAt, updated_at: updatedAt }: AgentToolRow): Tool {
  return { id, definition: JSON.parse(definition) as ToolDefinition, createdAt, updatedAt };
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'No tool has this id. GET /v1/agents/tools lists your tools.');
}

/** Writes tools, and tells webhooks of each. */
export async function createTools(
  repositories: Repositories,
  {
    organizationId,
    requestId,
    tools,
  }: {
    readonly organizationId: string;
    readonly requestId: string | undefined;
    readonly tools: readonly ToolDefinition[];
  },
): Promise<AgentToolRow[]> {
  const rows: AgentToolRow[] = [];
  for (const tool of tools) {
    const { type, name } = tool;
    const row = await repositories.agentTools.create(organizationId, { type, name, definition: JSON.stringify(tool) });
    await emitChange(repositories, { organizationId, requestId, type: 'tool.created', data: toolData(row) });
    rows.push(row);
  }
  return rows;
}

/**
 * A model calls tools by their names: none may have that of another one.
 * @returns a problem for each tool of this list that does, in the order of the list
 */
export async function nameProblems(
  { agentTools }: Pick<Repositories, 'agentTools'>,
  organizationId: string,
  tools: readonly { readonly id: string }[],
): Promise<FieldProblem[]> {
  const taken = new Set<string>();
  const problems: FieldProblem[] = [];
  for (const [index, { id }] of tools.entries()) {
    const name = (await agentTools.find(organizationId, id))?.name;
    if (name === undefined) continue;
    const problem = isSystemTool(name)
      ? `The agent has a tool "${name}" of its own`
      : taken.has(name) && `Another tool of the agent is called "${name}", too`;
    if (problem !== false) problems.push([`config.tools[${index}].id`, problem]);
    taken.add(name);
  }
  return problems;
}

/** @throws {ServiceError} `invalid_request` where an agent that has the tool has another one of this name */
async function checkNewName(
  { agents, agentTools, locks }: Repositories,
  organizationId: string,
  id: string,
  name: string,
): Promise<void> {
  for (const user of await agents.agentsUsingTool(organizationId, id)) {
    const agent = await agents.find(organizationId, user.id);
    const others = agent === undefined ? [] : storedConfig(agent.version.config).tools;
    for (const other of others) {
      if (other.id === id) continue;
      await locks.lock('agent_tools', organizationId, other.id, 'share');
      if ((await agentTools.find(organizationId, other.id))?.name !== name) continue;
      throw invalidFields([['name', `The agent ${user.id} uses this tool and another one of this name, ${other.id}`]]);
    }
  }
}

/** Creates, changes and removes tools, scoped to organizations. */
export class ToolService {
  readonly #store: Store;
  readonly #options: ToolOptions;
  readonly #maxBytes: number;

  constructor({ store, secrets, allowPrivate, maxBytes = maxAgentBytes }: ToolServiceOptions) {
    this.#store = store;
    this.#options = { seal: (secret) => secrets.seal(secret), allowPrivate };
    this.#maxBytes = maxBytes;
  }

  /** @throws {ServiceError} `invalid_request` that names what does not go together */
  async create(organizationId: string, tool: NewTool, requestId?: string): Promise<Tool> {
    const definition = defineTool(tool, this.#options);
    checkSize('body', JSON.stringify(definition), this.#maxBytes);
    return this.#store.transaction(
      async (repositories) =>
        toolOf((await createTools(repositories, { organizationId, requestId, tools: [definition] }))[0]!),
      'locked',
    );
  }

  /** @throws {ServiceError} `not_found` */
  async get(organizationId: string, id: string): Promise<Tool> {
    const row = await this.#store.agentTools.find(organizationId, id);
    if (row === undefined) throw notFound();
    return toolOf(row);
  }

  /** Newest first. */
  async page(organizationId: string, request: PageRequest & AgentToolFilter): Promise<PageOf<Tool>> {
    const { rows, hasMore } = await this.#store.agentTools.page(organizationId, request);
    return { rows: rows.map(toolOf), hasMore };
  }

  /** The agents whose published version has the tool. */
  users(organizationId: string, id: string): Promise<readonly AgentRow[]> {
    return this.#store.agents.agentsUsingTool(organizationId, id);
  }

  /** @throws {ServiceError} `not_found`, `invalid_request` */
  update(organizationId: string, id: string, patch: ToolPatch, requestId?: string): Promise<Tool> {
    return this.#store.transaction(async (repositories) => {
      const { agentTools, locks } = repositories;
      // Who gives the tool to an agent holds it too: either that is seen here, or the new name there.
      await locks.lock('agent_tools', organizationId, id, 'update');
      const current = await agentTools.find(organizationId, id);
      if (current === undefined) throw notFound();
      const definition = changeTool(toolOf(current).definition, patch, this.#options);
      if (definition.name !== current.name) await checkNewName(repositories, organizationId, id, definition.name);
      const row = (await agentTools.update(organizationId, id, this.#row(definition)))!;
      await emitChange(repositories, { organizationId, requestId, type: 'tool.updated', data: toolData(row) });
      return toolOf(row);
    }, 'locked');
  }

  /** @throws {ServiceError} `not_found`, `in_use` while the published version of an agent has it */
  remove(organizationId: string, id: string, requestId?: string): Promise<void> {
    return this.#store.transaction(async (repositories) => {
      const { agents, agentTools, locks } = repositories;
      await locks.lock('agent_tools', organizationId, id, 'update');
      const [user] = await agents.agentsUsingTool(organizationId, id);
      if (user !== undefined) {
        throw new ServiceError('in_use', `The agent ${user.id} uses this tool: take it out of the agent first.`);
      }
      if (!(await agentTools.remove(organizationId, id))) throw notFound();
      await emitChange(repositories, { organizationId, requestId, type: 'tool.deleted', data: { id } });
    }, 'locked');
  }

  #row(tool: ToolDefinition): { readonly name: string; readonly definition: string } {
    const definition = JSON.stringify(tool);
    checkSize('body', definition, this.#maxBytes);
    return { name: tool.name, definition };
  }
}
