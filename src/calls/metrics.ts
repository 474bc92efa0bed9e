/** Metrics of an organization, the agents they are attached to, and what they found. */
import { z } from 'zod';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type {
  CallTurnRow,
  MetricFilter,
  MetricResultFilter,
  MetricResultPlace,
  MetricResultRow,
  MetricRow,
  NewMetric,
  PageOf,
  PageRequest,
  Store,
} from '../store/index.ts';
import { enqueueJudgement } from './analysis.ts';
import { noAgent } from './calls.ts';

export interface MetricServiceOptions {
  readonly store: Store;
  /** Metrics that may be attached to one agent; each asks its model once for each call. Default 20. */
  readonly maxPerAgent?: number | undefined;
  /** Rows that one export may have. Default 100,000. */
  readonly maxExportedRows?: number | undefined;
}

/** Rows that an export reads at once. */
const exportedAtOnce = 500;

export interface ExportRequest extends MetricResultFilter {
  /** Undefined: all of them. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the part before, or the id of the result behind which it begins. */
  readonly startingAfter?: string | undefined;
}

/** An export: what it has, and whether more follows behind it. */
export interface MetricExport {
  readonly rows: Iterable<MetricResultRow> | AsyncIterable<MetricResultRow>;
  /** Of an export with a limit: where the next one begins, whatever is removed meanwhile; undefined where nothing follows. */
  readonly nextCursor: string | undefined;
}

/** Creates, attaches and removes metrics, scoped to organizations; lists and exports their results. */
export class MetricService {
  readonly #store: Store;
  readonly #maxPerAgent: number;
  readonly #maxExportedRows: number;

  constructor({ store, maxPerAgent = 20, maxExportedRows = 100_000 }: MetricServiceOptions) {
    this.#store = store;
    this.#maxPerAgent = maxPerAgent;
    this.#maxExportedRows = maxExportedRows;
  }

  /** @throws {ServiceError} `invalid_request` when another metric has the name */
  async create(organizationId: string, metric: NewMetric): Promise<MetricRow> {
    const row = await this.#store.metrics.create(organizationId, metric);
    if (row === undefined) throw invalidField('name', 'Another metric has this name');
    return row;
  }

  /** @throws {ServiceError} `not_found` */
  async get(organizationId: string, id: string): Promise<MetricRow> {
    const row = await this.#store.metrics.find(organizationId, id);
    if (row === undefined) throw noMetric();
    return row;
  }

  /** Newest first. */
  page(organizationId: string, request: PageRequest & MetricFilter): Promise<PageOf<MetricRow>> {
    return this.#store.metrics.page(organizationId, request);
  }

  /**
   * Its results stay; calls that have ended and were not judged yet will not be.
   * @throws {ServiceError} `not_found`
   */
  async remove(organizationId: string, id: string): Promise<void> {
    if (!(await this.#store.metrics.remove(organizationId, id))) throw noMetric();
  }

  /**
   * From now on the calls of the agent are judged when they end. Once more changes nothing.
   * @throws {ServiceError} `not_found`; `invalid_request` when the agent has as many as it may
   */
  async attach(organizationId: string, agentId: string, id: string): Promise<void> {
    await this.#store.transaction(async ({ metrics, agents }) => {
      if ((await agents.findForUpdate(organizationId, agentId)) === undefined) throw noAgent();
      if ((await metrics.find(organizationId, id)) === undefined) throw noMetric();
      const attached = await metrics.ofAgent(organizationId, agentId);
      if (attached.some((metric) => metric.id === id)) return;
      if (attached.length >= this.#maxPerAgent) {
        throw invalidField(
          'metric_id',
          `The agent has ${attached.length} metrics, and may have no more: detach one first`,
        );
      }
      await metrics.attach(organizationId, agentId, id);
    }, 'locked');
  }

  /**
   * Calls that end from now on are not judged. Once more changes nothing.
   * @throws {ServiceError} `not_found`
   */
  async detach(organizationId: string, agentId: string, id: string): Promise<void> {
    if ((await this.#store.agents.find(organizationId, agentId)) === undefined) throw noAgent();
    await this.get(organizationId, id);
    await this.#store.metrics.detach(organizationId, agentId, id);
  }

  /**
   * Newest first.
   * @param withTurns whether to read the turns of their calls, by the id of the call
   */
  async results(
    organizationId: string,
    request: PageRequest & MetricResultFilter,
    withTurns: boolean,
  ): Promise<PageOf<MetricResultRow> & { readonly turns: ReadonlyMap<string, readonly CallTurnRow[]> | undefined }> {
    const page = await this.#store.metricResults.page(organizationId, request);
    if (!withTurns) return { ...page, turns: undefined };
    const ids = [...new Set(page.rows.map(({ call_id: id }) => id))];
    const turns = await this.#store.calls.turns(organizationId, ids);
    return { ...page, turns: Map.groupBy(turns, ({ call_id: id }) => id) };
  }

  /**
   * Removes a result, and asks the metric about the call once more where both are still there.
   * @throws {ServiceError} `not_found`
   */
  async removeResult(organizationId: string, id: string): Promise<void> {
    await this.#store.transaction(async ({ metricResults, metrics, jobs }) => {
      const removed = await metricResults.remove(organizationId, id);
      if (removed === undefined) {
        throw new ServiceError('not_found', 'No result has this id. GET /agents/metrics/results lists yours.');
      }
      const { call_id, metric_id } = removed;
      if ((await metrics.find(organizationId, metric_id)) === undefined) return;
      await enqueueJudgement({ jobs }, { organization_id: organizationId, call_id, metric_id });
    }, 'locked');
  }

  /**
   * Results for a file, newest first: so many as the limit, or all of them.
   * @throws {ServiceError} `not_found` when there is none; `invalid_request` when there are too many, or for an unknown cursor
   */
  async export(organizationId: string, { limit, startingAfter, ...filter }: ExportRequest): Promise<MetricExport> {
    const place = startingAfter === undefined ? undefined : await this.#placeOf(organizationId, startingAfter);
    const found = await this.#store.metricResults.behind(organizationId, place, filter, (limit ?? exportedAtOnce) + 1);
    if (found.length === 0) throw new ServiceError('not_found', 'There are no such results.');
    if (limit === undefined) return this.#whole(organizationId, place, found, filter);
    const rows = found.slice(0, limit);
    return { rows, nextCursor: found.length > limit ? cursorOf(rows.at(-1)!) : undefined };
  }

  /** @param first of them */
  async #whole(
    organizationId: string,
    place: MetricResultPlace | undefined,
    first: readonly MetricResultRow[],
    filter: MetricResultFilter,
  ): Promise<MetricExport> {
    const most = this.#maxExportedRows;
    if ((await this.#store.metricResults.countBehind(organizationId, place, filter, most + 1)) > most) {
      const more = `More than ${most} results: narrow them down by "start_date" and "end_date", or ask for parts`;
      throw invalidField('limit', more);
    }
    return { rows: this.#from(organizationId, first, filter), nextCursor: undefined };
  }

  /** Goes on behind the last row even where that has been removed meanwhile. */
  async *#from(
    organizationId: string,
    first: readonly MetricResultRow[],
    filter: MetricResultFilter,
  ): AsyncGenerator<MetricResultRow> {
    let rows = first;
    while (rows.length > 0) {
      yield* rows;
      rows = await this.#store.metricResults.behind(organizationId, rows.at(-1), filter, exportedAtOnce);
    }
  }

  /** @throws {ServiceError} `invalid_request` where it is neither a cursor nor the id of a result */
  async #placeOf(organizationId: string, cursor: string): Promise<MetricResultPlace> {
    const place = placeOf(cursor) ?? (await this.#store.metricResults.find(organizationId, cursor));
    if (place === undefined) {
      throw invalidField('starting_after', 'Neither the "X-Next-Cursor" of a part nor the id of a result');
    }
    return place;
  }
}

/** Names a place by what it is made of, so that it is found when the result is gone. */
function cursorOf({ created_at: at, id }: MetricResultPlace): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

const placeSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.string()]);

/** Undefined for what is no cursor. */
function placeOf(cursor: string): MetricResultPlace | undefined {
  try {
    const [created_at, id] = placeSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { created_at, id };
  } catch {
    return undefined;
  }
}

function noMetric(): ServiceError {
  return new ServiceError('not_found', 'No metric has this id. GET /agents/metrics lists yours.');
}
