import { useState, type ReactElement } from 'react';
import { TextField } from '../components/forms/text-field.tsx';

export interface JsonFieldProps {
  readonly label: string;
  readonly value: unknown;
  /** Called with what was parsed; not while the text is no JSON. */
  readonly onChange: (value: unknown) => void;
  readonly rows?: number;
  readonly description?: string;
  readonly errorMessage?: string | undefined;
}

function format(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A value as JSON, to be changed as text. */
export function JsonField({
  label,
  value,
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
        try {
          const parsed: unknown = JSON.parse(text);
          setTyped({ text, of: format(parsed) });
          onChange(parsed);
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          setTyped({ text, of: formatted, problem: `This is not JSON yet, so nothing of it is saved: ${why}` });
        }
      }}
    />
  );
}
