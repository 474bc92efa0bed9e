import type { Schemas } from '@sonorant/client';

export type ApiKey = Schemas['ApiKey'];
export type Scope = NonNullable<ApiKey['scopes']>[number];

export const kinds = [
  { id: 'api', name: 'API keys: speech, voices, agents, files' },
  { id: 'admin', name: 'Admin keys: members, keys and usage' },
] as const satisfies readonly { readonly id: ApiKey['kind']; readonly name: string }[];

/** Families of routes that a key may be limited to. */
export const scopes = [
  { id: 'tts', name: 'Speech' },
  { id: 'stt', name: 'Transcription' },
  { id: 'voices', name: 'Voices and dictionaries' },
  { id: 'agents', name: 'Agents' },
  { id: 'files', name: 'Files, datasets and fine-tunes' },
] as const satisfies readonly { readonly id: Scope; readonly name: string }[];

export function nameOf({ name, description, id }: ApiKey): string {
  return [name, description].find((text) => text !== null && text !== '') ?? id;
}
