/** Keys, as `/api-keys` has them. */
export interface ApiKey {
  readonly id: string;
  readonly name: string | null;
  readonly description: string;
  readonly kind: 'api' | 'admin';
  /** Null: all of them. */
  readonly scopes: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at?: string | null;
  readonly creator_email: string | null;
}

/** The answer to who made a key: the only time that it is told. */
export interface NewApiKey extends ApiKey {
  readonly key: string;
}

export const scopes = [
  { id: 'tts', name: 'Speech' },
  { id: 'voices', name: 'Voices and dictionaries' },
  { id: 'agents', name: 'Agents' },
  { id: 'files', name: 'Files, datasets and fine-tunes' },
] as const;

export function nameOf({ name, description, id }: ApiKey): string {
  return [name, description].find((text) => text !== null && text !== '') ?? id;
}
