/**
 * Sums up what is made and how soon, for the charts of an organization. Unlike credits it is counted in memory and written in
 * batches, off the way of the requests: a process that is killed loses its last batch (docs/rules.md#usage-activity).
 */
import { firstAudioBucket, type ActivityRow, type FirstAudioRow, type Store } from '../store/index.ts';

/** What requests are counted by beside their key and voice. */
export type ActivityKind = 'tts' | 'stt' | 'voice_changer';

/** Whose activity it is. */
export interface ActivityOwner {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly capability: ActivityKind;
  /** Empty where no voice speaks or it is not known. */
  readonly voiceId: string;
}

/** Where activity is counted. None of it throws or waits. */
export interface ActivityCounter {
  /** @param status of the answer, or of the error that ended it */
  readonly request: (owner: ActivityOwner, status: number) => void;
  readonly characters: (owner: ActivityOwner, count: number) => void;
  readonly audio: (owner: ActivityOwner, seconds: number) => void;
  readonly firstAudio: (owner: ActivityOwner, seconds: number) => void;
}

export interface ActivityRecorderOptions {
  readonly store: Pick<Store, 'transaction'>;
  /** Time between two writes. Default 10,000 ms. */
  readonly flushMs?: number;
  /** Combinations of hour, key and voice that may wait for the database; what comes in others meanwhile is not counted. Default 20,000. */
  readonly maxWaiting?: number;
  /** Called with each failure, once until a write succeeds. */
  readonly onProblem?: (problem: string, error: unknown) => void;
  readonly now?: () => number;
}

const hourMs = 3_600_000;

/** The sums of one hour and owner. Audio is in seconds: rounded once, when it is written. */
interface Cell extends ActivityOwner {
  /** Since 1970. */
  readonly hour: number;
  requests: number;
  refused: number;
  failed: number;
  seconds: number;
  characters: number;
  readonly firstAudio: Map<number, number>;
}

/** The activity of one process on its way into the database. */
export class ActivityRecorder implements ActivityCounter {
  readonly #options: Required<ActivityRecorderOptions>;
  #cells = new Map<string, Cell>();
  #lastFlush: Promise<void> = Promise.resolve();
  #isTroubled = false;
  readonly #timer: NodeJS.Timeout;

  constructor(given: ActivityRecorderOptions) {
    this.#options = { flushMs: 10_000, maxWaiting: 20_000, onProblem: () => undefined, now: Date.now, ...given };
    this.#timer = setInterval(() => void this.flush(), this.#options.flushMs).unref();
  }

  /** Combinations of hour, key and voice that are in memory only. */
  get waiting(): number {
    return this.#cells.size;
  }

  request(owner: ActivityOwner, status: number): void {
    const cell = this.#cell(owner);
    if (cell === undefined) return;
    cell.requests++;
    if (status >= 500) cell.failed++;
    // 499: the client left.
    else if (status >= 400 && status !== 499) cell.refused++;
  }

  characters(owner: ActivityOwner, count: number): void {
    const cell = this.#cell(owner);
    if (cell !== undefined) cell.characters += count;
  }

  audio(owner: ActivityOwner, seconds: number): void {
    const cell = this.#cell(owner);
    if (cell !== undefined) cell.seconds += seconds;
  }

  firstAudio(owner: ActivityOwner, seconds: number): void {
    const buckets = this.#cell(owner)?.firstAudio;
    if (buckets === undefined) return;
    const bucket = firstAudioBucket(seconds * 1000);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
  }

  /** Writes what waits. What the database does not take waits on; never rejects. */
  flush(): Promise<void> {
    this.#lastFlush = this.#lastFlush.then(() => this.#write());
    return this.#lastFlush;
  }

  /** Writes what waits; what the database does not take is lost. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** @returns undefined where too many wait */
  #cell({ organizationId, apiKeyId, capability, voiceId }: ActivityOwner): Cell | undefined {
    const hour = Math.floor(this.#options.now() / hourMs);
    const key = `${hour} ${organizationId} ${apiKeyId} ${capability} ${voiceId}`;
    const found = this.#cells.get(key);
    if (found !== undefined) return found;
    if (this.#cells.size >= this.#options.maxWaiting) {
      this.#report('too much activity waits for the database: charts of usage lack some', undefined);
      return undefined;
    }
    const cell = newCell({ organizationId, apiKeyId, capability, voiceId, hour });
    this.#cells.set(key, cell);
    return cell;
  }

  async #write(): Promise<void> {
    const cells = this.#cells;
    if (cells.size === 0) return;
    this.#cells = new Map();
    const { rows, firstAudio } = rowsOf([...cells.values()]);
    try {
      await this.#options.store.transaction(({ activity }) => activity.add(rows, firstAudio));
      this.#isTroubled = false;
    } catch (error) {
      this.#report('activity could not be written and waits in memory', error);
      this.#putBack(cells);
    }
  }

  #putBack(cells: ReadonlyMap<string, Cell>): void {
    for (const [key, cell] of cells) {
      const later = this.#cells.get(key);
      if (later === undefined) this.#cells.set(key, cell);
      else addTo(later, cell);
    }
  }

  #report(problem: string, error: unknown): void {
    if (!this.#isTroubled) this.#options.onProblem(problem, error);
    this.#isTroubled = true;
  }
}

function newCell(of: ActivityOwner & { readonly hour: number }): Cell {
  return { ...of, requests: 0, refused: 0, failed: 0, seconds: 0, characters: 0, firstAudio: new Map() };
}

function addTo(sum: Cell, { requests, refused, failed, seconds, characters, firstAudio }: Cell): void {
  sum.requests += requests;
  sum.refused += refused;
  sum.failed += failed;
  sum.seconds += seconds;
  sum.characters += characters;
  for (const [bucket, count] of firstAudio) sum.firstAudio.set(bucket, (sum.firstAudio.get(bucket) ?? 0) + count);
}

/** For each cell the row of its hour; for each day and owner one of the day. Always in the same order, so that two writers cannot deadlock. */
function rowsOf(hours: readonly Cell[]): { rows: ActivityRow[]; firstAudio: FirstAudioRow[] } {
  const days = new Map<string, Cell>();
  for (const cell of hours) {
    const day = Math.floor(cell.hour / 24);
    const key = `${day} ${cell.organizationId} ${cell.apiKeyId} ${cell.capability} ${cell.voiceId}`;
    let sum = days.get(key);
    if (sum === undefined) days.set(key, (sum = newCell({ ...cell, hour: day * 24 })));
    addTo(sum, cell);
  }
  const all = [
    ...hours.map((cell) => [keyOf(cell, 'hour'), cell] as const),
    ...[...days.values()].map((cell) => [keyOf(cell, 'day'), cell] as const),
  ].sort(([a], [b]) => (Object.values(a).join('\n') < Object.values(b).join('\n') ? -1 : 1));
  return {
    rows: all.map(([key, { requests, refused, failed, seconds, characters }]) => ({
      ...{ ...key, requests, refused, failed, characters },
      audio_ms: Math.round(seconds * 1000),
    })),
    firstAudio: all.flatMap(([key, { firstAudio }]) =>
      [...firstAudio].sort(([a], [b]) => a - b).map(([bucket, count]) => ({ ...key, bucket, count })),
    ),
  };
}

function keyOf({ hour, organizationId, apiKeyId, capability, voiceId }: Cell, unit: 'hour' | 'day') {
  const time = new Date(hour * hourMs).toISOString();
  const period = time.slice(0, unit === 'hour' ? 13 : 10);
  return { organization_id: organizationId, unit, period, capability, voice_id: voiceId, api_key_id: apiKeyId };
}
