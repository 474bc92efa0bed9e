import type { ReactElement, ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly errorMessage?: string | undefined;
  readonly placeholder?: string;
  /** A field of several lines. */
  readonly rows?: number;
}

/** A labelled field of text, with its description and its error. */
export function TextField({
  label,
  description,
  errorMessage,
  placeholder,
  rows,
  ...props
}: TextFieldProps): ReactElement {
  const hint = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField {...props} isInvalid={props.isInvalid ?? errorMessage !== undefined} className="field">
      <Label>{label}</Label>
      {rows === undefined ? <Input {...hint} /> : <TextArea rows={rows} {...hint} />}
      {description !== undefined && <Text slot="description">{description}</Text>}
      <FieldError>{errorMessage}</FieldError>
    </AriaTextField>
  );
}
