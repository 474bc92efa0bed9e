import { useMemo, useState, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { FormatSelect } from './format-select.tsx';
import { fileName, SaveButton, stemOf } from './save-button.tsx';
import { useChange, type Change, type ChangeControls } from './use-change.ts';
import { ClipField, missingClip, useClip, type Clip } from '../audio/clips/clip-field.tsx';
import { pauseOthers, SoundView } from '../audio/sound-view.tsx';
import type { TakeView } from '../audio/take.ts';
import { usePlayback, type PlaybackControls } from '../audio/use-playback.ts';
import { wavOf } from '../audio/wav.ts';
import { TakeWaveform } from '../audio/waveform.tsx';
import { useDraft } from '../base/draft.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { Button } from '../components/button.tsx';
import { CodeSamples } from '../components/code-samples.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { formSamples } from '../components/form-samples.ts';
import { isolated } from '../components/format.ts';
import { useLimits } from '../components/limits.ts';
import { Page } from '../components/pages/page.tsx';
import { Progress } from '../components/progress.tsx';
import { useKeeper, type Keeper } from '../history/keeping.ts';
import type { MadeFrom } from '../history/made.ts';
import { HistoryWish, KeepingNote } from '../history/wish.tsx';
import { formatFields, formatOf } from '../speak/formats.ts';
import { useChosenVoice } from '../speak/voice-choice.ts';
import { VoicePicker } from '../speak/voice-picker.tsx';
import type { Voice } from '../speak/voices.ts';

interface ChangeSettings {
  readonly voice: string;
  readonly format: string;
}

/** A clip, a voice, and the clip in that voice beside it. */
export default function ChangePage(): ReactElement {
  const { server } = useCurrentSession();
  const [settings, setSettings] = useDraft<ChangeSettings>('change', {
    voice: '',
    format: 'wav-24',
  });
  const voice = useChosenVoice(settings.voice);
  const changing = useChange();
  const { change, view, isRunning } = changing;
  const playback = usePlayback();
  const keeper = useKeeper();
  const clip = useClip(() => {
    // What was made of another clip is not the counterpart of this one.
    playback.stop();
    changing.clear();
  });
  const { format, extension } = formatOf(settings.format);
  return (
    <Page
      title="Change voice"
      lead="The words, the times and the melody of a clip stay; the voice becomes another one."
    >
      <div className="workbench">
        <ChangeForm clip={clip} voice={voice} changing={changing} playback={playback} keeper={keeper} />
        <section className="card" aria-label="Settings">
          <VoicePicker
            label="Target voice"
            value={voice?.id ?? ''}
            chosen={settings.voice}
            onChange={({ id }) => setSettings((before) => ({ ...before, voice: id }))}
          />
          <FormatSelect
            value={settings.format}
            onChange={(id) => setSettings((before) => ({ ...before, format: id }))}
          />
        </section>
      </div>
      {clip.clip !== undefined && (
        <section className="sounds" aria-label="Before and after">
          <SoundView title="Before" sound={clip.clip} onPlay={playback.stop} />
          {change !== undefined && (
            <After change={change} view={view} isRunning={isRunning} playback={playback} format={settings.format} />
          )}
        </section>
      )}
      <Abilities />
      <section className="stack">
        <h2>The same request in code</h2>
        <CodeSamples
          label="Language of the code"
          samples={formSamples({
            url: server.public_url,
            path: '/voice-changer/bytes',
            files: { clip: 'clip.wav' },
            fields: { 'voice[id]': voice?.id ?? '', ...formatFields(format) },
            method: 'changeVoice',
            blobs: { clip: 'clip.wav' },
            options: { voice: voice?.id ?? '', format },
            output: `changed.${extension}`,
          })}
        />
      </section>
    </Page>
  );
}

interface ChangeFormProps {
  readonly clip: Clip;
  readonly voice: Voice | undefined;
  readonly changing: ChangeControls;
  readonly playback: PlaybackControls;
  readonly keeper: Keeper;
}

function ChangeForm({ clip: { clip, field }, voice, changing, playback, keeper }: ChangeFormProps): ReactElement {
  const { change, view, isRunning, start, cancel } = changing;
  const [isMissing, setIsMissing] = useState(false);
  const { clipBytes } = useLimits();
  const error = view.state === 'failed' ? view.error : undefined;
  const stop = (): void => {
    cancel();
    playback.stop();
  };
  return (
    <Form
      className="card"
      aria-label="Clip"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRunning || voice === undefined) return;
        setIsMissing(clip === undefined);
        if (clip === undefined) return;
        pauseOthers();
        const take = start(clip, voice);
        playback.play(take);
        keeper.watch(take, madeFrom(clip, voice));
      }}
    >
      <ClipField
        label="Clip"
        {...field}
        maxBytes={clipBytes}
        description="WAV, FLAC, MP3, Ogg or WebM: one person speaking, without music."
        errorMessage={isMissing && clip === undefined ? missingClip[field.source] : fieldErrors(error).get('clip')}
      />
      <div className="row">
        {/* It stays where it is: another button in its place would be pressed by the key that is still down. */}
        <Button variant="primary" type="submit" isPending={isRunning} isDisabled={voice === undefined}>
          Change the voice
        </Button>
        {(isRunning || playback.isPlaying) && <Button onPress={stop}>{isRunning ? 'Cancel' : 'Stop'}</Button>}
      </div>
      {isRunning && change !== undefined && change.share < 1 && (
        <Progress label={`Sending ${isolated(change.clip.name)}`} share={change.share} />
      )}
      <p role="status">{statusOf(change, view)}</p>
      {error !== undefined && (
        <ErrorMessage
          error={error}
          title={view.seconds > 0 ? 'It broke off; what had come is kept' : 'The voice was not changed'}
        />
      )}
      {playback.problem !== undefined && <ErrorMessage error={playback.problem} title="Nothing is heard" />}
      <KeepingNote keeping={keeper.keeping} />
      <HistoryWish />
    </Form>
  );
}

function madeFrom({ name }: File, { id, name: voiceName, language }: Voice): MadeFrom {
  const voice = { id, name: voiceName };
  return { origin: 'change', title: stemOf(name).slice(0, 200), text: '', voice, model: null, language, settings: {} };
}

function statusOf(change: Change | undefined, { state, seconds, totalMs }: TakeView): string {
  if (change === undefined) return '';
  switch (state) {
    case 'waiting':
      return change.share < 1 ? '' : 'The server measures the clip and the voice.';
    case 'arriving':
      return 'The changed voice arrives, and is heard as it comes.';
    case 'complete':
      return `Done: ${seconds.toFixed(1)} s of audio in ${((totalMs ?? 0) / 1000).toFixed(1)} s.`;
    case 'stopped':
      return seconds > 0 ? `Cancelled after ${seconds.toFixed(1)} s of audio.` : 'Cancelled.';
    case 'failed':
      return '';
  }
}

interface AfterProps {
  readonly change: Change;
  readonly view: TakeView;
  readonly isRunning: boolean;
  readonly playback: PlaybackControls;
  readonly format: string;
}

/** What has come of it: a waveform that grows, and once it is over all that the clip has, too. */
function After({ change, view, isRunning, playback, format }: AfterProps): ReactElement | null {
  const { take, voice, clip, notes } = change;
  const sound = useMemo(() => (isRunning ? undefined : wavOf(take.pieces(), take.sampleRate)), [take, isRunning]);
  const title = `After: ${isolated(voice.name)}`;
  if (view.seconds === 0) return null;
  if (sound === undefined) {
    return (
      <figure className="sound">
        <figcaption>
          <strong>{title}</strong>
          <small>{view.seconds.toFixed(1)} s so far</small>
        </figcaption>
        <TakeWaveform take={take} position={playback.position} onSeek={(from) => playback.play(take, from)} />
        <p className="muted">The spectrogram is drawn when all of it is there.</p>
      </figure>
    );
  }
  return (
    <SoundView title={title} sound={sound} onPlay={playback.stop}>
      {notes.map((note) => (
        <p key={note} className="note warning">
          {note}: it may be heard in the result.
        </p>
      ))}
      {view.state === 'complete' && (
        <SaveButton format={format} name={fileName(stemOf(clip.name), voice.name)} sound={sound} />
      )}
    </SoundView>
  );
}

/** What can be expected of it, and what cannot. */
const abilities = [
  [
    'It changes',
    'pitch and loudness to those of the voice, formants and colour most of the way, as if the speaker had another throat. Each word stays where it is.',
  ],
  [
    'It keeps',
    'accent, rhythm and breath, how single sounds are made, and noise. Nothing is spoken anew, so who knows the speaker may still recognize them.',
  ],
  [
    'It is not for',
    'music, several speakers or whispering. The farther the voice is from that of the speaker, the harder the words are to understand.',
  ],
] as const;

function Abilities(): ReactElement {
  return (
    <section className="stack" aria-labelledby="abilities">
      <h2 id="abilities">What it can and cannot do</h2>
      <dl className="abilities">
        {abilities.map(([name, about]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
