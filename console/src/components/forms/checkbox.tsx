import type { ReactElement, ReactNode } from 'react';

export interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  /** In place of the content. */
  readonly 'aria-label'?: string;
  readonly children?: ReactNode;
}

/** On or off. */
export function Checkbox({ isSelected, onChange, isDisabled, children, ...label }: CheckboxProps): ReactElement {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        checked={isSelected}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
        {...label}
      />
      {children !== undefined && <span>{children}</span>}
    </label>
  );
}
