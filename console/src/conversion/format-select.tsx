import type { ReactElement } from 'react';
import { Select } from '../components/forms/select.tsx';
import { formats } from '../speak/formats.ts';

export interface FormatSelectProps {
  /** Id of a format. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** In which format a result is downloaded. */
export function FormatSelect({ value, onChange }: FormatSelectProps): ReactElement {
  return (
    <Select
      label="File format"
      options={formats}
      value={value}
      onChange={onChange}
      description="Of the download. The server makes any but WAV of 24 kHz once more."
    />
  );
}
