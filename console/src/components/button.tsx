import type { ReactElement } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** Default `secondary`. `danger` deletes or ends something. */
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
}

/** A button. While `isPending` it keeps its focus, does nothing and says that it is busy. */
export function Button({ variant = 'secondary', ...props }: ButtonProps): ReactElement {
  return <AriaButton {...props} className={`button ${variant}`} />;
}
