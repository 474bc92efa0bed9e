/** Languages and accents of the server, and what a voice is called. */
import type { Schemas } from '@sonorant/client';
import { useQuery } from '@tanstack/react-query';
import { sonorant } from '../base/api.ts';
import { formatLanguage } from '../components/format.ts';

export type Voice = Schemas['Voice'];
export type Language = Voice['language'];
export type Gender = NonNullable<Voice['gender']>;

/** Neither changes while a server runs. */
const forever = { staleTime: Infinity, gcTime: Infinity } as const;

export interface LanguageOption {
  readonly id: Language;
  readonly name: string;
}

/** The languages of the interface, by their English names. */
export function useLanguages(): readonly LanguageOption[] {
  const { data } = useQuery({
    queryKey: ['locales'],
    queryFn: ({ signal }) => sonorant.get('/locales', { signal }),
    ...forever,
  });
  const codes = [...new Set(data?.locales.map(({ language }) => language))];
  return codes.map((id) => ({ id, name: formatLanguage(id) })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export interface AccentOption {
  readonly id: string;
  readonly name: string;
  readonly language: Language;
  readonly isLocalizable: boolean;
}

/** The accents of all languages. */
export function useAccents(): readonly AccentOption[] {
  const { data } = useQuery({
    queryKey: ['accents'],
    queryFn: ({ signal }) => sonorant.get('/accents', { signal }),
    ...forever,
  });
  return (data?.accents ?? []).map(({ id, name, language, locale, is_localizable: isLocalizable }) => ({
    id,
    name: `${name} (${locale})`,
    language,
    isLocalizable,
  }));
}

export const genderNames: Readonly<Record<Gender, string>> = {
  feminine: 'Feminine',
  masculine: 'Masculine',
  gender_neutral: 'Gender-neutral',
};

/** The first words of a voice: its accent, language and gender. */
export function describeVoice({ language, accents, gender }: Voice): string {
  const locales = accents.filter(({ is_native: isNative }) => isNative).map(({ locale }) => locale);
  return [locales[0] ?? formatLanguage(language), gender === null ? undefined : genderNames[gender]]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** The spoken sample of a voice. */
export async function previewOf({ id }: Pick<Voice, 'id'>, signal: AbortSignal): Promise<Blob> {
  return (await sonorant.get('/voices/{id}/preview', { path: { id }, signal })).blob();
}
