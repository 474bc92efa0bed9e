/** The versions of the interface and what each of them changed, in one place. */

/** The supported dates, oldest first. As ISO dates they compare as text. */
export const apiVersions = [
  '2024-06-10',
  '2024-11-13',
  '2025-04-16',
  '2025-11-04',
  '2026-03-01',
  '2026-04-03',
  '2026-08-14',
] as const;
/** A date of {@link apiVersions}. */
export type ApiVersion = (typeof apiVersions)[number];
/** The version of the examples and of routes where a missing version means the newest. */
export const newestVersion: ApiVersion = '2026-08-14';

/** What changed on the wire, and since which version it is so. */
const changes = {
  /** Lists of voices come in pages; before, as a bare array of everything. */
  pagedVoices: '2024-11-13',
  /** A voice is never given by an embedding. */
  noEmbeddings: '2025-04-16',
  /** `duration` has no effect; before, it bounds the audio. */
  noDuration: '2026-03-01',
  /** REST errors are JSON; before, the plain text "Title: Message". */
  jsonErrors: '2026-03-01',
  /** An unknown voice or dictionary is 404; before, 400. */
  missingIs404: '2026-03-01',
  /** Values of `generation_config` out of range are refused; before, they are clamped and speed words are read. */
  strictRanges: '2026-03-01',
  /** Undecided text waits 3 s for more unless a message says otherwise; before, it does not wait. */
  bufferedText: '2026-03-01',
  /** WAV has a default encoding and sample rate; before, both are required. */
  wavDefaults: '2026-08-14',
  /** Voices carry `access` and `visibility`; before, `is_public`. */
  voiceAccess: '2026-08-14',
} as const satisfies Record<string, ApiVersion>;

export type VersionChange = keyof typeof changes;

/** Whether a request of this version meets a change. */
export function versionHas(version: string, change: VersionChange): boolean {
  return version >= changes[change];
}
