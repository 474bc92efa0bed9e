/** `sonorant db`: everything the server keeps, into a file and back; so it moves from one database to another. */
import type { Command } from 'commander';
import type { Progress, TransferOptions } from '../../store/transfer/archive.ts';
import { readLines, writeLines } from '../archive.ts';
import { dataDirOption, withStore, type FolderOptions } from '../data.ts';
import { CommandError, usageError } from '../errors.ts';
import { progressBar } from '../progress.ts';

const help = `
The file holds every row and every object (clips, uploaded files) as lines of JSON; a name that ends in .gz compresses
it, and - is standard output or input. It holds no key in plain text, but everything else the server knows: keep it as
safe as the server's data folder. What the server seals (secrets of webhooks and tools) opens only with its
secret key: move SONORANT_SECRET_KEY, or the file secret.key of the data folder, as well.

A running server can be exported: the file shows one moment. To import, stop the servers of that database.

From the embedded database to PostgreSQL.

Examples:
  sonorant db export all.jsonl.gz --data-dir data
  SONORANT_DATABASE_URL=postgres://… sonorant db import all.jsonl.gz --data-dir data`;

const jsonOption = ['--json', 'print how much it was as JSON'] as const;

interface TransferCommandOptions extends FolderOptions {
  readonly json?: true;
}

export function addDb(program: Command): void {
  const db = program
    .command('db')
    .description('Move everything the server keeps into a file and back.')
    .addHelpText('after', help);
  db.command('export')
    .description('Write everything into a file.')
    .argument('<file>', 'the file, overwritten if it exists; - for standard output')
    .option(...dataDirOption)
    .option(...jsonOption)
    .action(exportTo);
  db.command('import')
    .description('Read everything from a file into an empty database: all of it or nothing.')
    .argument('<file>', 'the file; - for standard input')
    .option(...dataDirOption)
    .option('--replace', 'first delete everything that the database holds')
    .option(...jsonOption)
    .action(importFrom);
}

async function exportTo(file: string, options: TransferCommandOptions): Promise<void> {
  if (file === '-' && options.json === true) {
    throw usageError('--json and the export both want standard output: name a file');
  }
  await exportInto(file, options);
}

function exportInto(file: string, options: TransferCommandOptions): Promise<void> {
  return withTransfer(options, 'must exist', async (transfer) => {
    const { exportStore } = await import('../../store/transfer/export.ts');
    let done: Progress | undefined;
    await writeLines(file, async (write) => {
      done = await exportStore(transfer, write);
    });
    report('Exported', done!, options);
  });
}

function importFrom(file: string, options: TransferCommandOptions & { readonly replace?: true }): Promise<void> {
  return withTransfer(options, 'may be made', async (transfer) => {
    const { importStore } = await import('../../store/transfer/import.ts');
    const done = await importStore(transfer, readLines(file), { replace: options.replace });
    report('Imported', done, options);
  });
}

function report(verb: string, done: Progress, { json }: TransferCommandOptions): void {
  const { rows, blobs: objects, bytes } = done;
  if (json === true) console.log(JSON.stringify({ rows, objects, bytes }, undefined, 2));
  else console.error(`${verb} ${shown(done)}.`);
}

/** What an archive is made of and where it goes, with a bar at a terminal. */
function withTransfer(
  options: FolderOptions,
  folder: 'must exist' | 'may be made',
  task: (transfer: TransferOptions) => Promise<void>,
): Promise<void> {
  return withStore(options, folder, async ({ database }, config) => {
    const [{ openBlobs }, { openSecrets }, { TransferError }] = await Promise.all([
      import('../../store/blobs/index.ts'),
      import('../../store/index.ts'),
      import('../../store/transfer/archive.ts'),
    ]);
    const blobs = await openBlobs(config);
    const bar = showTransfer();
    try {
      await task({ database, blobs, secrets: openSecrets(config), onProgress: (done) => bar.show(done) });
    } catch (error) {
      throw error instanceof TransferError ? new CommandError(hint(error.message)) : error;
    } finally {
      bar.stop();
      await blobs.close();
    }
  });
}

function hint(problem: string): string {
  return problem.startsWith('the database is not empty') ? `${problem}; --replace deletes it first` : problem;
}

function count(value: number, noun: string): string {
  return `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`;
}

function shown({ rows, blobs, bytes }: Progress): string {
  return `${count(rows, 'row')} and ${count(blobs, 'object')} of ${(bytes / 1e6).toFixed(1)} MB`;
}

/** A row takes about as long as so many bytes of an object. */
const rowBytes = 4000;

function showTransfer(): { readonly show: (done: Progress) => void; readonly stop: () => void } {
  const { stderr: stream } = process;
  if (!stream.isTTY) return { show: () => undefined, stop: () => undefined };
  const bar = progressBar(stream, '  {bar} {percentage} %, {what}');
  return {
    show(done) {
      const { rows, bytes, total } = done;
      if (total === undefined) return;
      if (!bar.isActive) bar.start(total.bytes + total.rows * rowBytes, 0, { what: '' });
      bar.update(bytes + rows * rowBytes, { what: shown(done) });
    },
    stop: () => bar.stop(),
  };
}
