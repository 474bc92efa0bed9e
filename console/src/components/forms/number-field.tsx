import type { ReactElement, ReactNode } from 'react';
import { TextField } from './text-field.tsx';

export interface NumberFieldProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  /** Null where the field is empty. A text that is no number stays as it was typed, and the server says what it expects. */
  readonly value: number | string | null;
  readonly onChange: (value: number | string | null) => void;
  readonly errorMessage?: string | undefined;
}

/** A number. The rules of what is allowed are the server's. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps): ReactElement {
  return (
    <TextField
      {...props}
      inputMode="decimal"
      value={value === null ? '' : String(value)}
      onChange={(text) => {
        const trimmed = text.trim();
        // "1." and "-" are on their way to a number.
        const isNumber = trimmed !== '' && String(Number(trimmed)) === trimmed;
        onChange(trimmed === '' ? null : isNumber ? Number(trimmed) : text);
      }}
    />
  );
}
