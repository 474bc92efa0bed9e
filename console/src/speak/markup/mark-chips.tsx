import { useMemo, type ReactElement } from 'react';
import { Toolbar } from 'react-aria-components';
import { markChoices, type MarkChoice } from './mark-choices.ts';
import { MarkMenu } from './mark-menu.tsx';
import { marksIn, withoutMark, withValue, type Mark, type MarkKind } from './marks.ts';
import type { LastingTag, TextEdit, TextRange } from './markup.ts';

export interface MarkChipsProps {
  readonly text: string;
  /** What holds where no tag says anything. */
  readonly usual: Readonly<Record<LastingTag, string>>;
  readonly onEdit: (edit: TextEdit) => void;
  /** Tags of a mark are to be seen in the text. */
  readonly onShow: (range: TextRange) => void;
}

/** Chips that are shown; what is behind them is said. A book has more than can be looked through. */
const maxChips = 60;
/** Characters of the words on a chip. */
const maxWords = 24;
const show: MarkChoice = { id: 'show', name: 'Show in the text' };
const remove: MarkChoice = { id: 'remove', name: 'Remove' };

const kinds: Readonly<Record<Exclude<MarkKind, 'pause'>, string>> = {
  speed: 'Pace',
  volume: 'Volume',
  emotion: 'Emotion',
  spell: 'Spelled',
};

/** What stands in the text as tags: each with its words, to be changed or taken away. */
export function MarkChips({ text, usual: { speed, volume, emotion }, onEdit, onShow }: MarkChipsProps): ReactElement {
  const marks = useMemo(() => marksIn(text, { speed, volume, emotion }), [text, speed, volume, emotion]);
  const act = (mark: Mark, id: string): void => {
    if (id === show.id) onShow(mark.opening);
    else onEdit(id === remove.id ? withoutMark(text, mark) : withValue(mark, id));
  };
  return (
    <Toolbar aria-label="Marks in the text" className="row tight chips">
      {marks.slice(0, maxChips).map((mark, index) => (
        <MarkMenu key={`${index} ${mark.kind}`} choices={choicesFor(mark)} onChoose={(id) => act(mark, id)}>
          {nameOf(mark)}
          {mark.words !== '' && <q>{shortened(mark.words)}</q>}
        </MarkMenu>
      ))}
      {marks.length > maxChips && <small>and {marks.length - maxChips} more</small>}
    </Toolbar>
  );
}

function choicesFor({ kind, value }: Mark): readonly MarkChoice[] {
  const others = kind === 'spell' ? [] : markChoices[kind].filter(({ id }) => id !== value);
  return [show, ...others, remove];
}

function nameOf({ kind, value }: Mark): string {
  if (kind === 'pause') return `Pause ${Number(value) / 1000} s`;
  if (kind === 'spell') return kinds.spell;
  return markChoices[kind].find(({ id }) => id === value)?.name ?? `${kinds[kind]} ${value}`;
}

function shortened(words: string): string {
  const characters = Array.from(words);
  return characters.length <= maxWords ? words : `${characters.slice(0, maxWords).join('').trimEnd()}…`;
}
