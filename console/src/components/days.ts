/** Days of the browser's calendar, `2026-11-23`. */

/** Midnight at which a day begins, as an ISO 8601 time. @param days later @returns undefined for what is no day */
export function midnight(day: string, days = 0): string | undefined {
  const date = new Date(`${day}T00:00`);
  if (day === '' || Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + days);
  return date.toISOString();
}

/** The day of a time. */
export function dayOf(iso: string): string {
  const date = new Date(iso);
  const padded = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
}
