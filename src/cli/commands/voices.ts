import { Option, type Command } from 'commander';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { liveCatalogue } from '../../voices/catalogue.ts';
import { languageNames } from '../../voices/languages.ts';
import { builtInLibrary, voiceLibrary } from '../../voices/library.ts';
import { parseLanguageTag, type LanguageTag } from '../../voices/locales.ts';
import { spokenBy } from '../../voices/speakers.ts';
import { genders, nativeAccent, type Voice } from '../../voices/voice.ts';
import { dataDirOf, dataDirOption, looksIntoFolder, organizationOption, withKnownOrganization } from '../data.ts';
import { enginesFrom } from '../engines.ts';
import { describeError, usageError } from '../errors.ts';
import { remoteVoices, type RemoteVoice } from '../speech/remote-speech.ts';
import { chosenServer, type ServerAccess, type ServerChoice } from './status.ts';
import { table } from '../table.ts';

/** Built-in voices belong to no organization. */
const noOrganization = '';

const help = `
With --server, or SONORANT_URL in the environment, those of that server, cloned ones too, by the key in SONORANT_API_KEY. Without,
those that "sonorant clone" or a server has made in the data folder (--data-dir, else SONORANT_DATA_DIR, else ./data), then the
built-in ones and those of installed models. OWNER says "own" for those of your organization; --json has it as is_owner.

Examples:
  sonorant voices
  sonorant voices --language pt-BR
  sonorant voices --language en --gender feminine --engine flite
  sonorant voices --server https://speech.example.com
  sonorant voices --json`;

/** Built-in voices that the engines speak, narrowed to a language or locale. */
export function listVoices(
  language: string | undefined,
  engines: readonly EngineDescriptor[],
): Promise<readonly Voice[]> {
  const tag = tagOf(language);
  const library = builtInLibrary(
    engines,
    liveCatalogue(() => engines),
  );
  return library.list(tag === undefined ? {} : { tag }, noOrganization);
}

function tagOf(language: string | undefined): LanguageTag | undefined {
  const tag = language === undefined ? undefined : parseLanguageTag(language);
  if (language !== undefined && tag === undefined) throw unknownLanguage(language);
  return tag;
}

export function unknownLanguage(given: string): Error {
  return usageError(
    `--language: '${given}' is neither a language nor a locale of the voices; languages: ${Object.keys(languageNames).join(', ')}`,
  );
}

/** A voice of this machine. */
interface LocalVoice {
  readonly voice: Voice;
  /** What speaks it; undefined where nothing here does. */
  readonly engine: string | undefined;
  /** Whether it belongs to the organization of the command. */
  readonly isOwner: boolean;
}

function ownerOf(isOwner: boolean): string {
  return isOwner ? 'own' : '';
}

function row({ voice, engine = '', isOwner }: LocalVoice): string[] {
  const locale = nativeAccent(voice)?.locale ?? voice.language;
  return [voice.id, voice.name, voice.gender ?? '', locale, voice.tagline, engine, ownerOf(isOwner)];
}

function json({ voice, engine, isOwner }: LocalVoice): object {
  const { id, name, description, gender, language, accents } = voice;
  return { id, name, description, gender, language, accents, engine: engine ?? null, is_owner: isOwner };
}

/** @returns what of its locales is native, else its language */
function localeOf({ locales, language }: RemoteVoice): string {
  return locales.find(({ is_native: isNative }) => isNative)?.locale ?? language;
}

function remoteRow(voice: RemoteVoice): string[] {
  const { id, name, gender, tagline, spoken_by: by, is_owner: isOwner } = voice;
  return [id, name, gender ?? '', localeOf(voice), tagline, by?.engine ?? '', ownerOf(isOwner)];
}

function remoteJson({ spoken_by: by, ...voice }: RemoteVoice): object {
  const { id, name, description, gender, language, accents, is_owner } = voice;
  return { id, name, description, gender, language, accents, engine: by?.engine ?? null, is_owner };
}

interface VoicesOptions extends ServerChoice {
  readonly language?: string;
  readonly gender?: string;
  readonly engine?: string;
  readonly json?: true;
}

/** @throws {CommandError} for an engine that may not speak here */
function narrowed(
  voices: readonly LocalVoice[],
  { gender, engine }: VoicesOptions,
  engines: readonly EngineDescriptor[],
): readonly LocalVoice[] {
  if (engine !== undefined && !engines.some(({ id }) => id === engine)) {
    throw usageError(`--engine: '${engine}' is none of ${engines.map(({ id }) => id).join(', ')}`);
  }
  return voices.filter(
    (local) => (gender ?? local.voice.gender) === local.voice.gender && (engine ?? local.engine) === local.engine,
  );
}

export function addVoices(program: Command): void {
  program
    .command('voices')
    .description('List the voices of this machine, or of a server.')
    .option('-l, --language <code>', 'only those whose native language (en) or locale (en-GB) this is')
    .addOption(new Option('-g, --gender <name>', 'only those of it').choices(genders))
    .option('-e, --engine <id>', 'only those that it speaks, such as flite')
    .option('--server <url>', 'a running server whose voices these are, with the key in SONORANT_API_KEY')
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'as JSON')
    .addHelpText('after', help)
    .action(showVoices);
}

async function showVoices(options: VoicesOptions): Promise<void> {
  const server = chosenServer(options);
  const { rows, objects } = await (server === undefined ? here(options) : there(server, options));
  const head = ['ID', 'NAME', 'GENDER', 'LOCALE', 'SPEAKS', 'ENGINE', 'OWNER'];
  console.log(options.json === true ? JSON.stringify(objects, undefined, 2) : table(head, rows));
}

interface Shown {
  readonly rows: string[][];
  readonly objects: readonly object[];
}

async function here(options: VoicesOptions): Promise<Shown> {
  const engines = await enginesFrom({ ...process.env, SONORANT_DATA_DIR: dataDirOf(options) });
  const builtIn = (await listVoices(options.language, engines)).map((voice) => ({
    voice,
    engine: voice.speaker.engine,
    isOwner: false,
  }));
  const voices = narrowed([...(await storedVoices(options, engines)), ...builtIn], options, engines);
  return { rows: voices.map(row), objects: voices.map(json) };
}

/** Those of a data folder that the command of this organization can speak with, the newest first, as a server over it lists them. */
async function storedVoices(
  options: VoicesOptions,
  engines: readonly EngineDescriptor[],
): Promise<readonly LocalVoice[]> {
  if (!looksIntoFolder(options)) return [];
  try {
    return await voicesInFolder(options, engines);
  } catch (error) {
    // A list of built-in voices needs no folder: one that nothing named and that cannot be read is told of.
    if ((options.dataDir ?? options.organization) !== undefined) throw error;
    console.error(`Without the voices of ${dataDirOf(options)}: ${describeError(error)}`);
    return [];
  }
}

async function voicesInFolder(
  options: VoicesOptions,
  engines: readonly EngineDescriptor[],
): Promise<readonly LocalVoice[]> {
  const tag = tagOf(options.language);
  const found: LocalVoice[] = [];
  await withKnownOrganization(options, async (store, organizationId) => {
    const all = await voiceLibrary(store.voices, { engines }).list(tag === undefined ? {} : { tag }, organizationId);
    for (const voice of all.filter(({ ownerId }) => ownerId !== null)) {
      const engine = spokenBy(voice, engines)?.engine;
      found.push({ voice, engine, isOwner: voice.ownerId === organizationId });
    }
  });
  return found;
}

async function there({ address, key }: ServerAccess, { language, gender, engine }: VoicesOptions): Promise<Shown> {
  const tag = tagOf(language);
  const voices = (await remoteVoices(address, key, tag === undefined ? {} : { language: tag.language })).filter(
    (voice) =>
      (tag?.locale ?? localeOf(voice)) === localeOf(voice) &&
      (gender ?? voice.gender) === voice.gender &&
      (engine ?? voice.spoken_by?.engine) === voice.spoken_by?.engine,
  );
  return { rows: voices.map(remoteRow), objects: voices.map(remoteJson) };
}
