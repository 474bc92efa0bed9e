import type { Schemas } from '@sonorant/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { useSearch } from 'wouter';
import { StartFineTune } from './start-fine-tune.tsx';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { formatLanguage, isolated } from '../components/format.ts';
import { List, useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/pages/page.tsx';
import { Progress } from '../components/progress.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';

type FineTune = Schemas['FineTune'];

/** How often a fine-tune that is not over is asked for. */
const pollMs = 1_000;

const states = {
  created: { tone: 'neutral', text: 'Waits to begin' },
  training: { tone: 'warning', text: 'Training' },
  completed: { tone: 'good', text: 'Completed' },
  failed: { tone: 'bad', text: 'Failed' },
} as const satisfies Record<FineTune['status'], object>;

function isOver({ status }: FineTune): boolean {
  return status === 'completed' || status === 'failed';
}

/** Voices that are made of all clips of a dataset. */
export default function FineTunesPage(): ReactElement {
  const dataset = new URLSearchParams(useSearch()).get('dataset') ?? '';
  const [isStarting, setIsStarting] = useState(dataset !== '');
  const list = useList<FineTune>({
    queryKey: ['fine-tunes', 'list'],
    load: (query, signal) => sonorant.get('/fine-tunes', { query, signal }),
    refetchInterval: (rows) => (rows.every(isOver) ? false : pollMs),
  });
  const start = <Button onPress={() => setIsStarting(true)}>New fine-tune</Button>;
  return (
    <Page title="Fine-tunes" lead="A voice that is made of all recordings of a dataset." actions={start}>
      <List
        list={list}
        label="Fine-tunes"
        empty={
          <Empty title="There is no fine-tune yet.">
            <p>
              It begins with a <Link href="/datasets">dataset</Link>: recordings of one speaker.
            </p>
            {start}
          </Empty>
        }
      >
        {(rows) => (
          <ul className="cards wide-cards">
            {rows.map((fineTune) => (
              <FineTuneCard key={fineTune.id} fineTune={fineTune} />
            ))}
          </ul>
        )}
      </List>
      <StartFineTune dataset={dataset} isOpen={isStarting} onClose={() => setIsStarting(false)} />
    </Page>
  );
}

function FineTuneCard({ fineTune }: { readonly fineTune: FineTune }): ReactElement {
  const { id, name, status, progress, language, description, user_errors: problems, created_at: at } = fineTune;
  const client = useQueryClient();
  return (
    <li className="card">
      <div className="card-head">
        <h2>
          <Entered text={name} />
        </h2>
        <span role="status">
          <Badge tone={states[status].tone}>{states[status].text}</Badge>
        </span>
      </div>
      {!isOver(fineTune) && <Progress label="Training" share={progress} />}
      <Facts
        facts={[
          ['Language', formatLanguage(language)],
          ['Description', description === '' ? '–' : <Entered key="description" text={description} />],
          [
            'Dataset',
            <Link key="dataset" href={`/datasets/${fineTune.dataset}`}>
              Open
            </Link>,
          ],
          ['Started', <Moment key="started" at={at} />],
        ]}
      />
      {problems.length > 0 && (
        <div className="stack">
          <strong>{status === 'failed' ? 'Why there is no voice' : 'What was wrong with some recordings'}</strong>
          <ul className="problem-list">
            {problems.map(({ code, message }, index) => (
              <li key={index}>
                <span dir="auto">{message}</span> <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {status === 'completed' && <ResultVoices id={id} />}
      <div className="row">
        <RemoveButton
          action={isOver(fineTune) ? 'Delete' : 'Stop and delete'}
          title="Delete this fine-tune?"
          label={`Delete ${isolated(name)}`}
          remove={() => sonorant.delete('/fine-tunes/{id}', { path: { id } })}
          onRemoved={() => void client.invalidateQueries({ queryKey: ['fine-tunes'] })}
        >
          <p>
            {isOver(fineTune)
              ? 'Voices that it has made stay.'
              : 'It is still training: the training stops and makes no voice.'}
          </p>
        </RemoveButton>
      </div>
    </li>
  );
}

/** The voices that a fine-tune has made. */
function ResultVoices({ id }: { readonly id: string }): ReactElement {
  const { data, error } = useQuery({
    queryKey: ['fine-tunes', 'voices', id],
    queryFn: ({ signal }) => sonorant.get('/fine-tunes/{id}/voices', { path: { id }, signal }),
  });
  if (error !== null) return <ErrorMessage error={error} title="Its voice could not be read" />;
  return (
    <p>
      Voice:{' '}
      {data?.data.length === 0
        ? 'was deleted'
        : data?.data.map((voice) => (
            <Link key={voice.id} href={`/voices/${voice.id}`}>
              <Entered text={voice.name} />
            </Link>
          ))}
    </p>
  );
}
