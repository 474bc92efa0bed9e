/** What a server answered to the examples, for the pages and the OpenAPI document. */
import { answers } from './answers.ts';
import {
  fileNameOf,
  isFrom,
  isUnique,
  type Example,
  type FromAnswer,
  type RecordedAnswer,
  type Value,
} from './example.ts';

/** The address that recorded answers name as that of the server. */
export const recordedBase = 'http://localhost:8080';

/** @returns nothing for an operation whose example was not recorded yet */
export function recordedAnswer(operation: string): RecordedAnswer | undefined {
  return answers[operation];
}

/** The JSON of a recorded answer; undefined where there is none. */
export function recordedJson(operation: string): unknown {
  const { type, text } = answers[operation] ?? {};
  return text === undefined || type !== 'application/json' ? undefined : JSON.parse(text);
}

/** What an example takes from the answer of another one. */
function recordedValue({ from, member, after }: FromAnswer): string {
  const value = [...member.matchAll(/\w+/g)].reduce<unknown>(
    (at, [key]) => (at as Readonly<Record<string, unknown>> | undefined)?.[key],
    recordedJson(from),
  );
  const text = typeof value === 'string' ? value : '';
  return after === undefined ? text : (text.split(after)[1] ?? '');
}

function filled(value: Value): unknown {
  if (isFrom(value)) return recordedValue(value);
  if (isUnique(value)) return value.unique.replace('.*', '');
  if (Array.isArray(value)) return (value as readonly Value[]).map(filled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value as Readonly<Record<string, Value>>).map(([k, v]) => [k, filled(v)]));
}

export interface FilledExample {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The fields of a form; a file is its name. */
  readonly form: Readonly<Record<string, string>> | undefined;
}

/** An example with values of the recorded answers in place of what it takes from them. */
export function filledExample({ params = {}, query = {}, body, form }: Example): FilledExample {
  return {
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, isFrom(value) ? recordedValue(value) : value]),
    ),
    query: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, isFrom(value) ? recordedValue(value) : value]),
    ),
    body: body === undefined ? undefined : filled(body),
    form:
      form === undefined
        ? undefined
        : Object.fromEntries(
            Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value : fileNameOf(value)]),
          ),
  };
}
