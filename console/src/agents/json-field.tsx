import { useState, type ReactElement } from 'react';
import type { JsonCheck } from './json-checks.ts';
import { TextField } from '../components/forms/text-field.tsx';

export interface JsonFieldProps {
  readonly label: string;
  readonly value: unknown;
  /** What the fields beside it take for granted. */
  readonly check: JsonCheck;
  /** Called with what was parsed; not while the text is no JSON, or none that passes the check. */
  readonly onChange: (value: unknown) => void;
  readonly rows?: number;
  readonly description?: string;
  readonly errorMessage?: string | undefined;
}

function format(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function read(text: string, check: JsonCheck): { readonly parsed?: unknown; readonly problem?: string } {
  try {
    const parsed: unknown = JSON.parse(text);
    const why = check(parsed);
    return why === undefined ? { parsed } : { problem: `This is not whole yet, so nothing of it is saved: ${why}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `This is not JSON yet, so nothing of it is saved: ${why}` };
  }
}

/** A value as JSON, to be changed as text. */
export function JsonField({
  label,
  value,
  check,
  onChange,
  rows = 24,
  description,
  errorMessage,
}: JsonFieldProps): ReactElement {
  // The text as it was typed, as long as it says the same as the value; a change from elsewhere takes its place.
  const [typed, setTyped] = useState<{ readonly text: string; readonly of: string; readonly problem?: string }>();
  const formatted = format(value);
  const current = typed?.of === formatted ? typed : { text: formatted, of: formatted, problem: undefined };
  return (
    <TextField
      label={label}
      rows={rows}
      value={current.text}
      spellCheck="false"
      description={description}
      errorMessage={current.problem ?? errorMessage}
      onChange={(text) => {
        const { parsed, problem } = read(text, check);
        if (problem !== undefined) return setTyped({ text, of: formatted, problem });
        setTyped({ text, of: format(parsed) });
        onChange(parsed);
      }}
    />
  );
}
