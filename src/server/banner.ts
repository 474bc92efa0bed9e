import type { BootstrapKeys } from '../store/index.ts';

export interface BannerOptions {
  readonly url: string;
  readonly tlsUrl: string | undefined;
  /** The keys created at this start. */
  readonly created: BootstrapKeys;
}

/** What a person sees at the start: the address, the keys that exist nowhere else, and one line to paste. */
export function banner({ url, tlsUrl, created }: BannerOptions): string {
  const lines = [
    '',
    `  Sonorant speaks at ${url}${tlsUrl === undefined ? '' : ` and ${tlsUrl}`}    reference: ${url}/docs`,
  ];
  if (created.apiKey !== undefined) lines.push('', `  API key    ${created.apiKey}`);
  if (created.adminKey !== undefined) lines.push(`  admin key  ${created.adminKey}`);
  if (created.apiKey !== undefined || created.adminKey !== undefined) {
    lines.push('  Keep them: they are shown this once only.');
  }
  if (created.apiKey !== undefined) {
    lines.push('', '  Natural voices: npx sonorant models add kokoro-multi-lang-v1_0    350 MB, Apache-2.0');
  }
  const key = created.apiKey ?? '$SONORANT_API_KEY';
  const body = {
    model_id: 'sonorant-1',
    transcript: 'Hello! This is Sonorant, speaking from your own machine.',
    voice: 'a0e99841-438c-4a64-b679-ae501e7d6091',
    output_format: { container: 'wav' },
  };
  lines.push('', created.apiKey === undefined ? '  Try it (with your key in SONORANT_API_KEY):' : '  Try it:', '');
  lines.push(
    `  curl -sS ${url}/tts/bytes -H 'Service-Version: 2026-08-14' -H 'Content-Type: application/json' -H "Authorization: Bearer ${key}" -d '${JSON.stringify(body)}' -o hello.wav`,
    '',
  );
  return lines.join('\n');
}
