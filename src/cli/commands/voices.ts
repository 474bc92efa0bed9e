import { Option, type Command } from 'commander';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { liveCatalogue } from '../../voices/catalogue.ts';
import { languageNames } from '../../voices/languages.ts';
import { builtInLibrary } from '../../voices/library.ts';
import { parseLanguageTag } from '../../voices/locales.ts';
import { genders, nativeAccent, type Voice } from '../../voices/voice.ts';
import { enginesFrom } from '../engines.ts';
import { usageError } from '../errors.ts';
import { table } from '../table.ts';

/** Built-in voices belong to no organization. */
const noOrganization = '';

const help = `
Examples:
  sonorant voices
  sonorant voices --language pt-BR
  sonorant voices --language en --gender feminine --engine flite
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

interface VoicesOptions {
  readonly language?: string;
  readonly gender?: string;
  readonly engine?: string;
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
    .description('List the built-in voices.')
    .option('-l, --language <code>', 'only those whose native language (en) or locale (en-GB) this is')
    .addOption(new Option('-g, --gender <name>', 'only those of it').choices(genders))
    .option('-e, --engine <id>', 'only those that it speaks, such as flite')
    .option('--json', 'as JSON')
    .addHelpText('after', help)
    .action(async (options: VoicesOptions) => {
      const engines = await enginesFrom(process.env);
      const voices = narrowed(await listVoices(options.language, engines), options, engines);
      const head = ['ID', 'NAME', 'GENDER', 'LOCALE', 'SPEAKS', 'ENGINE'];
      console.log(
        options.json === true ? JSON.stringify(voices.map(json), undefined, 2) : table(head, voices.map(row)),
      );
    });
}
