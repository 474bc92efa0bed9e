import type { Command } from 'commander';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { liveCatalogue } from '../voices/catalogue.ts';
import { languageNames } from '../voices/languages.ts';
import { builtInLibrary } from '../voices/library.ts';
import { parseLanguageTag } from '../voices/locales.ts';
import { nativeAccent, type Voice } from '../voices/voice.ts';
import { enginesFrom } from './engines.ts';
import { usageError } from './errors.ts';
import { table } from './table.ts';

/** Built-in voices belong to no organization. */
const noOrganization = '';

const help = `
Examples:
  sonorant voices
  sonorant voices --language pt-BR
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

export function addVoices(program: Command): void {
  program
    .command('voices')
    .description('List the built-in voices.')
    .option('-l, --language <code>', 'only those whose native language (en) or locale (en-GB) this is')
    .option('--json', 'as JSON')
    .addHelpText('after', help)
    .action(async (options: { language?: string; json?: true }) => {
      const voices = await listVoices(options.language, await enginesFrom(process.env));
      const head = ['ID', 'NAME', 'GENDER', 'LOCALE', 'SPEAKS', 'ENGINE'];
      console.log(
        options.json === true ? JSON.stringify(voices.map(json), undefined, 2) : table(head, voices.map(row)),
      );
    });
}
