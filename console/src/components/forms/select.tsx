import type { ReactElement, ReactNode } from 'react';
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components';
import { Icon } from '../icon.tsx';

export interface SelectOption {
  readonly id: string;
  readonly name: string;
}

export interface SelectProps {
  readonly label: ReactNode;
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly description?: ReactNode;
  readonly isDisabled?: boolean;
}

/** One of several values. */
export function Select({
  label,
  options,
  value,
  onChange,
  description,
  isDisabled = false,
}: SelectProps): ReactElement {
  return (
    <AriaSelect
      className="field"
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      <Label>{label}</Label>
      <Button className="select-button">
        <SelectValue />
        <Icon name="chevron" />
      </Button>
      {description !== undefined && <Text slot="description">{description}</Text>}
      <Popover className="popover">
        <ListBox items={options} className="listbox">
          {({ id, name }) => <ListBoxItem id={id}>{name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
