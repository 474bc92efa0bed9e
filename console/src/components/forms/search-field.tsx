import { useEffect, useState, type ReactElement } from 'react';
import { Button, Input, Label, SearchField as AriaSearchField } from 'react-aria-components';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called a moment after the last letter, and at once by Enter and when the field is cleared. */
  readonly onChange: (value: string) => void;
}

const pauseMs = 250;

/** A field that a list is narrowed with. */
export function SearchField({ label, value, onChange }: SearchFieldProps): ReactElement {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onChange(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <AriaSearchField
      className="field search-field"
      value={typed}
      onChange={setTyped}
      onSubmit={onChange}
      onClear={() => onChange('')}
    >
      <Label>{label}</Label>
      <div className="search-input">
        <Input />
        {typed !== '' && (
          <Button className="icon-button" aria-label="Clear">
            ×
          </Button>
        )}
      </div>
    </AriaSearchField>
  );
}
