/** The code of an operation's example in every language. */
import type { CodeBlock } from '../code.ts';
import type { ApiDocument } from '../openapi-document.ts';
import { callOf, type CodeOptions } from './call.ts';
import { curlCode } from './curl.ts';
import { examples, stepsOf } from './index.ts';
import { pythonCode } from './python.ts';
import { typeScriptCode } from './typescript.ts';

export interface ExampleCodeOptions extends CodeOptions {
  readonly document: ApiDocument;
}

const languages = {
  curl: { label: 'curl', write: curlCode },
  typescript: { label: 'TypeScript', write: typeScriptCode },
  python: { label: 'Python', write: pythonCode },
} as const;

export type Language = keyof typeof languages;

/** @returns nothing for an operation that has no example */
export function exampleCode(operation: string, options: ExampleCodeOptions): readonly CodeBlock[] {
  const example = examples[operation];
  if (example === undefined) return [];
  const calls = stepsOf(operation).map((step) => callOf(step, options.document));
  const { baseUrl, version } = options;
  return Object.entries(languages).map(([language, { label, write }]) => {
    const given = example.code?.[language as Language];
    const code =
      given
        ?.replaceAll('{base}', baseUrl)
        .replaceAll('{socket}', baseUrl.replace(/^http/, 'ws'))
        .replaceAll('{version}', version) ?? write(calls, options);
    return { language, label, code };
  });
}
