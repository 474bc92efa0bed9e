import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover, Toolbar } from 'react-aria-components';
import type { LastingTag } from './markup.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';

export interface MarkupToolbarProps {
  /** @param ms as text */
  readonly onPause: (ms: string) => void;
  readonly onMark: (tag: LastingTag, value: string) => void;
  readonly onSpell: () => void;
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

const pauses: readonly Choice[] = [
  { id: '300', name: 'Short, 0.3 s' },
  { id: '500', name: 'Half a second' },
  { id: '1000', name: 'One second' },
  { id: '2000', name: 'Two seconds' },
];
const paces: readonly Choice[] = [
  { id: '0.7', name: 'Much slower' },
  { id: '0.85', name: 'Slower' },
  { id: '1.15', name: 'Faster' },
  { id: '1.35', name: 'Much faster' },
];
const volumes: readonly Choice[] = [
  { id: '0.6', name: 'Much quieter' },
  { id: '0.8', name: 'Quieter' },
  { id: '1.3', name: 'Louder' },
  { id: '1.7', name: 'Much louder' },
];
/** Of the emotions, those that differ most; all of them can be typed. */
const tones: readonly Choice[] = [
  'happy',
  'excited',
  'calm',
  'sad',
  'angry',
  'surprised',
  'curious',
  'sympathetic',
].map((id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1) }));

/** How the selection is spoken: tags to choose from. */
export function MarkupToolbar({ onPause, onMark, onSpell }: MarkupToolbarProps): ReactElement {
  return (
    <Toolbar aria-label="How the selection is spoken" className="row tight">
      <Marks name="Pause" choices={pauses} onChoose={onPause} />
      <Marks name="Pace" choices={paces} onChoose={(value) => onMark('speed', value)} />
      <Marks name="Volume" choices={volumes} onChoose={(value) => onMark('volume', value)} />
      <Marks name="Emotion" choices={tones} onChoose={(value) => onMark('emotion', value)} />
      <Button variant="quiet" aria-keyshortcuts="Alt+S" onPress={onSpell}>
        Spell
      </Button>
    </Toolbar>
  );
}

interface MarksProps {
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
}

function Marks({ name, choices, onChoose }: MarksProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = useRef<string>(undefined);
  // An open menu keeps the focus, which the text needs for its change: it comes behind the closing.
  useEffect(() => {
    const id = chosen.current;
    if (isOpen || id === undefined) return;
    chosen.current = undefined;
    onChoose(id);
  }, [isOpen, onChoose]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button variant="quiet">
        {name} <Icon name="chevron" />
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
