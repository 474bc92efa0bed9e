/** A request with files as code, in three languages. */
import { version } from '@sonorant/client';
import type { CodeSample } from './code-samples.tsx';

export interface FormRequest {
  /** Where clients reach the server. */
  readonly url: string;
  readonly path: string;
  /** Of the form, with the names of the files in them. */
  readonly files: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** The method of the client that does the same. */
  readonly method: 'changeVoice' | 'infill';
  /** What it calls the parts, with the same files. */
  readonly blobs: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
  /** The file that the answer is written to. */
  readonly output: string;
}

/** The key stays a name of the environment: it is a secret. */
export function formSamples(request: FormRequest): readonly CodeSample[] {
  return [
    { id: 'curl', label: 'curl', code: curl(request) },
    { id: 'typescript', label: 'TypeScript', code: typescript(request) },
    { id: 'python', label: 'Python', code: python(request) },
  ];
}

/** A text within single quotes of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function curl({ url, path, files, fields, output }: FormRequest): string {
  return [
    `curl -sS ${url}${path} -o ${output}`,
    `-H "Authorization: Bearer $SONORANT_API_KEY"`,
    `-H 'Service-Version: ${version}'`,
    ...Object.entries(files).map(([name, file]) => `-F ${name}=@${file}`),
    // As a string: an "@" at its beginning does not name a file.
    ...Object.entries(fields).map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
  ].join(' \\\n  ');
}

function typescript({ url, method, blobs, options, output }: FormRequest): string {
  return [
    `import { openAsBlob } from 'node:fs';`,
    `import { writeFile } from 'node:fs/promises';`,
    `import { Sonorant } from '@sonorant/client';`,
    '',
    '// The key comes from the environment: SONORANT_API_KEY.',
    `const sonorant = new Sonorant({ baseUrl: ${JSON.stringify(url)} });`,
    `const answer = sonorant.${method}({`,
    ...Object.entries(blobs).map(([name, file]) => `  ${name}: await openAsBlob(${JSON.stringify(file)}),`),
    ...Object.entries(options).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`),
    '});',
    `await writeFile(${JSON.stringify(output)}, await answer.bytes());`,
  ].join('\n');
}

function python({ url, path, files, fields, output }: FormRequest): string {
  return [
    'import os',
    '',
    'import requests',
    '',
    'answer = requests.post(',
    `    ${JSON.stringify(url + path)},`,
    '    headers={',
    `        "Authorization": f"Bearer {os.environ['SONORANT_API_KEY']}",`,
    `        "Service-Version": ${JSON.stringify(version)},`,
    '    },',
    '    files={',
    ...Object.entries(files).map(([name, file]) => `        "${name}": open(${JSON.stringify(file)}, "rb"),`),
    '    },',
    '    data={',
    ...Object.entries(fields).map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    '    },',
    ')',
    'answer.raise_for_status()',
    `with open(${JSON.stringify(output)}, "wb") as file:`,
    '    file.write(answer.content)',
  ].join('\n');
}
