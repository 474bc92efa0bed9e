/** `sonorant models`: models of the data folder. Nothing is downloaded but by `sonorant models add`. */
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { ModelManifest } from '../../model-files/manifest.ts';
import { addModel, type ModelPlan } from '../../models/add.ts';
import { catalogue, downloadSize } from '../../models/catalogue.ts';
import type { CatalogueEntry } from '../../models/catalogue-entry.ts';
import { findInstalled, listInstalled, modelsFolder, removeModel, type InstalledModel } from '../../models/folder.ts';
import type { AddStep } from '../../models/installation.ts';
import { unknownLicence } from '../../models/licence.ts';
import { partOfKind, type PartOfKind } from '../../models/kinds.ts';
import { withLock } from '../../models/lock.ts';
import { dataDirOf, dataDirOption, type FolderOptions } from '../data.ts';
import { CommandError, usageError } from '../errors.ts';
import { progressBar } from '../progress.ts';
import { table } from '../table.ts';
import { untilSignal } from '../until-signal.ts';

interface ListOptions extends FolderOptions {
  readonly json?: true;
}

interface AgreeOptions extends FolderOptions {
  readonly yes?: true;
}

interface AddOptions extends AgreeOptions {
  readonly from?: string;
  readonly name?: string;
  readonly licence?: string;
  readonly language?: string;
  readonly sha256?: string;
  readonly maxSize?: string;
  readonly replace?: true;
  readonly json?: true;
}

const help = `
Models are in the folder models of the data folder (--data-dir, else SONORANT_DATA_DIR, else ./data). Nothing is
downloaded but by "sonorant models add", which shows the licence and asks first. docs/models.md says more.

Examples:
  sonorant models list
  sonorant models add de_DE-thorsten-medium
  sonorant models add kokoro-multi-lang-v1_0 --from https://mirror.example/models --yes
  sonorant models add ./my-voice --name my-voice --licence CC-BY-4.0
  sonorant models add zipformer-en-kroko
  sonorant models test de_de-thorsten-medium
  sonorant models remove de_de-thorsten-medium`;

export function addModels(program: Command): void {
  const models = program
    .command('models')
    .description('Add, try and remove neural voices and recognizers.')
    .addHelpText('after', help);
  models
    .command('list')
    .description('List the installed models and those that can be added by name.')
    .option(...dataDirOption)
    .option('--json', 'as JSON')
    .action(list);
  models
    .command('add')
    .description('Install a model: by its name, from an address, an archive or a folder.')
    .argument('<model>', 'a name of the list, an address, an archive (.tar.bz2, .tar.gz, .tar) or a folder')
    .option(...dataDirOption)
    .option('-y, --yes', 'agree to the licence without being asked')
    .option('--from <address>', 'a mirror: the path behind the publisher’s host is the same there')
    .option('--name <name>', 'what it is called here (default: by its source)')
    .option('--licence <text>', 'what its licence is, where that is not known')
    .option('--language <codes>', 'what a recognizer hears, where it does not say it itself: de,en')
    .option('--sha256 <hex>', 'what the downloaded file must be')
    .option(
      '--max-size <size>',
      'refuse larger files: 500MB, 2GB (default: 4GiB; of the list, half as much again as it says, and 1 MB)',
    )
    .option('--replace', 'take the place of an installed model of that name')
    .option('--json', 'print what was installed as JSON')
    .action(add);
  models
    .command('remove')
    .description('Delete an installed model.')
    .argument('<name>', 'as "sonorant models list" shows it')
    .option(...dataDirOption)
    .option('-y, --yes', 'without being asked')
    .option('--json', 'print what was removed as JSON')
    .action(remove);
  models
    .command('test')
    .description('Speak or hear sample sentences with an installed model and measure it.')
    .argument('<name>', 'as "sonorant models list" shows it')
    .option(...dataDirOption)
    .option('--json', 'as JSON')
    .action(async (name: string, options: ListOptions) => {
      const { testModel } = await import('./model-test.ts');
      await untilSignal((signal) => testModel(modelsOf(options), name, { asJson: options.json === true, signal }));
    });
}

/** The folder of the installed models. */
export function modelsOf(options: FolderOptions): string {
  return modelsFolder(dataDirOf(options));
}

async function list(options: ListOptions): Promise<void> {
  const installed = await listInstalled(modelsOf(options));
  const names = new Set(installed.map(({ name }) => name));
  const available = catalogue.filter(({ name }) => !names.has(name));
  if (options.json === true) {
    printJson({ installed: installed.map(shownInstalled), available: available.map(shownEntry) });
    return;
  }
  const head = ['NAME', 'KIND', 'FAMILY', 'LANGUAGES', 'SPEAKERS', 'SIZE', 'LICENCE', 'STATE'];
  console.log(table(head, [...installed.map(installedRow), ...available.map(entryRow)]));
}

function printJson(value: unknown): void {
  console.log(JSON.stringify(value, undefined, 2));
}

function installedRow({ name, manifest, bytes, problem }: InstalledModel): string[] {
  const state = problem === undefined ? 'installed' : `damaged: ${problem}`;
  if (manifest === undefined) return [name, '', '', '', '', size(bytes), '', state];
  const { kind, languages, licence } = manifest;
  const part = partOfKind(manifest);
  const [spoken, count] = [languagesShown(languages), speakersShown(part.speakers)];
  return [name, kind, familyShown(part), spoken, count, size(bytes), short(licence), state];
}

function entryRow(entry: CatalogueEntry): string[] {
  const { name, kind, languages, speakers, licence } = entry;
  const shown = [familyShown(entry), languagesShown(languages), speakersShown(speakers)];
  const columns = [name, kind, ...shown, size(downloadSize(entry))];
  return [...columns, short(licence ?? (entry.cardFile === undefined ? 'unknown' : 'shown when added')), 'available'];
}

function speakersShown(speakers: number | undefined): string {
  return speakers === 0 ? 'clones' : String(speakers ?? '');
}

function familyShown({ family, streaming }: Pick<PartOfKind, 'family' | 'streaming'>): string {
  return streaming === true ? `${family}, streaming` : family;
}

/** Of some recognizers there are a hundred. */
function languagesShown(languages: readonly string[]): string {
  return languages.length > 14 ? `${languages.length} languages` : languages.join(' ');
}

function short(licence: string): string {
  return licence.length > 30 ? `${licence.slice(0, 29)}…` : licence;
}

function shownInstalled({ name, folder, manifest, bytes, problem }: InstalledModel): object {
  const state = problem === undefined ? 'installed' : 'damaged';
  return { name, state, folder, bytes, ...(manifest ? shownManifest(manifest) : { problem }) };
}

function shownManifest(manifest: ModelManifest): object {
  const { kind, languages, licence, source } = manifest;
  const { family, speakers, cloning, streaming } = partOfKind(manifest);
  return { kind, family, languages, speakers, cloning, streaming, licence, source };
}

function shownEntry(entry: CatalogueEntry): object {
  const { name, kind, family, languages, speakers, streaming, licence, modelCard, files } = entry;
  const isVerified = files.every(({ checksums }) => checksums !== null);
  const bytes = downloadSize(entry);
  const facts = { name, kind, family, languages, speakers, streaming, bytes, licence };
  return { ...facts, model_card: modelCard, is_verified: isVerified, files };
}

function size(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

async function add(given: string, options: AddOptions): Promise<void> {
  const { yes, from, name, licence, replace } = options;
  const [checksum, maxBytes] = [readSha256(options.sha256), readSize(options.maxSize)];
  const languages = readLanguages(options.language);
  const bar = showSteps();
  const added = await untilSignal((signal) =>
    addModel(dataDirOf(options), given, {
      ...{ from, name, licence, replace, checksum, maxBytes, languages, signal },
      confirm: async (plan) => {
        console.error(describePlan(plan));
        return yes === true || (await agrees('Install it under this licence?', 'agrees to the licence', signal));
      },
      onProgress: bar.show,
    }).finally(bar.stop),
  );
  if (added === undefined) throw new CommandError('nothing was installed');
  const { manifest, folder, unverified } = added;
  for (const { url, checksum: found } of unverified) {
    console.error(
      `No checksum is recorded for ${url}, which could not be verified. It is ${found}, and has to be from now on.`,
    );
  }
  if (options.json === true) printJson({ name: manifest.name, folder, ...shownManifest(manifest) });
  else console.log(`Installed ${manifest.name} in ${folder}: ${described(manifest)}.`);
  if (manifest.kind !== 'vad') console.error(`Try it with: sonorant models test ${manifest.name}`);
  printReloadHint();
}

function described(manifest: ModelManifest): string {
  const { kind, languages, licence } = manifest;
  const part = partOfKind(manifest);
  const { family, speakers } = part;
  // A voice is called by its family alone.
  const what = kind === 'voice' ? family : [kind, familyShown(part)].filter((name) => name !== '').join(' ');
  const facts = [what, languagesShown(languages), ...(speakers === undefined ? [] : [speakerCount(speakers)])];
  return [...facts.filter((fact) => fact !== ''), `licence ${licence}`].join(', ');
}

function speakerCount(speakers: number): string {
  if (speakers === 0) return 'cloned voices only';
  return `${speakers} speaker${speakers === 1 ? '' : 's'}`;
}

function printReloadHint(): void {
  console.error('A running server takes it up after: kill -HUP <its process id>');
}

/** What the user agrees to. */
function describePlan({ name, entry, licence, origin, bytes, isUnverified }: ModelPlan): string {
  const facts = entry && [
    ...[familyShown(entry), languagesShown(entry.languages)],
    entry.speakers === undefined ? entry.kind : speakerCount(entry.speakers),
  ];
  const kind = facts && `, ${facts.filter((fact) => fact !== '').join(', ')}`;
  const rows = [
    ['Model', `${name}${kind ?? ''}`],
    ['Size', bytes === 0 ? 'not known before it is downloaded' : size(bytes)],
    [
      'Licence',
      entry === undefined || licence === unknownLicence(entry.modelCard) ? licence : `${licence} (${entry.modelCard})`,
    ],
    ['Source', origin],
    ...(isUnverified ? [['Checksum', 'none is recorded for all of its files: what comes cannot be verified']] : []),
  ];
  return rows.map(([label, text]) => `  ${label!.padEnd(9)} ${text!}`).join('\n');
}

/** @throws {CommandError} where the input is no terminal to ask at */
async function agrees(question: string, yesMeans: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw usageError(`there is no terminal to ask at: --yes ${yesMeans}`);
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Without this a Ctrl-C at the question would only end the question.
    prompt.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    const answer = await prompt.question(`${question} [y/N] `, { signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    prompt.close();
  }
}

function showSteps(): {
  readonly show: (step: AddStep, done: number, total: number) => void;
  readonly stop: () => void;
} {
  const { stderr: stream } = process;
  if (!stream.isTTY) return { show: () => undefined, stop: () => undefined };
  const bar = progressBar(stream, '  {bar} {percentage} %, {step}{amount}');
  return {
    show(step, done, total) {
      // Where there is nothing to count, the bar stands still and says what is done.
      const amount = total === 0 ? (done === 0 ? '' : `, ${size(done)}`) : `, ${size(done)} of ${size(total)}`;
      if (!bar.isActive) bar.start(1, 0, { step, amount });
      bar.setTotal(total === 0 ? 1 : total);
      bar.update(total === 0 ? 0 : Math.min(done, total), { step, amount });
    },
    stop: () => bar.stop(),
  };
}

function readSha256(given: string | undefined): `sha256:${string}` | undefined {
  if (given === undefined) return undefined;
  const hex = given.toLowerCase().replace(/^sha256:/, '');
  if (!/^[0-9a-f]{64}$/.test(hex)) throw usageError(`--sha256: '${given}' is not 64 hexadecimal digits`);
  return `sha256:${hex}`;
}

function readLanguages(given: string | undefined): readonly string[] | undefined {
  const codes = given?.toLowerCase().split(/[\s,]+/u);
  const wrong = codes?.find((code) => !/^[a-z]{2}$/u.test(code));
  if (wrong !== undefined) throw usageError(`--language: '${wrong}' is not a code of two letters, such as de`);
  return codes;
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
};

function readSize(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?) ?([kmg]i?)?b?$/i.exec(given) ?? [];
  const bytes = Math.floor(Number(number) * (units[(unit ?? '').toLowerCase()] ?? NaN));
  if (!(bytes > 0)) throw usageError(`--max-size: '${given}' is not a size such as 500MB or 2GB`);
  return bytes;
}

async function remove(given: string, options: AgreeOptions & { readonly json?: true }): Promise<void> {
  const models = modelsOf(options);
  const model = await findInstalled(models, given);
  if (model === undefined) throw notInstalled(given, models);
  await untilSignal(async (signal) => {
    const question = `Delete the model ${model.name}, ${size(model.bytes)}?`;
    if (options.yes !== true && !(await agrees(question, 'deletes it', signal))) {
      throw new CommandError('nothing was deleted');
    }
    await withLock(models, () => removeModel(models, model.name));
  });
  const { name, bytes } = model;
  console.log(options.json === true ? JSON.stringify({ name, bytes }, undefined, 2) : `Removed ${name}.`);
  printReloadHint();
}

/** What is said of a name that no installed model has. */
export function notInstalled(given: string, models: string): CommandError {
  return new CommandError(`no model '${given}' is installed in ${models}; "sonorant models list" shows them`);
}
