/** The buttons and keys that mark a text, or hear a part of it. */
import { useState } from 'react';
import type { LastingTag, TextEdit, TextRange } from './markup/markup.ts';
import type { SpeechSettings } from './settings.tsx';
import type { Speaker } from './speakers.ts';
import type { TextEdits } from './text-edits.ts';

type Markup = typeof import('./markup/markup.ts');

/** How the marks are made; loaded when they are about to be wanted. */
function loadMarkup(): Promise<Markup> {
  return import('./markup/markup.ts');
}

/** Before the first mark is wanted. One that does not come is told when it is. */
function prepare(): void {
  loadMarkup().catch(() => undefined);
}

export interface MarksProps {
  /** What the text is spoken with where no tag says otherwise. */
  readonly settings: Pick<SpeechSettings, 'speed' | 'volume' | 'emotion'>;
  readonly speakers: readonly Speaker[];
  /** A word is to be said otherwise. */
  readonly onSayLike: (word: string) => void;
  /** A part of the text is to be heard. */
  readonly onPreview: (text: string) => void;
}

/**
 * All of them act on the selection, or on what is at the caret.
 * @returns beside them: `failed`, which tries once more, where the script of the marks did not arrive
 */
export function useMarks({ current, apply }: TextEdits, { settings, speakers, onPreview, onSayLike }: MarksProps) {
  const usual: Readonly<Record<LastingTag, string>> = {
    speed: String(settings.speed),
    volume: String(settings.volume),
    emotion: settings.emotion === '' ? 'neutral' : settings.emotion,
  };
  const [failed, setFailed] = useState<() => void>();
  // Text and selection are those of the moment when the script is there: a person may type until then.
  const withMarkup = (use: (markup: Markup, text: string, selected: TextRange) => void): void => {
    const attempt = (): void => {
      setFailed(undefined);
      loadMarkup().then(
        (markup) => {
          const { value, range } = current();
          use(markup, value, range);
        },
        () => setFailed(() => attempt),
      );
    };
    attempt();
  };
  const act = (how: (markup: Markup, written: string, selected: TextRange) => TextEdit): void =>
    withMarkup((markup, written, selected) => apply(how(markup, written, selected)));
  const mark = (tag: LastingTag, value: string): void =>
    act(({ withTag }, written, selected) => withTag(written, selected, tag, value, usual[tag]));
  const pause = (ms: string): void =>
    act(({ withPause }, written, selected) => withPause(written, selected, Number(ms)));
  const spell = (): void => act(({ withSpelling }, written, selected) => withSpelling(written, selected));
  const preview = (): void =>
    withMarkup(({ heardAlone }, written, selected) => {
      const names = speakers.map(({ name }) => name.trim());
      onPreview(heardAlone(written, selected, names));
    });
  const sayLike = (): void =>
    withMarkup(({ wordsAt }, written, selected) => {
      const { start, end } = wordsAt(written, selected);
      onSayLike(written.slice(start, end).slice(0, 256));
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
  const insert = (name: string): void =>
    act(({ withSpeaker }, written, selected) => withSpeaker(written, selected, name));
  return { usual, mark, pause, spell, preview, sayLike, insert, keys, failed, prepare };
}
