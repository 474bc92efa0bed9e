import type { Schemas } from '@sonorant/client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Voice } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { Loading } from '../components/pages/loading.tsx';

type Similarity = Schemas['VoiceSimilarity'];

export interface CloneSimilarityProps {
  readonly voice: Voice;
  /** Measures at once; else on a button, since the voice has to speak for it. */
  readonly isNew: boolean;
}

/** How near a clone comes to its clip, by what the server measures in both. */
export function CloneSimilarity({ voice, isNew }: CloneSimilarityProps): ReactElement {
  const [isWanted, setIsWanted] = useState(isNew);
  const { data, error, refetch } = useQuery({
    queryKey: ['voices', 'one', voice.id, 'similarity'],
    queryFn: ({ signal }) => sonorant.get('/voices/{id}/similarity', { path: { id: voice.id }, signal }),
    enabled: isWanted,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <section className="card" aria-labelledby="similarity">
      <h2 id="similarity">How near it comes</h2>
      {!isWanted && (
        <>
          <p className="muted">
            The voice speaks ten seconds, which are measured as its recording was and not counted.
          </p>
          <Button onPress={() => setIsWanted(true)}>Measure it</Button>
        </>
      )}
      {error !== null && <ErrorMessage error={error} title="It could not be measured" onRetry={() => void refetch()} />}
      {isWanted && data === undefined && error === null && <Loading label="The clone speaks and is measured" />}
      {data !== undefined && <Measured similarity={data} />}
    </section>
  );
}

function Measured({ similarity }: { readonly similarity: Similarity }): ReactElement {
  const { similarity: overall, summary, pitch, formants } = similarity;
  const list = (hertz: readonly number[]): string => hertz.map((value) => Math.round(value)).join(', ');
  return (
    <div role="status">
      {overall === null ? (
        <p>The recording has too few vowels for one figure.</p>
      ) : (
        <p className="row">
          <strong>{Math.round(100 * overall)} %</strong>
          <meter min={0} max={1} value={overall} aria-label="How near the clone comes" />
        </p>
      )}
      <p>{summary}</p>
      <Facts
        facts={[
          ['Pitch', `${Math.round(pitch.clip_hz)} Hz in the recording, ${Math.round(pitch.clone_hz)} Hz in the clone`],
          ...(formants === null
            ? []
            : [['Formants', `${list(formants.clip_hz)} Hz; ${list(formants.clone_hz)} Hz in the clone`] as const]),
        ]}
      />
      <p className="muted">
        100 % is as near as another recording of the same speaker can be (such recordings have 80 to 100 %), 0 % as far
        as two speakers usually are. Accent, melody and how natural it sounds are not measured: listen to both.
      </p>
    </div>
  );
}
