import { useCallback, useRef, useState, type ReactElement } from 'react';
import { SpokenWords } from '../audio/spoken-words.tsx';
import { wordAt } from '../audio/take.ts';
import { useFollowing } from '../audio/use-following.ts';
import { useObjectUrl } from '../audio/use-object-url.ts';
import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Icon } from '../components/icon.tsx';
import { downloadAs, formats, type Transcript } from './transcript.ts';

/** A recording with its words: they light up as they are heard, and one that is chosen is played from. */
export function TranscriptPlayer({ transcript }: { readonly transcript: Transcript }): ReactElement {
  const { recording, words, text } = transcript;
  const audio = useRef<HTMLAudioElement>(null);
  const address = useObjectUrl(recording);
  /** The word that the loudspeaker is at; undefined before it has begun. */
  const [heard, setHeard] = useState<number>();
  const look = useCallback((seconds: number) => setHeard(wordAt(words, seconds)), [words]);
  const { isPlaying, follow } = useFollowing(audio, look);
  const [isUnplayable, setIsUnplayable] = useState(false);
  const choose = useCallback(
    (index: number) => {
      const element = audio.current;
      const word = words[index];
      if (element === null || word === undefined) return;
      element.currentTime = word.start;
      follow();
      element.play().catch(() => undefined);
    },
    [words, follow],
  );
  return (
    <div className="take-player transcript">
      <audio
        ref={audio}
        controls
        src={address}
        aria-label="The recording"
        onError={() => setIsUnplayable(true)}
        onPlay={follow}
        onSeeked={follow}
      />
      {isUnplayable && (
        <p className="note warning">This browser does not play the recording; its text is here all the same.</p>
      )}
      {words.length === 0 ? (
        <p role="status">No speech was heard in it.</p>
      ) : (
        <SpokenWords words={words} heard={heard ?? words.length - 1} isPlaying={isPlaying} onChoose={choose} />
      )}
      {text !== '' && (
        <div className="row">
          {formats.map((format) => (
            <Button key={format.id} onPress={() => downloadAs(transcript, format)}>
              <Icon name="download" /> {format.name}
            </Button>
          ))}
          <CopyButton text={text} />
        </div>
      )}
      <Figures transcript={transcript} />
    </div>
  );
}

function Figures({ transcript }: { readonly transcript: Transcript }): ReactElement {
  const { recognizers, language, seconds, tookMs, words, hasWordTimes } = transcript;
  const figures = [
    ['Heard by', recognizers.join(', ') || '–', 'recognizer'],
    ['Language', language === undefined ? '–' : language[0]!.toUpperCase() + language.slice(1), 'language'],
    ['Recording', `${seconds.toFixed(1)} s`, 'seconds'],
    ['Text after', `${(tookMs / 1000).toFixed(1)} s`, 'took'],
    ['Words', `${words.length}${hasWordTimes ? '' : ', times estimated'}`, 'words'],
  ] as const;
  return (
    <dl className="take-figures">
      {figures.map(([name, value, id]) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd data-figure={id}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
