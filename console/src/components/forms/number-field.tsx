import { useState, type ReactElement, type ReactNode } from 'react';
import { TextField } from './text-field.tsx';

export interface NumberFieldProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  /** Null where the field is empty. A text that is no number stays as it was typed, and the server says what it expects. */
  readonly value: number | string | null;
  readonly onChange: (value: number | string | null) => void;
  readonly errorMessage?: string | undefined;
}

/** "1." and ".5" are numbers, too; "-" is on its way to one. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** A number. The rules of what is allowed are the server's. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps): ReactElement {
  // As it was typed, as long as it says the same as the value: "0.50" is 0.5.
  const [typed, setTyped] = useState<{ readonly text: string; readonly of: number | string | null }>();
  return (
    <TextField
      {...props}
      inputMode="decimal"
      value={typed !== undefined && Object.is(typed.of, value) ? typed.text : value === null ? '' : String(value)}
      onChange={(text) => {
        const trimmed = text.trim();
        const of = trimmed === '' ? null : decimal.test(trimmed) ? Number(trimmed) : text;
        setTyped({ text, of });
        onChange(of);
      }}
    />
  );
}
