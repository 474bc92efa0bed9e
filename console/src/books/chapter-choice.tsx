import type { ReactElement } from 'react';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatInteger } from '../components/format.ts';
import { isActive, type BookWithChapters } from './books.ts';

export interface ChapterChoiceProps {
  readonly book: BookWithChapters;
  /** Numbers. */
  readonly chosen: readonly number[];
  readonly onChange: (numbers: readonly number[]) => void;
  readonly errorMessage?: string | undefined;
}

/** The chapters, each with a check box, and which of them are made. */
export function ChapterChoice({ book, chosen, onChange, errorMessage }: ChapterChoiceProps): ReactElement {
  const { chapters } = book;
  const isFixed = isActive(book);
  const set = new Set(chosen);
  const choose = (number: number, isChosen: boolean): void =>
    onChange(chapters.map((chapter) => chapter.number).filter((one) => (one === number ? isChosen : set.has(one))));
  return (
    <section className="card" aria-labelledby="chapters">
      <div className="row spread">
        <h2 id="chapters">Chapters</h2>
        <div className="row tight">
          <Button
            variant="quiet"
            isDisabled={isFixed || chosen.length === chapters.length}
            onPress={() => onChange(chapters.map(({ number }) => number))}
          >
            Choose all
          </Button>
          <Button variant="quiet" isDisabled={isFixed || chosen.length === 0} onPress={() => onChange([])}>
            Choose none
          </Button>
        </div>
      </div>
      <p className="muted" role="status">
        {formatInteger(chosen.length)} of {formatInteger(chapters.length)} chosen
      </p>
      {errorMessage !== undefined && <span className="react-aria-FieldError">{errorMessage}</span>}
      <ul className="plain-list">
        {chapters.map(({ number, title, characters, is_spoken: isSpoken }) => (
          <li key={number} className="book-chapter">
            <Checkbox isSelected={set.has(number)} onChange={(is) => choose(number, is)} isDisabled={isFixed}>
              {number}. <Entered text={title} /> <small className="muted">{formatInteger(characters)} characters</small>
            </Checkbox>
            {isSpoken && <Badge tone="good">Made</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
