import { useEffect, useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { MarkChipsProps } from './markup/mark-chips.tsx';
import type { MarkupToolbarProps } from './markup/markup-toolbar.tsx';
import type { SpeakerPanelProps } from './speaker-panel.tsx';
import type { Speaker } from './speakers.ts';
import { isApple, shortcut } from './shortcuts.ts';
import { useTextEdits } from './text-edits.ts';
import { useMarks, type MarksProps } from './use-marks.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useLate, type LoadPart } from '../components/use-late.ts';

const toolbar: LoadPart<MarkupToolbarProps> = async () => (await import('./markup/markup-toolbar.tsx')).MarkupToolbar;
const markChips: LoadPart<MarkChipsProps> = async () => (await import('./markup/mark-chips.tsx')).MarkChips;
const panel: LoadPart<SpeakerPanelProps> = async () => (await import('./speaker-panel.tsx')).SpeakerPanel;

export interface MarkedTextProps extends MarksProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSpeakers: (speakers: readonly Speaker[]) => void;
  /** Ctrl + Enter was pressed. */
  readonly onSpeak: () => void;
  readonly canSpeak: boolean;
}

/** What may be a mark: what they are is told by a script that comes later. */
const markPattern = /<(?:break|speed|volume|emotion|spell)\b/u;

/** The text with buttons and keys for how parts of it are spoken. */
export function MarkedText(props: MarkedTextProps): ReactElement {
  const { text, onChange, speakers, onSpeakers, onSpeak, canSpeak } = props;
  const edits = useTextEdits(onChange);
  const { box, select, apply } = edits;
  const { usual, mark, pause, spell, preview, sayLike, insert, keys, failed, prepare } = useMarks(edits, props);
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const [hasPanel, setHasPanel] = useState(false);
  const cast = useLate(panel);
  const Panel = cast.component;
  const { component: Bar, hasFailed, load } = useLate(toolbar);
  const hasMarks = markPattern.test(text);
  const { component: Chips, load: loadChips } = useLate(markChips);
  useEffect(() => {
    if (hasMarks) loadChips();
  }, [hasMarks, loadChips]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSpeak();
    const pressed = event.altKey && event.ctrlKey === isApple && !event.metaKey ? keys[event.code] : undefined;
    if (pressed === undefined) return;
    event.preventDefault();
    pressed();
  };
  return (
    <div ref={box} className="marked-text">
      <TextField
        label="Text"
        rows={6}
        value={text}
        onChange={onChange}
        placeholder="What should be said?"
        onKeyDown={onKeyDown}
        onFocus={prepare}
        description={
          <>
            <span className="for-keyboard">
              For the selection, the word or the sentence at the caret: {isApple ? 'Ctrl + Option' : 'Alt'} with P
              pauses, S spells, comma and full stop change the pace, ↑ and ↓ the volume, H plays it, L says it
              otherwise.{' '}
            </span>
            <a href="/docs/markup">All marks</a>
          </>
        }
      />
      {hasMarks && Chips !== undefined && <Chips text={text} usual={usual} onEdit={apply} onShow={select} />}
      <div className="row tight">
        <Button
          variant="quiet"
          aria-expanded={isShown}
          aria-controls={id}
          onPress={() => {
            load();
            setIsShown(!isShown);
          }}
        >
          Marks <Icon name="chevron" />
        </Button>
        <Button
          variant="quiet"
          aria-expanded={hasPanel}
          aria-controls={`${id}speakers`}
          onPress={() => {
            cast.load();
            setHasPanel(!hasPanel);
          }}
        >
          Speakers{speakers.length > 0 && ` (${speakers.length})`} <Icon name="chevron" />
        </Button>
        <Button variant="quiet" aria-keyshortcuts={shortcut('H')} isDisabled={!canSpeak} onPress={preview}>
          <Icon name="play" /> Hear the selection
        </Button>
        <Button variant="quiet" aria-keyshortcuts={shortcut('L')} isDisabled={!canSpeak} onPress={sayLike}>
          Say it like …
        </Button>
      </div>
      {failed !== undefined && (
        <ErrorMessage error="Its script did not arrive." title="The marks could not be loaded" onRetry={failed} />
      )}
      <div id={id}>
        {isShown && Bar !== undefined && <Bar onPause={pause} onMark={mark} onSpell={spell} />}
        {((isShown && hasFailed) || (hasPanel && cast.hasFailed)) && (
          <ErrorMessage
            error="Its script did not arrive."
            title="This part could not be loaded"
            onRetry={hasFailed ? load : cast.load}
          />
        )}
      </div>
      <div id={`${id}speakers`}>
        {hasPanel && Panel !== undefined && <Panel speakers={speakers} onChange={onSpeakers} onInsert={insert} />}
      </div>
    </div>
  );
}
