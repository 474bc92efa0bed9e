/**
 * What is known of the installations that a server was asked for: `<data folder>/models/.jobs.json`. It lies beside what it tells of,
 * so that a server that starts anew knows what was under way in its folder, and no other one does.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** `interrupted`: the server stopped while it waited or ran; asking for the model again goes on with it. */
export const jobStates = ['waiting', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;
/** See {@link jobStates}. */
export type JobState = (typeof jobStates)[number];

/** What is being done; `loading`: what runs it takes it up. */
export const jobSteps = ['starting', 'downloading', 'verifying', 'unpacking', 'preparing', 'loading'] as const;
/** See {@link jobSteps}. */
export type JobStep = (typeof jobSteps)[number];

const schema = z.object({
  id: z.string(),
  /** Of the model, as the table has it, in small letters. */
  name: z.string(),
  state: z.enum(jobStates),
  /** Of one that runs; where one that ended without success was. */
  step: z.enum(jobSteps).nullable(),
  /** Of the step, of which `total` is 0 where it cannot be counted. While it downloads, with what was there before. */
  bytes: z.int(),
  total: z.int(),
  /** Mirror it comes from. */
  from: z.string().nullable(),
  /** That was agreed to; null before it is read. */
  licence: z.string().nullable(),
  /** Why it did not succeed. */
  error: z.string().nullable(),
  /** What can be put where, so that it succeeds without a connection. */
  byHand: z
    .object({
      text: z.string(),
      folder: z.string(),
      files: z.array(z.object({ name: z.string(), url: z.string(), bytes: z.int() })),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});

/** The installation of one model, from the request to its end. */
export type InstallJob = Readonly<z.infer<typeof schema>>;

/** Whether it waits or runs. */
export function isActive({ state }: Pick<InstallJob, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** Reads and writes the jobs of one folder of models. */
export class JobFile {
  readonly #folder: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(models: string) {
    this.#folder = models;
  }

  /**
   * Newest first; none where there is no file, or one that is no list of jobs.
   * @throws {Error} (system error) when it cannot be read
   */
  async read(): Promise<readonly InstallJob[]> {
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '[]';
      throw error;
    });
    return parse(text);
  }

  /**
   * Replaces what it holds; calls are carried out one after the other.
   * @throws {Error} (system error) when it cannot be written
   */
  write(jobs: readonly InstallJob[]): Promise<void> {
    const text = `${JSON.stringify(jobs, undefined, 2)}\n`;
    const written = this.#writing.then(async () => {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(`${this.#path}.new`, text);
      await rename(`${this.#path}.new`, this.#path);
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }

  get #path(): string {
    return join(this.#folder, '.jobs.json');
  }
}

/** What it says is of the past: nothing depends on it, and a damaged file is begun anew. */
function parse(text: string): readonly InstallJob[] {
  try {
    return z.array(schema).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
