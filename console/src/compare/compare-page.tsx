import type { SpeechRequest } from '@sonorant/client';
import { useState, type ReactElement } from 'react';
import { useSearch } from 'wouter';
import { KeptComparison } from './kept-comparison.tsx';
import { useDraft } from '../base/draft.ts';
import { samePlace, type Take, type TakeView } from '../audio/take.ts';
import { useUtterance } from '../audio/use-utterance.ts';
import { usePlayback } from '../audio/use-playback.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/pages/page.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { speechOptions } from '../speak/speech-options.ts';
import { defaultSettings, Settings } from '../speak/settings.tsx';
import { TakePlayer } from '../speak/take-player.tsx';
import { firstVoices } from '../speak/voice-choice.ts';
import { VoicePicker } from '../speak/voice-picker.tsx';
import { useVoice, useVoices, type NamedVoice, type Voice } from '../speak/voices.ts';

const firstText = 'Two voices read the same sentence, and you hear which of them suits it better.';
const sides = ['A', 'B'] as const;

/** Two utterances and one loudspeaker. @param requests what each side is to say */
function useComparison(requests: readonly [SpeechRequest, SpeechRequest]) {
  const a = useUtterance();
  const b = useUtterance();
  const playback = usePlayback();
  const [made, setMade] = useState('');
  const wanted = JSON.stringify(requests);

  /** Both are made at once, and anew when the text, a voice or a setting has changed since. */
  const both = (): readonly [Take, Take] => {
    const isWhole = [a, b].every(({ view }) => view.state === 'complete' || view.state === 'arriving');
    if (made === wanted && isWhole && a.take !== undefined && b.take !== undefined) return [a.take, b.take];
    setMade(wanted);
    return [a.speak(requests[0]), b.speak(requests[1])];
  };
  const inTurn = (): void => {
    const [first, second] = both();
    playback.play(first, 0, () => playback.play(second));
  };
  const playSide = (side: 0 | 1): void => {
    const current = playback.isPlaying ? playback.take : undefined;
    const place = playback.position();
    const takes = both();
    const other = takes[side];
    // What was heard until now may have been replaced by takes of a new text.
    const isSwitch = current !== undefined && current !== other && takes.includes(current);
    playback.play(other, isSwitch ? samePlace(current.view(), place, other.view()) : 0);
  };
  const stop = (): void => {
    a.stop();
    b.stop();
    playback.stop();
  };
  const isBusy = a.isRunning || b.isRunning || playback.isPlaying;
  return { a, b, playback, isBusy, inTurn, playSide, stop };
}

/** Two takes of the history where the address names them, else two voices. */
export default function ComparePage(): ReactElement {
  const search = new URLSearchParams(useSearch());
  const [a, b] = [search.get('a'), search.get('b')];
  return a === null || b === null ? <VoiceComparison /> : <KeptComparison key={`${a} ${b}`} ids={[a, b]} />;
}

/** Two voices on one text: one after the other, or switched at the same place of the text. */
function VoiceComparison(): ReactElement {
  const [text, setText] = useDraft<string>('compare-text', firstText);
  const [chosen, setChosen] = useDraft('compare-voices', { a: '', b: '' });
  const [settings, setSettings] = useDraft('speech-settings', defaultSettings);
  const voices = useVoices();
  const list = voices.data?.voices ?? [];
  const [firstA, firstB] = firstVoices(list);
  const chosenA = useVoice(chosen.a);
  const chosenB = useVoice(chosen.b);
  const isFree = (id: string, { isGone }: NamedVoice): boolean => id === '' || isGone;
  const voiceA = isFree(chosen.a, chosenA) ? firstA : chosenA.voice;
  const otherB = [firstB, firstA].find((voice) => voice !== voiceA) ?? firstB;
  const voiceB = isFree(chosen.b, chosenB) ? otherB : chosenB.voice;
  const options = (voice: Voice | undefined): SpeechRequest => ({ text, ...speechOptions(settings, voice?.id ?? '') });
  const { a, b, playback, isBusy, inTurn, playSide, stop } = useComparison([options(voiceA), options(voiceB)]);
  const canSpeak = text.trim() !== '' && voiceA !== undefined && voiceB !== undefined;
  const heardSide = playback.isPlaying ? (playback.take === a.take ? 0 : 1) : undefined;

  return (
    <Page
      title="Compare"
      lead="Two voices on one text. Switch while they speak: the other one goes on at the same word."
    >
      <section className="card" aria-label="Text">
        <TextField label="Text" rows={3} value={text} onChange={setText} />
        <div className="row">
          <Button variant="primary" onPress={inTurn} isDisabled={!canSpeak}>
            <Icon name="play" /> One after the other
          </Button>
          {sides.map((side, index) => (
            <Button
              key={side}
              isDisabled={!canSpeak}
              aria-pressed={heardSide === index}
              onPress={() => playSide(index === 0 ? 0 : 1)}
            >
              {heardSide === undefined || heardSide === index ? `Hear ${side}` : `Switch to ${side}`}
            </Button>
          ))}
          {isBusy && (
            <Button onPress={stop}>
              <Icon name="stop" /> Stop
            </Button>
          )}
        </div>
      </section>
      <div className="columns">
        <section className="card side" aria-label="Voice A" data-heard={heardSide === 0}>
          <VoicePicker
            label="Voice A"
            value={voiceA?.id ?? ''}
            chosen={chosen.a}
            onChange={({ id }) => setChosen({ ...chosen, a: id })}
          />
          <Side take={a.take} view={a.view} playback={playback} />
        </section>
        <section className="card side" aria-label="Voice B" data-heard={heardSide === 1}>
          <VoicePicker
            label="Voice B"
            value={voiceB?.id ?? ''}
            chosen={chosen.b}
            onChange={({ id }) => setChosen({ ...chosen, b: id })}
          />
          <Side take={b.take} view={b.view} playback={playback} />
        </section>
      </div>
      <section className="card" aria-label="Settings of both">
        <Settings
          settings={settings}
          voice={voiceA}
          hasVoice={false}
          hasFormat={false}
          onChange={(part) => setSettings((before) => ({ ...before, ...part }))}
        />
      </section>
    </Page>
  );
}

function Side({
  take,
  view,
  playback,
}: {
  readonly take: Take | undefined;
  readonly view: TakeView;
  readonly playback: ReturnType<typeof usePlayback>;
}): ReactElement {
  // Why nothing is heard stands at the side that is not heard.
  const own = playback.take === take ? playback : { ...playback, problem: undefined };
  return <TakePlayer take={take} view={view} playback={own} />;
}
