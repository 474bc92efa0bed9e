import { useEffect, useState, type DragEvent, type ReactElement } from 'react';
import { useDraft } from '../base/draft.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { Late } from '../components/late.tsx';
import { Page } from '../components/pages/page.tsx';
import { useLate, type LoadPart } from '../components/use-late.ts';
import { RecentTakes } from '../history/recent-takes.tsx';
import { HistoryWish, KeepingNote } from '../history/wish.tsx';
import { LateInstallCard } from '../models/late-install-card.tsx';
import { MarkedText } from './marked-text.tsx';
import type { DroppedFileProps } from '../books/dropped-file.tsx';
import type { RequestSamplesProps } from './request-samples.tsx';
import { defaultSettings, Settings, VoiceSetting, type SpeechSettings } from './settings.tsx';
import { noSpeakers, speakersDraft, speakersOf } from './speakers.ts';
import type { TakePlayerProps } from './take-player.tsx';
import type { SayLikeProps } from './say-like.tsx';
import { useSpeaking } from './use-speaking.ts';
import { useAskedVoice, useChosenVoice } from './voice-choice.ts';

const firstText = 'Hello! This is your own server speaking. Each word lights up when you hear it.';

const samples: LoadPart<RequestSamplesProps> = async () => (await import('./request-samples.tsx')).RequestSamples;
const droppedFile: LoadPart<DroppedFileProps> = async () => (await import('../books/dropped-file.tsx')).DroppedFile;
const player: LoadPart<TakePlayerProps> = async () => (await import('./take-player.tsx')).TakePlayer;
const sayLike: LoadPart<SayLikeProps> = async () => (await import('./say-like.tsx')).SayLike;

/** A text, a voice, and the sound of it while it is made. */
export default function SpeakPage(): ReactElement {
  const [turn, setTurn] = useState(0);
  // A take that is used again begins the page anew, with the drafts that it has set.
  return <Workbench key={turn} onSpeakAgain={() => setTurn((before) => before + 1)} />;
}

function Workbench({ onSpeakAgain }: { readonly onSpeakAgain: () => void }): ReactElement {
  const session = useCurrentSession();
  const [text, setText] = useDraft<string>('speak-text', firstText);
  const [settings, setSettings] = useDraft('speech-settings', defaultSettings);
  const [{ rows }, setSpeakers] = useDraft(speakersDraft, noSpeakers);
  useAskedVoice((id) => setSettings((before) => ({ ...before, voice: id, language: '' })));
  const voice = useChosenVoice(settings.voice);
  const speaking = useSpeaking(text, settings, voice, rows);
  const { take, view, playback, keeper, save, start, preview, end, canSpeak, isBusy } = speaking;
  const { component: Player, hasFailed: hasNoPlayer, load: loadPlayer } = useLate(player);
  // Speech can begin where no focus and no pointer was seen before: in a window that is not the active one.
  useEffect(() => {
    if (take !== undefined) loadPlayer();
  }, [take, loadPlayer]);
  const [dropped, setDropped] = useState<File>();
  // While something is only dragged over the page, what files there are is not told.
  const drag = (event: DragEvent): void => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    drag(event);
    if (event.dataTransfer.files[0] !== undefined) setDropped(event.dataTransfer.files[0]);
  };
  const [word, setWord] = useState<string>();
  const changeSettings = (change: Partial<SpeechSettings>): void => setSettings((before) => ({ ...before, ...change }));

  return (
    <Page title="Speak" lead="Type a text, choose a voice, and hear it while it is made.">
      <LateInstallCard purpose="speaking" title="Give it a natural voice" text={text} voice={voice}>
        The built-in voices are small and sound like a machine. With this model the server sounds like a person; it runs
        on the server, and no text leaves it.
      </LateInstallCard>
      <div className="workbench">
        <section
          className="card"
          aria-label="Text"
          onFocus={loadPlayer}
          onPointerEnter={loadPlayer}
          onDragOver={drag}
          onDrop={drop}
        >
          {dropped !== undefined && (
            <Late part={droppedFile} props={{ file: dropped, onText: setText, onClose: () => setDropped(undefined) }} />
          )}
          <MarkedText
            text={text}
            onChange={setText}
            settings={settings}
            speakers={rows}
            onSpeakers={(changed) => setSpeakers({ rows: changed })}
            onSpeak={start}
            onSayLike={setWord}
            onPreview={preview}
            canSpeak={voice !== undefined}
          />
          <VoiceSetting voice={voice} chosen={settings.voice} onChange={changeSettings} />
          <div className="row spread">
            <div className="row">
              {isBusy ? (
                <Button variant="primary" onPress={end}>
                  <Icon name="stop" /> Stop
                </Button>
              ) : (
                <Button variant="primary" onPress={start} isDisabled={!canSpeak}>
                  <Icon name="play" /> Speak
                </Button>
              )}
              {take !== undefined && !isBusy && view.seconds > 0 && (
                <Button onPress={() => playback.play(take)}>Hear it again</Button>
              )}
              <Button onPress={() => save.mutate()} isPending={save.isPending} isDisabled={!canSpeak}>
                <Icon name="download" /> Download
              </Button>
            </div>
            <small>
              {text.length.toLocaleString('en-GB')} characters
              <span className="for-keyboard"> · Ctrl + Enter speaks</span>
            </small>
          </div>
          {save.error !== null && <ErrorMessage error={save.error} title="Not downloaded" />}
          {take !== undefined && Player !== undefined && <Player take={take} view={view} playback={playback} />}
          {hasNoPlayer && (
            <ErrorMessage
              error="Its script did not arrive."
              title="The player could not be loaded"
              onRetry={loadPlayer}
            />
          )}
          {word !== undefined && (
            <Late
              part={sayLike}
              props={{
                word,
                settings,
                voice: voice?.id ?? '',
                onSaved: (dictionary) => setSettings((before) => ({ ...before, dictionary })),
                onClose: () => setWord(undefined),
              }}
            />
          )}
          <KeepingNote keeping={keeper.keeping} />
          <HistoryWish />
        </section>
        <section className="card" aria-label="Settings">
          <Settings settings={settings} voice={voice} onChange={changeSettings} hasVoice={false} />
        </section>
      </div>
      <RecentTakes playback={playback} onSpeakAgain={onSpeakAgain} />
      <Code
        text={text}
        settings={settings}
        voice={voice?.id ?? ''}
        speakers={speakersOf(rows)}
        url={session.server.public_url}
      />
    </Page>
  );
}

/** Folded, since most do without. */
function Code(props: RequestSamplesProps): ReactElement {
  const { component: Samples, hasFailed, load } = useLate(samples);
  return (
    <details className="stack" onToggle={load}>
      <summary>
        <h2>The same request in code</h2>
      </summary>
      {Samples !== undefined && <Samples {...props} />}
      {hasFailed && (
        <ErrorMessage error="Its script did not arrive." title="The code could not be loaded" onRetry={load} />
      )}
    </details>
  );
}
