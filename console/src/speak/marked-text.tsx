import { useEffect, useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { MarkChipsProps } from './markup/mark-chips.tsx';
import type { LastingTag, TextEdit, TextRange } from './markup/markup.ts';
import type { MarkupToolbarProps } from './markup/markup-toolbar.tsx';
import type { SpeakerPanelProps } from './speaker-panel.tsx';
import type { Speaker } from './speakers.ts';
import type { SpeechSettings } from './settings.tsx';
import { useTextEdits } from './text-edits.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useLate, type LoadPart } from '../components/use-late.ts';

const toolbar: LoadPart<MarkupToolbarProps> = async () => (await import('./markup/markup-toolbar.tsx')).MarkupToolbar;
const markChips: LoadPart<MarkChipsProps> = async () => (await import('./markup/mark-chips.tsx')).MarkChips;
const panel: LoadPart<SpeakerPanelProps> = async () => (await import('./speaker-panel.tsx')).SpeakerPanel;

export interface MarkedTextProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** What the text is spoken with where no tag says otherwise. */
  readonly settings: Pick<SpeechSettings, 'speed' | 'volume' | 'emotion'>;
  readonly speakers: readonly Speaker[];
  readonly onSpeakers: (speakers: readonly Speaker[]) => void;
  /** Ctrl + Enter was pressed. */
  readonly onSpeak: () => void;
  /** A word is to be said otherwise. */
  readonly onSayLike: (word: string) => void;
  /** A part of the text is to be heard. */
  readonly onPreview: (text: string) => void;
  readonly canSpeak: boolean;
}

/** What may be a mark: what they are is told by a script that comes later. */
const markPattern = /<(?:break|speed|volume|emotion|spell)\b/u;

type Markup = typeof import('./markup/markup.ts');

/** The text with buttons and keys for how parts of it are spoken. */
export function MarkedText(props: MarkedTextProps): ReactElement {
  const { text, onChange, settings, speakers, onSpeakers, onSpeak, onSayLike, onPreview, canSpeak } = props;
  const { box, selection, select, apply } = useTextEdits(text, onChange);
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
  const usual: Readonly<Record<LastingTag, string>> = {
    speed: String(settings.speed),
    volume: String(settings.volume),
    emotion: settings.emotion === '' ? 'neutral' : settings.emotion,
  };
  // Loaded when the first mark is wanted. One that does not arrive leaves the text as it is.
  const withMarkup = (use: (markup: Markup, selected: TextRange) => void): void => {
    const selected = selection();
    void import('./markup/markup.ts').then((markup) => use(markup, selected), load);
  };
  const act = (how: (markup: Markup, selected: TextRange) => TextEdit): void =>
    withMarkup((markup, selected) => apply(how(markup, selected)));
  const mark = (tag: LastingTag, value: string): void =>
    act(({ withTag }, selected) => withTag(text, selected, tag, value, usual[tag]));
  const pause = (ms: string): void => act(({ withPause }, selected) => withPause(text, selected, Number(ms)));
  const spell = (): void => act(({ withSpelling }, selected) => withSpelling(text, selected));
  const preview = (): void =>
    withMarkup(({ heardAlone }, selected) => {
      const names = speakers.map(({ name }) => name.trim());
      onPreview(heardAlone(text, selected, names));
    });
  const sayLike = (): void =>
    withMarkup(({ wordsAt }, selected) => {
      const { start, end } = wordsAt(text, selected);
      onSayLike(text.slice(start, end).slice(0, 256));
    });
  // With Alt, by their place on the keyboard: on some layouts Alt changes the letter.
  const keys: Readonly<Record<string, () => void>> = {
    KeyP: () => pause('500'),
    KeyS: spell,
    KeyH: preview,
    KeyL: sayLike,
    Comma: () => mark('speed', '0.85'),
    Period: () => mark('speed', '1.15'),
    ArrowUp: () => mark('volume', '1.3'),
    ArrowDown: () => mark('volume', '0.8'),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSpeak();
    const pressed = event.altKey && !event.ctrlKey && !event.metaKey ? keys[event.code] : undefined;
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
        description={
          <>
            <span className="for-keyboard">
              For the selection, the word or the sentence at the caret: Alt with P pauses, S spells, comma and full stop
              change the pace, ↑ and ↓ the volume, H plays it, L says it otherwise.{' '}
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
        <Button variant="quiet" aria-keyshortcuts="Alt+H" isDisabled={!canSpeak} onPress={preview}>
          <Icon name="play" /> Hear the selection
        </Button>
        <Button variant="quiet" aria-keyshortcuts="Alt+L" isDisabled={!canSpeak} onPress={sayLike}>
          Say it like …
        </Button>
      </div>
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
        {hasPanel && Panel !== undefined && (
          <Panel
            speakers={speakers}
            onChange={onSpeakers}
            onInsert={(name) => act(({ withSpeaker }, selected) => withSpeaker(text, selected, name))}
          />
        )}
      </div>
    </div>
  );
}
