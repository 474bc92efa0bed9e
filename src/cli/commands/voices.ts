import { Option, type Command } from 'commander';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { liveCatalogue } from '../../voices/catalogue.ts';
import { languageNames } from '../../voices/languages.ts';
import { builtInLibrary } from '../../voices/library.ts';
import { parseLanguageTag } from '../../voices/locales.ts';
import { genders, nativeAccent, type Voice } from '../../voices/voice.ts';
import { enginesFrom } from '../engines.ts';
import { usageError } from '../errors.ts';
import { remoteVoices, type RemoteVoice } from '../speech/remote-speech.ts';
import { namedServer, serverKey } from './status.ts';
import { table } from '../table.ts';

/** Built-in voices belong to no organization. */
const noOrganization = '';

const help = `
With --server, or SONORANT_URL in the environment, those of that server, cloned ones too, by the key in SONORANT_API_KEY. Without,
the built-in ones and those of installed models.

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
  const tag = language === undefined ? undefined : parseLanguageTag(language);
  if (language !== undefined && tag === undefined) throw unknownLanguage(language);
  const library = builtInLibrary(
    engines,
    liveCatalogue(() => engines),
  );
  return library.list(tag === undefined ? {} : { tag }, noOrganization);
}

export function unknownLanguage(given: string): Error {
  return usageError(
    `--language: '${given}' is neither a language nor a locale of the voices; languages: ${Object.keys(languageNames).join(', ')}`,
  );
}

function row(voice: Voice): string[] {
  return [
    voice.id,
    voice.name,
    voice.gender ?? '',
    nativeAccent(voice)?.locale ?? voice.language,
    voice.tagline,
    voice.speaker.engine,
  ];
}

function json({ id, name, description, gender, language, accents, speaker }: Voice): object {
  return { id, name, description, gender, language, accents, engine: speaker.engine };
}

/** @returns what of its locales is native, else its language */
function localeOf({ locales, language }: RemoteVoice): string {
  return locales.find(({ is_native: isNative }) => isNative)?.locale ?? language;
}

function remoteRow(voice: RemoteVoice): string[] {
  const { id, name, gender, tagline, spoken_by: by } = voice;
  return [id, name, gender ?? '', localeOf(voice), tagline, by?.engine ?? ''];
}

function remoteJson({ id, name, description, gender, language, accents, spoken_by: by }: RemoteVoice): object {
  return { id, name, description, gender, language, accents, engine: by?.engine ?? null };
}

interface VoicesOptions {
  readonly language?: string;
  readonly gender?: string;
  readonly engine?: string;
  readonly server?: string;
  readonly json?: true;
}

/** @throws {CommandError} for an engine that may not speak here */
function narrowed(
  voices: readonly Voice[],
  { gender, engine }: VoicesOptions,
  engines: readonly EngineDescriptor[],
): readonly Voice[] {
  if (engine !== undefined && !engines.some(({ id }) => id === engine)) {
    throw usageError(`--engine: '${engine}' is none of ${engines.map(({ id }) => id).join(', ')}`);
  }
  return voices.filter(
    (voice) => (gender ?? voice.gender) === voice.gender && (engine ?? voice.speaker.engine) === voice.speaker.engine,
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
    .option('--json', 'as JSON')
    .addHelpText('after', help)
    .action(showVoices);
}

async function showVoices(options: VoicesOptions): Promise<void> {
  const server = namedServer(options.server);
  const { rows, objects } = await (server === undefined ? here(options) : there(server, options));
  const head = ['ID', 'NAME', 'GENDER', 'LOCALE', 'SPEAKS', 'ENGINE'];
  console.log(options.json === true ? JSON.stringify(objects, undefined, 2) : table(head, rows));
}

interface Shown {
  readonly rows: string[][];
  readonly objects: readonly object[];
}

async function here(options: VoicesOptions): Promise<Shown> {
  const engines = await enginesFrom(process.env);
  const voices = narrowed(await listVoices(options.language, engines), options, engines);
  return { rows: voices.map(row), objects: voices.map(json) };
}

async function there(server: string, { language, gender, engine, server: named }: VoicesOptions): Promise<Shown> {
  const key = serverKey(named === undefined ? 'SONORANT_URL' : '--server');
  const tag = language === undefined ? undefined : parseLanguageTag(language);
  if (language !== undefined && tag === undefined) throw unknownLanguage(language);
  const voices = (await remoteVoices(server, key, tag === undefined ? {} : { language: tag.language })).filter(
    (voice) =>
      (tag?.locale ?? localeOf(voice)) === localeOf(voice) &&
      (gender ?? voice.gender) === voice.gender &&
      (engine ?? voice.spoken_by?.engine) === voice.spoken_by?.engine,
  );
  return { rows: voices.map(remoteRow), objects: voices.map(remoteJson) };
}
