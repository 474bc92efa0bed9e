import type { Word } from '@sonorant/client';
import { memo, useRef, type ReactElement } from 'react';
import { useFollow } from './use-follow.ts';

export interface SpokenWordsProps {
  readonly words: readonly Word[];
  /** Index of the word that is heard now; -1 before the first. */
  readonly heard: number;
  /** Whether it is heard right now; else the words up to it were. */
  readonly isPlaying: boolean;
}

/** The words as they are heard: each lights up at its time, and stays in view. */
export function SpokenWords({ words, heard, isPlaying }: SpokenWordsProps): ReactElement {
  const box = useRef<HTMLParagraphElement>(null);
  useFollow(box, heard, isPlaying);
  return (
    <p ref={box} className="spoken-words" role="group" aria-label="Words" tabIndex={0}>
      {words.map(({ word, start }, index) => (
        <SpokenWord
          key={`${index} ${start}`}
          word={word}
          state={index > heard ? 'ahead' : index === heard && isPlaying ? 'now' : 'heard'}
        />
      ))}
    </p>
  );
}

const SpokenWord = memo(function SpokenWord({
  word,
  state,
}: {
  readonly word: string;
  readonly state: 'ahead' | 'now' | 'heard';
}): ReactElement {
  return (
    <>
      <span className="word" data-state={state}>
        {word}
      </span>{' '}
    </>
  );
});
