/** Names that the text has in brackets, and the voices they speak with. */

/** A speaker as the page keeps it. */
export interface Speaker {
  /** As it is typed; empty while it has none. */
  readonly name: string;
  /** Id of the voice. */
  readonly voice: string;
}

/** What a tab keeps of a page with several speakers. */
export interface SpeakersDraft {
  readonly rows: readonly Speaker[];
}

export const noSpeakers: SpeakersDraft = { rows: [] };

/** Name of the draft. */
export const speakersDraft = 'speakers';

/** What is asked of the server: voices by names; undefined where no name stands. The first of two alike counts. */
export function speakersOf(rows: readonly Speaker[]): Readonly<Record<string, string>> | undefined {
  const named = rows.map(({ name, voice }) => [name.trim(), voice] as const).filter(([name]) => name !== '');
  return named.length === 0 ? undefined : Object.fromEntries(named.toReversed());
}

/** As settings of a take that is kept, one for each, and back; what cannot be read is none. */
export const keptSpeakers = {
  write: (rows: readonly Speaker[]): Readonly<Record<string, string>> =>
    Object.fromEntries(rows.map(({ name, voice }, index) => [`${key}${index}`, `${voice} ${name}`])),
  read: (settings: Readonly<Record<string, unknown>>): SpeakersDraft => ({
    rows: Object.keys(settings)
      .filter((name) => name.startsWith(key))
      .map((name) => /^(\S+) (.*)$/su.exec(String(settings[name])))
      .flatMap((match) => (match === null ? [] : [{ voice: match[1]!, name: match[2]! }])),
  }),
} as const;

const key = 'speaker_';
