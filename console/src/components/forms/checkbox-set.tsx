import type { ReactElement, ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';

export interface CheckboxSetProps {
  readonly label: ReactNode;
  readonly options: readonly { readonly id: string; readonly name: ReactNode }[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly errorMessage?: string | undefined;
}

/** Any of several values; the order is that of the options. */
export function CheckboxSet({ label, options, value, onChange, errorMessage }: CheckboxSetProps): ReactElement {
  return (
    <fieldset className="field checkbox-set">
      <legend>{label}</legend>
      <div className="checkbox-options">
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            isSelected={value.includes(id)}
            onChange={(isSelected) =>
              onChange(
                options
                  .map((option) => option.id)
                  .filter((other) => (other === id ? isSelected : value.includes(other))),
              )
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
      {errorMessage !== undefined && <span className="react-aria-FieldError">{errorMessage}</span>}
    </fieldset>
  );
}
