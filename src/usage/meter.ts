/**
 * Counts what is spoken. {@link UsageMeter.add} appends to a journal before the audio goes out; every few seconds the journal
 * is summed into the database, in one transaction with how far it has been counted. So nothing is lost and nothing counts
 * twice when a process is killed: the next one on the data folder goes on from the recorded position
 * (docs/rules.md#usage-journal).
 *
 * A journal is in the database from before its first record until it has been counted to its end; a file whose journal the
 * database does not know has nothing left to count. Several processes may share the folder: each writes its own journal.
 */
import { randomUUID } from 'node:crypto';
import * as nodeFiles from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Store, UsageRow } from '../store/index.ts';
import { Journal, journalId, journalPath, readBatch, type JournalFiles } from './journal.ts';
import type { ActivityCounter, ActivityRecorder } from './activity.ts';
import { decodeRecord, encodeRecord, encodeRow, sumRecords, type Usage } from './record.ts';

export type { Usage } from './record.ts';

/** Where usage is counted. */
export interface UsageCounter {
  /** Counts before it returns. */
  readonly add: (usage: Usage) => void;
  /** Counts what the charts show; without it they show nothing of it. */
  readonly activity?: ActivityCounter | undefined;
}

export interface MeterOptions {
  readonly store: Pick<Store, 'usage' | 'transaction'>;
  /** The journals are in its folder `usage`. */
  readonly dataDir: string;
  /** Written, flushed and closed with it; without it no activity is counted. */
  readonly activity?: ActivityRecorder | undefined;
  /** Called with each problem that will be retried, and with usage that is lost. */
  readonly onProblem?: (problem: string, error: unknown) => void;
  /** Time between two sums into the database. Default 10,000 ms. */
  readonly flushMs?: number;
  /** A journal that has grown beyond this is replaced by a new one. Default 1 MiB. */
  readonly maxJournalBytes?: number;
  /** A journal that no process has touched for so long is removed once it has been counted. Default a day. */
  readonly staleMs?: number;
  /**
   * Records that are kept in memory while the disk takes none; then they are summed, and of the sums so many are kept. Default
   * 10,000, some 2 MB.
   */
  readonly maxUnwritten?: number;
  /** The file system of the journals; a test makes it fail. */
  readonly files?: JournalFiles;
  readonly now?: () => Date;
}

/** How often a running process looks for journals of processes that have ended, in ms. */
const sweepMs = 3_600_000;

/** The meter of one process: one journal at a time, summed into the database at intervals. */
export class UsageMeter {
  readonly activity: ActivityRecorder | undefined;
  readonly #options: Required<MeterOptions>;
  readonly #folder: string;
  #journal: Journal;
  #timer: NodeJS.Timeout | undefined;
  #sweptAt: number;
  /** Countings run one after the other. */
  #counting: Promise<void> = Promise.resolve();
  #troubled = false;
  #lostCredits = 0;
  #onAdd: ((usage: Usage) => void) | undefined;

  private constructor(options: Required<MeterOptions>, folder: string, journal: Journal) {
    this.#options = options;
    this.activity = options.activity;
    this.#folder = folder;
    this.#journal = journal;
    this.#sweptAt = options.now().getTime();
  }

  /**
   * Counts what other processes have left behind and begins a journal.
   * @throws {Error} when the folder cannot be written or the database does not answer
   */
  static async open(given: MeterOptions): Promise<UsageMeter> {
    const options = {
      onProblem: () => undefined,
      flushMs: 10_000,
      maxJournalBytes: 1024 * 1024,
      staleMs: 86_400_000,
      maxUnwritten: 10_000,
      files: nodeFiles,
      now: () => new Date(),
      activity: undefined,
      ...given,
    };
    const folder = join(options.dataDir, 'usage');
    nodeFiles.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const meter = new UsageMeter(options, folder, await openJournal(options, folder));
    await meter.#countLeftovers();
    meter.#timer = setInterval(() => void meter.#tick(), options.flushMs).unref();
    return meter;
  }

  /** Records that are in memory only, since the disk is full, broken or read-only. */
  get unwritten(): number {
    return this.#journal.unwritten;
  }

  /** Credits that this process could not keep. */
  get lostCredits(): number {
    return this.#lostCredits;
  }

  /** What an operator should know of now; empty when all is well. */
  get notes(): readonly string[] {
    const notes = [];
    if (this.unwritten > 0) notes.push('usage cannot be written to the disk and is kept in memory');
    if (this.#lostCredits > 0) {
      notes.push(`usage of ${this.#lostCredits} credits was lost, since the disk took nothing for long`);
    }
    return notes;
  }

  /** Calls back whenever this process has counted something. One listener, which must not throw. */
  onAdd(listener: (usage: Usage) => void): void {
    this.#onAdd = listener;
  }

  /** Counted for good once it returns. Never throws: a full disk must not hold up audio, and the write is retried. */
  add(usage: Usage): void {
    if (usage.credits <= 0) return;
    this.#onAdd?.(usage);
    const journal = this.#journal;
    journal.append(encodeRecord(usage, this.#options.now().toISOString().slice(0, 10)));
    if (journal.unwritten > 0) this.#reportProblem('usage cannot be written and is kept in memory', journal.failure);
    else this.#troubled = false;
    if (journal.unwritten > this.#options.maxUnwritten) this.#makeRoom();
  }

  /** All credits added before are in the database when it resolves; rejects when the database does not take it. */
  flush(): Promise<void> {
    const flushed = this.#counting.then(() => this.#count());
    this.#counting = flushed.catch(() => undefined);
    return flushed;
  }

  /** Counts the rest and removes the journal; what cannot be counted is left to the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.activity?.close();
    await this.flush().then(
      () => this.#finish(this.#journal),
      (error: unknown) => {
        const unwritten = this.#journal.close();
        this.#options.onProblem('usage is left to be counted at the next start', error);
        this.#lose(rowsOf(unwritten), error);
      },
    );
  }

  /** Sums what is in memory only; it has then a record for each combination, of which there are few. */
  #makeRoom(): void {
    const { maxUnwritten } = this.#options;
    this.#journal.replaceUnwritten((records) => {
      // Half of the room stays free, so that it is not summed anew at each record.
      const rows = sumRecords(rowsOf(records));
      const kept = Math.ceil(maxUnwritten / 2);
      this.#lose(rows.slice(kept), this.#journal.failure);
      return rows.slice(0, kept).map(encodeRow);
    });
  }

  #lose(rows: readonly UsageRow[], cause: unknown): void {
    const credits = rows.reduce((sum, row) => sum + row.credits, 0);
    if (credits === 0) return;
    this.#lostCredits += credits;
    this.#options.onProblem(`usage of ${credits} credits is lost`, cause);
  }

  async #tick(): Promise<void> {
    const now = this.#options.now();
    try {
      this.#touch(now);
      await this.flush();
      if (now.getTime() - this.#sweptAt < sweepMs) return;
      this.#sweptAt = now.getTime();
      await this.#countLeftovers();
    } catch (error) {
      this.#reportProblem('usage could not be counted and waits in its journal', error);
    }
  }

  /** A disk that does not take it takes no records either, which is reported. */
  #touch(now: Date): void {
    try {
      this.#journal.touch(now);
    } catch (error) {
      this.#reportProblem('the journal of usage cannot be touched', error);
    }
  }

  async #count(): Promise<void> {
    const journal = this.#journal;
    while (journal.retry() && journal.unwritten > 0) await setImmediate();
    if (journal.unwritten > 0) await this.#replaceBroken(journal);
    else this.#troubled = false;
    if (journal !== this.#journal) return;
    const isKnown = (await this.#options.store.usage.counted(journal.id)) !== undefined;
    if (isKnown && journal.size <= this.#options.maxJournalBytes) return this.#countJournal(journal.id, journal.size);
    this.#journal = await openJournal(this.#options, this.#folder);
    if (!isKnown) {
      this.#options.onProblem(
        'a journal of usage was removed while it was written: this process slept or the clock jumped',
        undefined,
      );
    }
    await this.#finish(journal);
  }

  /** A file that takes nothing although its disk is not full may be of a disk that is gone: a new one is tried in its place. */
  async #replaceBroken(journal: Journal): Promise<void> {
    const { code } = (journal.failure ?? {}) as { readonly code?: unknown };
    if (typeof code !== 'string' || code === 'ENOSPC' || code === 'EDQUOT') return;
    try {
      this.#journal = await openJournal(this.#options, this.#folder);
    } catch {
      // As broken as the old one, which goes on being tried.
      return;
    }
    await this.#finish(journal);
  }

  /** Counts a finished journal to its end and removes it: first its row, without which the file is never counted. */
  async #finish(journal: Journal): Promise<void> {
    const unwritten = journal.close();
    if (journal !== this.#journal) for (const record of unwritten) this.#journal.append(record);
    else await this.#addLast(sumRecords(rowsOf(unwritten)));
    await this.#countJournal(journal.id, journal.size);
    await this.#remove(journal.id);
  }

  /** What no journal has any more. */
  async #addLast(rows: readonly UsageRow[]): Promise<void> {
    try {
      await this.#options.store.usage.add(rows);
    } catch (error) {
      this.#lose(rows, error);
      throw error;
    }
  }

  /** @param size where its writer knows it */
  async #countJournal(id: string, size = Infinity): Promise<void> {
    const { usage, transaction } = this.#options.store;
    for (;;) {
      const from = await usage.counted(id);
      if (from === undefined || from >= size) return;
      const { rows, to } = await readBatch(journalPath(this.#folder, id), from);
      if (to === from) return;
      // Where another process has counted the same part meanwhile, this adds nothing.
      await transaction(async (repositories) => {
        if (await repositories.usage.advanceJournal(id, from, to)) await repositories.usage.add(rows);
      });
    }
  }

  async #countLeftovers(): Promise<void> {
    const ids = (await readdir(this.#folder)).map(journalId);
    for (const id of ids) if (id !== undefined && id !== this.#journal.id) await this.#countLeftover(id);
  }

  async #countLeftover(id: string): Promise<void> {
    try {
      const { mtimeMs } = await stat(journalPath(this.#folder, id));
      await this.#countJournal(id);
      if (mtimeMs < this.#options.now().getTime() - this.#options.staleMs) await this.#remove(id);
    } catch (error) {
      // Its process, or another one that starts, has counted and removed it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  async #remove(id: string): Promise<void> {
    await this.#options.store.usage.closeJournal(id);
    await rm(journalPath(this.#folder, id), { force: true });
  }

  /** Reports a problem once, until it is solved. */
  #reportProblem(problem: string, error: unknown): void {
    if (!this.#troubled) this.#options.onProblem(problem, error);
    this.#troubled = true;
  }
}

/** The file comes before the row: a file without one counts as nothing, and a row without a file would stay. */
async function openJournal(
  { store, files }: Pick<Required<MeterOptions>, 'store' | 'files'>,
  folder: string,
): Promise<Journal> {
  const journal = new Journal(folder, randomUUID(), files);
  try {
    await store.usage.openJournal(journal.id);
    return journal;
  } catch (error) {
    journal.close();
    await rm(journal.path, { force: true }).catch(() => undefined);
    throw error;
  }
}

function rowsOf(records: readonly Buffer[]): UsageRow[] {
  return records.map((record) => decodeRecord(record.toString())!);
}
