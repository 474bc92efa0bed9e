/** What the page asks the server for, as code. */
import type { AudioFormat, SpeechOptions } from '@sonorant/client';
import { defaultModel, formatOf } from './formats.ts';
import type { SpeechSettings } from './settings.tsx';
import { speechOptions } from './speech-options.ts';

export interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

interface WireBody {
  readonly model_id: string;
  readonly transcript: string;
  readonly voice: string;
  readonly speakers?: SnippetOptions['speakers'];
  readonly output_format: Readonly<Record<string, unknown>>;
  readonly language?: string;
  readonly generation_config?: Readonly<Record<string, unknown>>;
  readonly pronunciation_dict_id?: string;
}

function wireFormat({ container, encoding, sampleRate, bitRate }: AudioFormat): WireBody['output_format'] {
  return {
    container,
    ...(encoding !== undefined && { encoding }),
    ...(sampleRate !== undefined && { sample_rate: sampleRate }),
    ...(bitRate !== undefined && { bit_rate: bitRate }),
  };
}

function bodyOf(
  text: string,
  { voice = '', model = defaultModel, ...options }: SpeechOptions,
  format: AudioFormat,
  speakers: SnippetOptions['speakers'],
): WireBody {
  const { language, speed, volume, emotion, dictionary } = options;
  const hasConfig = speed !== undefined || volume !== undefined || emotion !== undefined;
  return {
    model_id: model,
    transcript: text,
    voice,
    ...(speakers !== undefined && { speakers }),
    output_format: wireFormat(format),
    ...(language !== undefined && { language }),
    ...(hasConfig && {
      generation_config: {
        ...(speed !== undefined && { speed }),
        ...(volume !== undefined && { volume }),
        ...(emotion !== undefined && { emotion }),
      },
    }),
    ...(dictionary !== undefined && { pronunciation_dict_id: dictionary }),
  };
}

/** A text within single quotes of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** JSON is Python but for its three constants, none of which is in a body of speech. */
function python(value: unknown): string {
  return JSON.stringify(value, undefined, 4);
}

/** The members of an object literal in TypeScript, a line each. */
function members(value: object): string {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `  ${name}: ${literal(member)},`)
    .join('\n');
}

function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literal(member)}`)
    .join(', ')} }`;
}

export interface SnippetOptions {
  readonly text: string;
  readonly settings: SpeechSettings;
  readonly voice: string;
  /** Voices by the names that the text has; undefined for one speaker. */
  readonly speakers: Readonly<Record<string, string>> | undefined;
  /** Where clients reach the server. */
  readonly url: string;
  readonly version: string;
}

/** The request as curl, TypeScript and Python. The key stays a name of the environment: it is a secret. */
export function snippets({ text, settings, voice, speakers, url, version }: SnippetOptions): readonly Snippet[] {
  const { format, extension } = formatOf(settings.format);
  const options = speechOptions(settings, voice);
  const body = bodyOf(text, options, format, speakers);
  const file = `speech.${extension}`;
  const curl = [
    `curl -sS ${url}/tts/bytes \\`,
    `  -H "Authorization: Bearer $SONORANT_API_KEY" \\`,
    `  -H 'Service-Version: ${version}' -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(body))} \\`,
    `  -o ${file}`,
  ].join('\n');
  const typescript = [
    `import { writeFile } from 'node:fs/promises';`,
    `import { Sonorant } from '@sonorant/client';`,
    '',
    `// The key comes from the environment: SONORANT_API_KEY.`,
    `const sonorant = new Sonorant({ baseUrl: ${JSON.stringify(url)} });`,
    `const speech = sonorant.speak({`,
    members({ text, ...options, speakers, format }),
    `});`,
    `await writeFile(${JSON.stringify(file)}, await speech.bytes());`,
  ].join('\n');
  const requests = [
    'import os',
    '',
    'import requests',
    '',
    'response = requests.post(',
    `    ${JSON.stringify(`${url}/tts/bytes`)},`,
    '    headers={',
    `        "Authorization": f"Bearer {os.environ['SONORANT_API_KEY']}",`,
    `        "Service-Version": ${JSON.stringify(version)},`,
    '    },',
    `    json=${python(body).replaceAll('\n', '\n    ')},`,
    '    timeout=60,',
    ')',
    'response.raise_for_status()',
    `with open(${JSON.stringify(file)}, "wb") as file:`,
    '    file.write(response.content)',
  ].join('\n');
  return [
    { id: 'curl', label: 'curl', code: curl },
    { id: 'typescript', label: 'TypeScript', code: typescript },
    { id: 'python', label: 'Python', code: requests },
  ];
}
