import type { Word } from '@sonorant/client';
import { memo, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { isolated } from '../components/format.ts';
import { useFollow } from './use-follow.ts';

export interface SpokenWordsProps {
  readonly words: readonly Word[];
  /** Index of the word that is heard now; -1 before the first. */
  readonly heard: number;
  /** Whether it is heard right now; else the words up to it were. */
  readonly isPlaying: boolean;
  /** A word was chosen by its index: then each is a button, and the arrow keys go from one to the next. Has to stay the same. */
  readonly onChoose?: (index: number) => void;
}

/** The words as they are heard: each lights up at its time, and stays in view. */
export function SpokenWords({ words, heard, isPlaying, onChoose }: SpokenWordsProps): ReactElement {
  const box = useRef<HTMLParagraphElement>(null);
  useFollow(box, heard, isPlaying);
  // One of the buttons is reached with the Tab key: the one that is heard, or was last.
  const entry = Math.max(0, Math.min(heard, words.length - 1));
  const speakers = [...new Set(words.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))];
  return (
    <p
      ref={box}
      className="spoken-words"
      role="group"
      aria-label="Words"
      {...(onChoose === undefined ? { tabIndex: 0 } : { onKeyDown: moveFocus })}
    >
      {words.map(({ word, start, speaker }, index) => (
        <SpokenWord
          key={`${index} ${start}`}
          word={word}
          speaker={speaker !== undefined && speaker !== words[index - 1]?.speaker ? (speaker ?? 'Narrator') : undefined}
          color={speaker === undefined ? undefined : speakers.indexOf(speaker) % colors}
          index={index}
          isEntry={index === entry}
          onChoose={onChoose}
          state={index > heard ? 'ahead' : index === heard && isPlaying ? 'now' : 'heard'}
        />
      ))}
    </p>
  );
}

/** Colours of speakers; their names stand beside them. */
const colors = 6;

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { children } = event.currentTarget;
  const at = [...children].indexOf(document.activeElement ?? event.currentTarget);
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: children.length - 1,
  };
  const target = children[targets[event.key] ?? -1];
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  target.focus();
}

interface SpokenWordProps {
  readonly word: string;
  /** Who begins to speak with it. */
  readonly speaker: string | undefined;
  /** Of who says it, where there are several. */
  readonly color: number | undefined;
  readonly index: number;
  readonly isEntry: boolean;
  readonly state: 'ahead' | 'now' | 'heard';
  readonly onChoose: ((index: number) => void) | undefined;
}

const SpokenWord = memo(function SpokenWord(props: SpokenWordProps): ReactElement {
  const { word, speaker, color, index, isEntry, state, onChoose } = props;
  const name = speaker !== undefined && <b className="speaker-name">{isolated(speaker)}: </b>;
  if (onChoose === undefined) {
    return (
      <>
        <span className="word" data-state={state} data-speaker={color}>
          {name}
          {word}
        </span>{' '}
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        className="word"
        data-state={state}
        data-speaker={color}
        tabIndex={isEntry ? 0 : -1}
        onClick={() => onChoose(index)}
      >
        {name}
        {word}
      </button>{' '}
    </>
  );
});
