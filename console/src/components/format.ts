/** Values as people read them. */

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const languages = new Intl.DisplayNames('en', { type: 'language' });
const integers = new Intl.NumberFormat('en-GB');

/** @param iso an ISO 8601 date and time; shown in the time zone of the browser */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : dateTime.format(date);
}

/** English name of a language. */
export function formatLanguage(code: string): string {
  return languages.of(code) ?? code;
}

export function formatInteger(value: number): string {
  return integers.format(value);
}

/** Bytes in units of 1024. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const unit = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** unit;
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit] ?? ''}`;
}

/** Bytes in units of 1000, as the command `sonorant models` shows them: what a model takes. */
export function formatSize(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A share of 0 to 1 in percent. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/**
 * A text that a person entered, for places that take no markup (a toast, an attribute): its direction and any override in it end
 * with it (Unicode Standard Annex 9, isolates).
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
