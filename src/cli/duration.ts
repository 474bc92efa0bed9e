const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `90m`, `12h`, `30d`, `2w` in milliseconds; undefined for anything else and for zero. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})([smhdw])$/.exec(text);
  const ms = match === null ? 0 : Number(match[1]) * unitMs[match[2]!]!;
  return ms === 0 ? undefined : ms;
}

/** Seconds in readable form: `0.8 s`, `12.4 s`, `3:05 min`, `1:02:09 h`. */
export function showSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours === 0 ? `${minutes}:${two(rest)} min` : `${hours}:${two(minutes)}:${two(rest)} h`;
}
