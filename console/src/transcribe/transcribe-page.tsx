import type { ReactElement } from 'react';
import { useDraft } from '../base/draft.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { LevelMeter } from '../audio/clips/level-meter.tsx';
import { insecureProblem } from '../audio/clips/microphone.ts';
import { Button } from '../components/button.tsx';
import { CodeSamples } from '../components/code-samples.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { FileField } from '../components/forms/file-field.tsx';
import { isolated } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { useLimits } from '../components/limits.ts';
import { Page } from '../components/pages/page.tsx';
import { Progress } from '../components/progress.tsx';
import type { LiveText } from './dictation.ts';
import { InstallCard } from '../models/install-card.tsx';
import { NoRecognizer } from './no-recognizer.tsx';
import { snippets } from './snippets.ts';
import { choiceOf, defaultSettings, recognizerFor, TranscribeSettings } from './transcribe-settings.tsx';
import { TranscriptPlayer } from './transcript-player.tsx';
import { useTranscription, type TranscriptionControls } from './use-transcription.ts';

const accept = ['audio/*', '.flac', '.m4a', '.mp3', '.mp4', '.mpeg', '.mpga', '.oga', '.ogg', '.wav', '.webm'];

/** A recording, or the microphone, and what is said in it. */
export default function TranscribePage(): ReactElement {
  const { server } = useCurrentSession();
  const [settings, setSettings] = useDraft('transcribe', defaultSettings);
  const transcription = useTranscription();
  const { sttBytes } = useLimits();
  const choice = choiceOf(settings, server.recognizers);
  const lead = 'Drop a recording, or speak: the words come with their times.';
  if (server.recognizers.length === 0) {
    return (
      <Page title="Transcribe" lead={lead}>
        <InstallCard purpose="hearing" title="Let it hear">
          This server has no recognizer. With this model it turns speech into text; it runs on the server, and no
          recording leaves it.
        </InstallCard>
        <NoRecognizer />
      </Page>
    );
  }
  return (
    <Page title="Transcribe" lead={lead}>
      <div className="workbench">
        <section className="card" aria-label="Recording">
          <FileField
            label="A file"
            accept={accept}
            files={[]}
            onChange={([file]) => file !== undefined && transcription.hearFile(file, choice)}
            maxBytes={sttBytes}
            description="FLAC, M4A, MP3, Ogg, WAV or WebM."
          />
          <MicrophoneButton
            transcription={transcription}
            onStart={() => transcription.listen(choice, recognizerFor(choice, server.recognizers)?.id)}
          />
          <Result transcription={transcription} />
        </section>
        <section className="card" aria-label="Settings">
          <TranscribeSettings
            settings={settings}
            recognizers={server.recognizers}
            onChange={(change) => setSettings((before) => ({ ...before, ...change }))}
          />
        </section>
      </div>
      <section className="stack">
        <h2>The same request in code</h2>
        <CodeSamples label="Language of the code" samples={snippets(choice, server.public_url)} />
      </section>
    </Page>
  );
}

/** Minutes and seconds: `0:07`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function MicrophoneButton({
  transcription: { state, stop, cancel },
  onStart,
}: {
  readonly transcription: TranscriptionControls;
  readonly onStart: () => void;
}): ReactElement {
  const problem = insecureProblem();
  const isOpen = state.kind === 'listening';
  return (
    <div className="stack">
      <div className="row">
        {isOpen ? (
          <Button variant="danger" onPress={stop}>
            <Icon name="stop" /> Stop
          </Button>
        ) : (
          <Button onPress={onStart} isDisabled={problem !== undefined} isPending={state.kind === 'asking'}>
            <Icon name="clone" /> Use the microphone
          </Button>
        )}
        {(isOpen || state.kind === 'asking') && (
          <Button variant="quiet" onPress={cancel}>
            Discard
          </Button>
        )}
        {state.kind === 'asking' && <span className="muted">The browser asks whether it may listen.</span>}
      </div>
      {isOpen && (
        <div className="listening">
          <span role="timer">{clock(state.seconds)}</span>
          <LevelMeter level={state.level} />
        </div>
      )}
      {problem !== undefined && (
        <p className="note warning">
          <strong>{problem.title}.</strong> {problem.advice}
        </p>
      )}
    </div>
  );
}

function Result({ transcription }: { readonly transcription: TranscriptionControls }): ReactElement {
  const { state, live, transcript, cancel } = transcription;
  return (
    <>
      {state.kind === 'sending' && <Progress label={`Sending ${isolated(state.name)}`} share={state.share} />}
      <p role="status">{statusOf(transcription)}</p>
      {(state.kind === 'sending' || state.kind === 'hearing') && (
        <div>
          <Button onPress={cancel}>Cancel</Button>
        </div>
      )}
      {state.kind === 'failed' && (
        <ErrorMessage
          error={state.error}
          title={transcript === undefined ? 'Nothing was heard' : 'It broke off; what was heard is kept'}
        />
      )}
      {transcript === undefined ? <LiveWords live={live} /> : <TranscriptPlayer transcript={transcript} />}
    </>
  );
}

function statusOf({ state, transcript }: TranscriptionControls): string {
  switch (state.kind) {
    case 'listening':
      return 'Listening. What is said stands here while it is spoken.';
    case 'hearing':
      return 'All of it has arrived; the server hears it.';
    case 'done':
      return `Done: ${transcript?.words.length ?? 0} words.`;
    default:
      return '';
  }
}

/** Final words, and those that may still change. */
function LiveWords({ live: { words, interim } }: { readonly live: LiveText }): ReactElement | null {
  if (words.length === 0 && interim === '') return null;
  return (
    <p className="spoken-words" role="log" aria-label="What is heard" tabIndex={0}>
      {words.map(({ word, start }, index) => (
        <span key={`${index} ${start}`} className="word" data-state="heard">
          {`${word} `}
        </span>
      ))}
      {interim !== '' && <span className="word interim">{interim}</span>}
    </p>
  );
}
