import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { useLocation, useParams } from 'wouter';
import { describeVoice, genderNames, previewOf, useAccents, type Voice } from './catalogue.ts';
import { CloneSimilarity } from './clone-similarity.tsx';
import { EditVoice } from './edit-voice.tsx';
import { LocalizeVoice } from './localize-voice.tsx';
import { OriginalAndClone } from './original-and-clone.tsx';
import { recentClip } from './recent-clips.ts';
import { SpeakerProfile } from './speaker-profile.tsx';
import { VoiceAccents } from './voice-accents.tsx';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { formatLanguage, isolated } from '../components/format.ts';
import { LinkButton } from '../components/link-button.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/pages/page.tsx';
import { PlayButton } from '../components/play-button.tsx';
import { notify } from '../components/toasts.tsx';

/** One voice: what is known of it, and for the organization's own the form to change it. */
export default function VoicePage(): ReactElement {
  const { id } = useParams<{ id: string }>();
  const {
    data: voice,
    error,
    refetch,
  } = useQuery({
    queryKey: ['voices', 'one', id],
    queryFn: ({ signal }) =>
      sonorant.get('/voices/{id}', {
        path: { id },
        query: { expand: ['spoken_by', 'speaker_profile', 'preview_file_url'] },
        signal,
      }),
  });
  if (voice === undefined) {
    return (
      <Page title="Voice" lead={<Link href="/voices">All voices</Link>}>
        {error === null ? (
          <Loading label="Loading the voice" />
        ) : (
          <ErrorMessage error={error} title="The voice could not be read" onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return <OneVoice key={voice.id} voice={voice} />;
}

function OneVoice({ voice }: { readonly voice: Voice }): ReactElement {
  const [dialog, setDialog] = useState<'delete' | 'localize'>();
  const close = (): void => setDialog(undefined);
  const recent = recentClip(voice.id);
  return (
    <Page
      title={isolated(voice.name)}
      lead={
        <>
          <Link href="/voices">All voices</Link> · {describeVoice(voice)}
        </>
      }
      actions={
        <>
          {voice.preview_file_url !== null && (
            <PlayButton
              label={`Preview of ${isolated(voice.name)}`}
              text="Preview"
              load={(signal) => previewOf(voice, signal)}
            />
          )}
          {voice.spoken_by !== null && (
            <LinkButton href={`/speak?${new URLSearchParams({ voice: voice.id })}`} variant="primary">
              Speak with it
            </LinkButton>
          )}
          <Button onPress={() => setDialog('localize')}>Localize</Button>
          {voice.is_owner && (
            <Button variant="danger" onPress={() => setDialog('delete')}>
              Delete
            </Button>
          )}
        </>
      }
    >
      {recent !== undefined && <OriginalAndClone voice={voice} recent={recent} />}
      {isMeasurable(voice) && <CloneSimilarity voice={voice} isNew={recent !== undefined} />}
      <div className="columns">
        <section className="card">
          <h2>About</h2>
          <VoiceFacts voice={voice} />
        </section>
        {voice.is_owner && (
          <section className="card">
            <h2>Change</h2>
            <EditVoice voice={voice} />
          </section>
        )}
      </div>
      {voice.speaker_profile !== null && voice.speaker_profile !== undefined && (
        <section className="card">
          <h2>What its recording told</h2>
          <SpeakerProfile profile={voice.speaker_profile} />
        </section>
      )}
      {voice.is_owner && (
        <section className="card">
          <h2>Accents</h2>
          <VoiceAccents voice={voice} />
        </section>
      )}
      <LocalizeVoice voice={voice} isOpen={dialog === 'localize'} onClose={close} />
      <DeleteVoice voice={voice} isOpen={dialog === 'delete'} onClose={close} />
    </Page>
  );
}

/** Something measured of its speaker is kept, and something here speaks it. */
function isMeasurable({ speaker_profile: profile, spoken_by: engine }: Voice): boolean {
  return profile !== null && profile !== undefined && engine !== null;
}

function VoiceFacts({ voice }: { readonly voice: Voice }): ReactElement {
  const accents = useAccents();
  const accent = accents.find(({ id }) => id === voice.accent)?.name ?? voice.accent ?? 'Not known';
  return (
    <Facts
      facts={[
        ['Description', voice.description === '' ? '–' : <Entered key="description" text={voice.description} />],
        ['Tagline', voice.tagline === '' ? '–' : <Entered key="tagline" text={voice.tagline} />],
        ['Language', formatLanguage(voice.language)],
        ['Accent', accent],
        ['Gender', voice.gender === null ? 'Not known' : genderNames[voice.gender]],
        [
          'Spoken by',
          voice.spoken_by === null || voice.spoken_by === undefined ? (
            <Badge key="none" tone="warning">
              No engine of this server
            </Badge>
          ) : (
            <span key="engine">
              <Badge>{voice.spoken_by.engine}</Badge> {voice.spoken_by.reason}
            </span>
          ),
        ],
        ['Who may use it', voice.access === 'public' ? 'Every organization of this server' : 'Only your organization'],
        ['Made', <Moment key="made" at={voice.created_at} />],
        [
          'Id',
          <span key="id" className="id">
            <code>{voice.id}</code> <CopyButton text={voice.id} />
          </span>,
        ],
      ]}
    />
  );
}

interface VoiceDialogProps {
  readonly voice: Voice;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function DeleteVoice({ voice, isOpen, onClose }: VoiceDialogProps): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const remove = useMutation({
    mutationFn: () => sonorant.delete('/voices/{id}', { path: { id: voice.id } }),
    onSuccess: () => {
      onClose();
      notify(`${isolated(voice.name)} was deleted.`);
      navigate('/voices');
      client.removeQueries({ queryKey: ['voices', 'one', voice.id] });
      void client.invalidateQueries({ queryKey: ['voices'] });
    },
  });
  return (
    <Confirm title="Delete this voice?" isOpen={isOpen} onClose={onClose} action="Delete" sending={remove}>
      <p>
        <Entered text={voice.name} /> and its recording are gone for good. Requests and agents that name it then fail.
      </p>
    </Confirm>
  );
}
