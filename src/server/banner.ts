import { resolve } from 'node:path';
import type { BootstrapKeys } from '../store/index.ts';

export interface BannerOptions {
  readonly url: string;
  readonly tlsUrl: string | undefined;
  /** The keys created at this start. */
  readonly created: BootstrapKeys;
  /** Whether a setting gives the API key, so that its owner has it. */
  readonly isKeyGiven: boolean;
  readonly dataDir: string;
  /** Address that opens the console, signed in where the reader may be. */
  readonly consoleUrl: string;
}

/** What a person sees at the start: the address, the keys that exist nowhere else or how to make new ones, and one line to paste. */
export function banner({ url, tlsUrl, created, isKeyGiven, dataDir, consoleUrl }: BannerOptions): string {
  const lines = [
    '',
    `  Sonorant speaks at ${url}${tlsUrl === undefined ? '' : ` and ${tlsUrl}`}    reference: ${url}/docs`,
  ];
  const folder = folderOption(dataDir);
  const isSignedIn = consoleUrl.includes('#');
  lines.push('', `  Console    ${consoleUrl}${isSignedIn ? '    signs in once, within ten minutes' : ''}`);
  if (created.apiKey !== undefined) lines.push('', `  API key    ${created.apiKey}`);
  if (created.adminKey !== undefined) lines.push(`  admin key  ${created.adminKey}`);
  if (created.apiKey !== undefined || created.adminKey !== undefined) {
    lines.push('  Keep them: they are shown this once only.');
  } else if (!isKeyGiven) {
    lines.push(
      '',
      `  The keys were shown when they were made. A new one, also while this runs: npx sonorant keys create${folder}`,
    );
  }
  if (created.apiKey !== undefined) {
    lines.push('', `  Natural voices: npx sonorant models add kokoro-multi-lang-v1_0${folder}    350 MB, Apache-2.0`);
  }
  const key = created.apiKey ?? '$SONORANT_API_KEY';
  lines.push('', created.apiKey === undefined ? '  Try it (with your key in SONORANT_API_KEY):' : '  Try it:', '');
  lines.push(
    `  curl -sS ${url}/v1/audio/speech -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' -d '${JSON.stringify({ input: 'Hello' })}' -o hello.mp3`,
    '',
  );
  return lines.join('\n');
}

/** For commands on the data of the server: without it they work in ./data, wherever they are run. */
function folderOption(dataDir: string): string {
  if (resolve(dataDir) === resolve('data')) return '';
  const path = resolve(dataDir);
  return ` --data-dir ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`}`;
}
