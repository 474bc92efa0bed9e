import type { GivenKeys } from '../store/index.ts';

export interface Started {
  readonly url: string;
  readonly tlsUrl: string | undefined;
  /** The keys made just now. */
  readonly made: GivenKeys;
}

/** What a person sees at the start: the address, the keys that exist nowhere else, and one line to paste. */
export function welcome({ url, tlsUrl, made }: Started): string {
  const lines = [
    '',
    `  Sonorant speaks at ${url}${tlsUrl === undefined ? '' : ` and ${tlsUrl}`}    reference: ${url}/docs`,
  ];
  if (made.apiKey !== undefined) lines.push('', `  API key    ${made.apiKey}`);
  if (made.adminKey !== undefined) lines.push(`  admin key  ${made.adminKey}`);
  if (made.apiKey !== undefined || made.adminKey !== undefined) {
    lines.push('  Keep them: they are shown this once only.');
  }
  const key = made.apiKey ?? '$SONORANT_API_KEY';
  const body = {
    model_id: 'sonorant-1',
    transcript: 'Hello! This is Sonorant, speaking from your own machine.',
    voice: 'a0e99841-438c-4a64-b679-ae501e7d6091',
    output_format: { container: 'wav' },
  };
  lines.push('', made.apiKey === undefined ? '  Try it (with your key in SONORANT_API_KEY):' : '  Try it:', '');
  lines.push(
    `  curl -sS ${url}/tts/bytes -H 'Service-Version: 2026-08-14' -H 'Content-Type: application/json' -H "Authorization: Bearer ${key}" -d '${JSON.stringify(body)}' -o hello.wav`,
    '',
  );
  return lines.join('\n');
}
