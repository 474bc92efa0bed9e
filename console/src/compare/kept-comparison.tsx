import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { samePlace } from '../audio/take.ts';
import { usePlayback } from '../audio/use-playback.ts';
import { Button } from '../components/button.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { Icon } from '../components/icon.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/pages/page.tsx';
import { historyKey, nameOf, readTake } from '../history/history.ts';
import { useOpenTake } from '../history/kept-audio.ts';
import { KeptPlayer } from '../history/kept-takes.tsx';

const sides = ['A', 'B'] as const;

/** Two takes of the history and one loudspeaker. */
export function KeptComparison({ ids }: { readonly ids: readonly [string, string] }): ReactElement {
  const a = useOpenTake(ids[0]);
  const b = useOpenTake(ids[1]);
  const playback = usePlayback();
  const takes = [a?.take, b?.take] as const;
  const heard = playback.isPlaying ? takes.indexOf(playback.take) : -1;

  const playSide = (side: 0 | 1): void => {
    const [next, other] = [takes[side], takes[1 - side]];
    if (next === undefined) return;
    const isSwitch = playback.isPlaying && playback.take === other && other !== undefined;
    playback.play(next, isSwitch ? samePlace(other.view(), playback.position(), next.view()) : 0);
  };
  const inTurn = (): void => {
    const [first, second] = takes;
    if (first === undefined || second === undefined) return;
    playback.play(first, 0, () => playback.play(second));
  };
  return (
    <Page
      title="Compare"
      lead="Two takes of your history. Switch while one plays: the other goes on at the same word, where both have the same words."
      actions={<LinkButton href="/history">Back to the history</LinkButton>}
    >
      <div className="row">
        <Button variant="primary" onPress={inTurn}>
          <Icon name="play" /> One after the other
        </Button>
        {sides.map((side, index) => (
          <Button key={side} aria-pressed={heard === index} onPress={() => playSide(index === 0 ? 0 : 1)}>
            {heard < 0 || heard === index ? `Hear ${side}` : `Switch to ${side}`}
          </Button>
        ))}
        {playback.isPlaying && (
          <Button onPress={playback.stop}>
            <Icon name="stop" /> Stop
          </Button>
        )}
      </div>
      <div className="columns">
        {[a, b].map((open, index) => (
          <section
            key={sides[index]}
            className="card side"
            aria-label={`Take ${sides[index]!}`}
            data-heard={heard === index}
          >
            <About id={ids[index]!} />
            {open === undefined ? (
              <Loading label="Loading: the take" />
            ) : (
              <KeptPlayer open={open} playback={playback} />
            )}
          </section>
        ))}
      </div>
    </Page>
  );
}

/** Says nothing where the take cannot be read: the player below does. */
function About({ id }: { readonly id: string }): ReactElement | null {
  const { data: take } = useQuery({
    queryKey: [...historyKey, 'take', id],
    queryFn: ({ signal }) => readTake(id, signal),
    retry: false,
  });
  if (take === undefined) return null;
  return (
    <div>
      <strong>
        <Entered text={nameOf(take)} />
      </strong>
      <p className="muted">
        <Entered text={take.voice.name} /> · {take.seconds.toFixed(1)} s · <Moment at={take.created_at} />
      </p>
    </div>
  );
}
