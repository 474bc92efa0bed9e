import type { ReactElement } from 'react';
import { Toolbar } from 'react-aria-components';
import { markChoices } from './mark-choices.ts';
import { MarkMenu } from './mark-menu.tsx';
import type { LastingTag } from './markup.ts';
import { shortcut } from '../shortcuts.ts';
import { Button } from '../../components/button.tsx';

export interface MarkupToolbarProps {
  /** @param ms as text */
  readonly onPause: (ms: string) => void;
  readonly onMark: (tag: LastingTag, value: string) => void;
  readonly onSpell: () => void;
}

/** How the selection is spoken: tags to choose from. */
export function MarkupToolbar({ onPause, onMark, onSpell }: MarkupToolbarProps): ReactElement {
  const { pause, speed, volume, emotion } = markChoices;
  return (
    <Toolbar aria-label="How the selection is spoken" className="row tight">
      <MarkMenu choices={pause} onChoose={onPause}>
        Pause
      </MarkMenu>
      <MarkMenu choices={speed} onChoose={(value) => onMark('speed', value)}>
        Pace
      </MarkMenu>
      <MarkMenu choices={volume} onChoose={(value) => onMark('volume', value)}>
        Volume
      </MarkMenu>
      <MarkMenu choices={emotion} onChoose={(value) => onMark('emotion', value)}>
        Emotion
      </MarkMenu>
      <Button variant="quiet" aria-keyshortcuts={shortcut('S')} onPress={onSpell}>
        Spell
      </Button>
    </Toolbar>
  );
}
