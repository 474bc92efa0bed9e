import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { describeVoice, type Voice } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { Select } from '../components/forms/select.tsx';
import { SendingForm } from '../components/forms/sending-form.tsx';
import { Slider } from '../components/forms/slider.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { isolated } from '../components/format.ts';
import { Empty } from '../components/pages/empty.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { Page } from '../components/pages/page.tsx';
import { PlayButton } from '../components/play-button.tsx';
import { notify } from '../components/toasts.tsx';

/** Two voices of one model, a slider between them, and the voice at its place. */
export default function BlendPage(): ReactElement {
  const { blending } = useCurrentSession().server;
  const [chosen, setChosen] = useState('');
  const engine = blending.includes(chosen) ? chosen : blending[0];
  return (
    <Page
      title="Blend two voices"
      lead={
        <>
          <Link href="/voices">All voices</Link> · A new voice that lies between two others.
        </>
      }
    >
      {engine === undefined ? (
        <NoModel />
      ) : (
        <section className="card">
          {blending.length > 1 && (
            <Select
              label="Model"
              options={blending.map((id) => ({ id, name: id }))}
              value={engine}
              onChange={setChosen}
            />
          )}
          <Voices key={engine} engine={engine} />
        </section>
      )}
    </Page>
  );
}

function NoModel(): ReactElement {
  return (
    <Empty title="No model of this server can blend voices.">
      <p>
        Voices can be mixed where a model keeps them as vectors: Kokoro does, the built-in voices and Piper do not. An
        administrator installs <code>kokoro-multi-lang-v1_0</code> under Server → Models. One that an older version of
        this server installed has to be removed and installed again.
      </p>
    </Empty>
  );
}

/** The voices that a model brings along. */
function Voices({ engine }: { readonly engine: string }): ReactElement {
  const { data, error, refetch } = useQuery({
    queryKey: ['voices', 'of', engine],
    queryFn: ({ signal }) =>
      sonorant.get('/voices', { query: { q: engine, is_owner: false, limit: 100, expand: ['spoken_by'] }, signal }),
  });
  if (data === undefined) {
    return error === null ? (
      <Loading label="Loading the voices" />
    ) : (
      <ErrorMessage error={error} title="The voices could not be read" onRetry={() => void refetch()} />
    );
  }
  const voices = data.data.filter(({ spoken_by: by }) => by?.engine === engine);
  const [first, second] = voices;
  if (first === undefined || second === undefined) return <NoModel />;
  return <Blend voices={voices} ends={[first, second]} />;
}

interface BlendProps {
  readonly voices: readonly Voice[];
  /** What is chosen at first. */
  readonly ends: readonly [Voice, Voice];
}

function Blend({ voices, ends: [left, right] }: BlendProps): ReactElement {
  const [firstId, setFirst] = useState(left.id);
  const [otherId, setOther] = useState(right.id);
  const [percent, setPercent] = useState(50);
  const [name, setName] = useState('');
  const first = voices.find(({ id }) => id === firstId) ?? left;
  const other = voices.find(({ id }) => id === otherId) ?? right;
  const isSame = first.id === other.id;
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const keep = useMutation({
    mutationFn: () =>
      sonorant.post('/voices/blend', {
        body: { voice_id: first.id, other_voice_id: other.id, weight: percent / 100, name },
      }),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: ['voices'] });
      notify(`${isolated(made.name)} is kept.`);
    },
  });
  // Not where the page was left: then the answer leads nowhere.
  const send = (): void => keep.mutate(undefined, { onSuccess: ({ id }) => navigate(`/voices/${id}`) });
  const options = voices.map((voice) => ({ id: voice.id, name: `${isolated(voice.name)} · ${describeVoice(voice)}` }));
  const shares = (share: number): string =>
    `${isolated(first.name)} ${100 - share} % · ${isolated(other.name)} ${share} %`;
  return (
    <SendingForm
      sending={{ mutate: send, isPending: keep.isPending, error: keep.error }}
      failure="The voice was not kept"
      buttons={
        <div className="row">
          <Button
            variant="primary"
            type="submit"
            isPending={keep.isPending}
            isDisabled={isSame || percent === 0 || percent === 100 || name.trim() === ''}
          >
            Keep the voice
          </Button>
        </div>
      }
    >
      <div className="columns">
        <Select label="First voice" options={options} value={first.id} onChange={setFirst} />
        <Select label="Other voice" options={options} value={other.id} onChange={setOther} />
      </div>
      {isSame && <p className="note warning">Choose two different voices.</p>}
      <Slider label="Between them" value={percent} onChange={setPercent} min={0} max={100} step={1} format={shares} />
      <div className="row">
        <PlayButton
          label={`Hear ${shares(percent)}`}
          text="Hear it"
          load={async (signal) => {
            const query = isSame ? {} : { with: other.id, weight: percent / 100 };
            return (await sonorant.get('/voices/{id}/preview', { path: { id: first.id }, query, signal })).blob();
          }}
        />
        <small>It speaks the language and the accent of the first voice.</small>
      </div>
      <TextField
        label="Name of the new voice"
        value={name}
        onChange={setName}
        isRequired
        maxLength={256}
        errorMessage={fieldErrors(keep.error).get('name')}
      />
    </SendingForm>
  );
}
