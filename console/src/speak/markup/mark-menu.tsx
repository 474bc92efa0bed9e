import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { MarkChoice } from './mark-choices.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';

export interface MarkMenuProps {
  /** What stands on its button. */
  readonly children: ReactNode;
  readonly choices: readonly MarkChoice[];
  readonly onChoose: (id: string) => void;
}

/** A button that offers what can be done with a mark. */
export function MarkMenu({ children, choices, onChoose }: MarkMenuProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = useRef<string>(undefined);
  // An open menu keeps the focus, which the text needs for its change: it comes behind the closing. And behind the effect: React gives
  // a field that changes within one its old value back, which empties the undo stack.
  useEffect(() => {
    const id = chosen.current;
    if (isOpen || id === undefined) return;
    chosen.current = undefined;
    queueMicrotask(() => onChoose(id));
  }, [isOpen, onChoose]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button variant="quiet">
        {children} <Icon name="chevron" />
      </Button>
      <Popover className="popover">
        <Menu
          items={choices}
          className="listbox menu"
          onAction={(id) => {
            chosen.current = String(id);
          }}
        >
          {({ id, name: choice }) => <MenuItem id={id}>{choice}</MenuItem>}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
