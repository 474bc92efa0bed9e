/**
 * Agents and the versions of their configurations, the last of which is the published one. An agent and its version are
 * several rows, so every write belongs in a transaction.
 */
import { sql, type Kysely } from 'kysely';
import { folded } from '../folded-text.ts';
import { contains } from '../search-text.ts';
import { newId } from '../ids.ts';
import { removeOwned } from '../owned-rows.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import { locksRows } from '../row-locks.ts';
import type { AgentRow, AgentVersionRow } from './schema.ts';
import type { Schema } from '../schema.ts';
import { statement } from '../statement.ts';

/** An agent with its published version. */
export interface PublishedAgent extends AgentRow {
  readonly version: AgentVersionRow;
}

/** A version of a configuration that is yet to be written. Its number and id are assigned when it is. */
export interface NewVersion {
  /** JSON of the complete configuration. */
  readonly config: string;
  readonly description: string | null;
  /** Id of the API key that makes it. */
  readonly createdBy: string | null;
}

export interface NewAgent {
  readonly name: string;
  readonly description: string | null;
  readonly version: NewVersion;
}

export interface AgentChanges {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  /** Null takes the webhook away. */
  readonly webhookId?: string | null | undefined;
  /** A new version, published at once. */
  readonly version?: NewVersion | undefined;
}

export interface Agents {
  /** Makes an agent with its first version. */
  readonly create: (organizationId: string, agent: NewAgent) => Promise<PublishedAgent>;
  readonly find: (organizationId: string, id: string) => Promise<PublishedAgent | undefined>;
  /** The same in a transaction, which then holds the agent to its end; see `RowLocks`. */
  readonly findForUpdate: (organizationId: string, id: string) => Promise<PublishedAgent | undefined>;
  /** Newest first. `q` looks in name and description. */
  readonly page: (
    organizationId: string,
    request: PageRequest & { readonly q?: string | undefined },
  ) => Promise<PageOf<AgentRow>>;
  /** All of them with their published versions, newest first, read piece by piece, since configurations may be large. */
  readonly all: (organizationId: string) => AsyncIterable<PublishedAgent>;
  /** Changes what is given of the agent as {@link find} gave it. */
  readonly update: (organizationId: string, agent: PublishedAgent, changes: AgentChanges) => Promise<PublishedAgent>;
  /** Removes it with its versions. False when the organization has no such agent. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
  /** Newest first. */
  readonly versions: (
    organizationId: string,
    agentId: string,
    request: PageRequest,
  ) => Promise<PageOf<AgentVersionRow>>;
  readonly findVersion: (organizationId: string, agentId: string, id: string) => Promise<AgentVersionRow | undefined>;
  /** Agents whose published version names the file; older versions do not keep a file. */
  readonly agentsUsingFile: (organizationId: string, fileId: string) => Promise<readonly AgentRow[]>;
  /** The same for a tool. */
  readonly agentsUsingTool: (organizationId: string, toolId: string) => Promise<readonly AgentRow[]>;
}

/** Agents read at a time. */
const pieceSize = 20;

/** What the two searches below read of a configuration. */
interface References {
  readonly audio: { readonly output: { readonly background_sound: { readonly file_id: string } | null } };
  readonly tools: readonly { readonly id: string }[];
}

function publishedOf(db: Kysely<Schema>, organizationId: string) {
  return db
    .selectFrom('agents')
    .innerJoin('agent_versions as version', 'version.id', 'agents.version_id')
    .where('agents.organization_id', '=', organizationId)
    .selectAll('agents')
    .select(versionColumns);
}

const versionColumns = [
  'version.number',
  'version.config',
  'version.created_by',
  'version.description as version_description',
  'version.created_at as version_created_at',
] as const;

interface AgentKey {
  readonly organizationId: string;
  readonly id: string;
}

const findOne = statement((db, { organizationId, id }: AgentKey) =>
  publishedOf(db, organizationId).where('agents.id', '=', id),
);

/** Waits for the row and reads it as it is then; but its version only where that was there when the statement began. */
const lockOne = statement((db, { organizationId, id }: AgentKey) =>
  db
    .with(
      (name) => name('agent').materialized(),
      (held) =>
        held
          .selectFrom('agents')
          .selectAll()
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .forUpdate(),
    )
    .selectFrom('agent')
    .innerJoin('agent_versions as version', 'version.id', 'agent.version_id')
    .selectAll('agent')
    .select(versionColumns),
);

/** What an agent becomes, beside its version. */
interface ChangedColumns extends Pick<
  AgentRow,
  'organization_id' | 'name' | 'webhook_id' | 'version_id' | 'search' | 'updated_at'
> {
  readonly agent_id: string;
  readonly agent_description: string | null;
}

function changed(
  db: Pick<Kysely<Schema>, 'updateTable'>,
  {
    organization_id,
    agent_id,
    name,
    agent_description: description,
    webhook_id,
    version_id,
    search,
    updated_at,
  }: ChangedColumns,
) {
  return db
    .updateTable('agents')
    .set({ name, description, webhook_id, version_id, search, updated_at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', agent_id);
}

function inserted(
  db: Pick<Kysely<Schema>, 'insertInto'>,
  { id, organization_id, agent_id, number, description, config, created_by, created_at }: AgentVersionRow,
) {
  return db
    .insertInto('agent_versions')
    .values({ id, organization_id, agent_id, number, description, config, created_by, created_at });
}

const changeOne = statement((db, values: ChangedColumns) => changed(db, values));

const insertVersion = statement((db, version: AgentVersionRow) => inserted(db, version));

/** Both at once, where the database can. */
const publishOne = statement((db, values: ChangedColumns & AgentVersionRow) =>
  changed(
    db.with('version', (before) => inserted(before, values)),
    values,
  ),
);

export function agents(db: Kysely<Schema>, now: () => Date): Agents {
  const all = (organizationId: string) =>
    db.selectFrom('agents').selectAll().where('organization_id', '=', organizationId);
  const published = (organizationId: string) => publishedOf(db, organizationId);
  const newestFirst = (query: ReturnType<typeof published>) =>
    query.orderBy('agents.created_at', 'desc').orderBy('agents.id', 'desc');
  const versionsOf = (organizationId: string, agentId: string) =>
    db
      .selectFrom('agent_versions')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('agent_id', '=', agentId);

  const find = async (organizationId: string, id: string): Promise<PublishedAgent | undefined> => {
    const { rows } = await findOne(db, { organizationId, id });
    return rows[0] && publishedAgent(rows[0]);
  };

  /** @param text what a configuration has somewhere when `uses` may hold for it */
  const using = async (
    organizationId: string,
    text: string,
    uses: (config: References) => boolean,
  ): Promise<readonly AgentRow[]> => {
    const candidates = await newestFirst(published(organizationId).where(includes('version.config', text))).execute();
    return candidates.filter(({ config }) => uses(JSON.parse(config) as References)).map((row) => splitRow(row).agent);
  };

  return {
    async create(organizationId, { name, description, version }) {
      const time = now().toISOString();
      const id = newId('agent');
      const first = versionRow(organizationId, id, 1, version, time);
      const agent = {
        id,
        organization_id: organizationId,
        name,
        description,
        webhook_id: null,
        version_id: first.id,
        search: folded(name, description),
        created_at: time,
        updated_at: time,
      };
      await db.insertInto('agents').values(agent).execute();
      await db.insertInto('agent_versions').values(first).execute();
      return { ...agent, version: first };
    },
    find,
    async findForUpdate(organizationId, id) {
      if (locksRows(db)) {
        const { rows } = await lockOne(db, { organizationId, id });
        // None where it waited for another transaction, whose version that statement cannot see: a new one can.
        if (rows[0] !== undefined) return publishedAgent(rows[0]);
      }
      return find(organizationId, id);
    },
    page(organizationId, { q, ...request }) {
      const query = all(organizationId);
      return selectPage(q === undefined ? query : query.where(contains('search', q)), request);
    },
    async *all(organizationId) {
      const ids = await db
        .selectFrom('agents')
        .select('id')
        .where('organization_id', '=', organizationId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      for (let at = 0; at < ids.length; at += pieceSize) {
        const piece = ids.slice(at, at + pieceSize).map(({ id }) => id);
        yield* (await newestFirst(published(organizationId).where('agents.id', 'in', piece)).execute()).map(
          publishedAgent,
        );
      }
    },
    async update(
      organizationId,
      { version: current, ...agent },
      { webhookId = agent.webhook_id, version, name = agent.name, description = agent.description },
    ) {
      const time = now().toISOString();
      const next = version && versionRow(organizationId, agent.id, current.number + 1, version, time);
      const changed = {
        name,
        description,
        webhook_id: webhookId,
        version_id: next?.id ?? agent.version_id,
        search: folded(name, description),
        updated_at: time,
      };
      const values = {
        ...changed,
        organization_id: organizationId,
        agent_id: agent.id,
        agent_description: description,
      };
      if (next === undefined) await changeOne(db, values);
      else if (locksRows(db)) await publishOne(db, { ...values, ...next });
      else {
        await insertVersion(db, next);
        await changeOne(db, values);
      }
      return { ...agent, ...changed, version: next ?? current };
    },
    remove: (organizationId, id) => removeOwned(db, 'agents', organizationId, id),
    versions: (organizationId, agentId, request) =>
      selectPage(versionsOf(organizationId, agentId), request, { by: 'number', id: 'id' }),
    findVersion: (organizationId, agentId, id) =>
      versionsOf(organizationId, agentId).where('id', '=', id).executeTakeFirst(),
    agentsUsingFile: (organizationId, fileId) =>
      using(organizationId, fileId, ({ audio }) => audio.output.background_sound?.file_id === fileId),
    agentsUsingTool: (organizationId, toolId) =>
      using(organizationId, toolId, ({ tools }) => tools.some(({ id }) => id === toolId)),
  };
}

function versionRow(
  organizationId: string,
  agentId: string,
  number: number,
  { config, description, createdBy }: NewVersion,
  time: string,
): AgentVersionRow {
  return {
    id: newId('agent_version'),
    organization_id: organizationId,
    agent_id: agentId,
    number,
    description,
    config,
    created_by: createdBy,
    created_at: time,
  };
}

interface JoinedRow extends AgentRow, Pick<AgentVersionRow, 'number' | 'config' | 'created_by'> {
  readonly version_description: string | null;
  readonly version_created_at: string;
}

function splitRow({
  number,
  config,
  created_by,
  version_description: description,
  version_created_at: created_at,
  ...agent
}: JoinedRow) {
  return {
    agent: agent satisfies AgentRow,
    version: {
      id: agent.version_id,
      organization_id: agent.organization_id,
      agent_id: agent.id,
      number,
      description,
      config,
      created_by,
      created_at,
    },
  };
}

function publishedAgent(row: JoinedRow): PublishedAgent {
  const { agent, version } = splitRow(row);
  return { ...agent, version };
}

/** The condition that a column has a text in it, as it is or in another case. */
function includes(column: string, text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
