import { useId, type ReactElement, type ReactNode } from 'react';
import '../../styles/rows.css';

export interface RadioCard {
  readonly id: string;
  readonly name: ReactNode;
  readonly description?: ReactNode;
  readonly isDisabled?: boolean;
}

export interface RadioCardsProps {
  readonly label: ReactNode;
  readonly options: readonly RadioCard[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly errorMessage?: string | undefined;
}

/** One of a few things, each with what it is. */
export function RadioCards({ label, options, value, onChange, errorMessage }: RadioCardsProps): ReactElement {
  const group = useId();
  return (
    <fieldset className="field radio-cards">
      <legend>{label}</legend>
      {options.map(({ id, name, description, isDisabled = false }) => (
        <label key={id} className="radio-card">
          <input
            type="radio"
            name={group}
            checked={id === value}
            disabled={isDisabled}
            aria-labelledby={`${group}-${id}-name`}
            aria-describedby={`${group}-${id}-about`}
            onChange={() => onChange(id)}
          />
          <span>
            <strong id={`${group}-${id}-name`}>{name}</strong>
            <small id={`${group}-${id}-about`}>{description}</small>
          </span>
        </label>
      ))}
      {errorMessage !== undefined && <span className="react-aria-FieldError">{errorMessage}</span>}
    </fieldset>
  );
}
