import { useEffect, useState, type ReactElement } from 'react';
import { Form, Link } from 'react-aria-components';
import { FormatSelect } from './format-select.tsx';
import { fileName, SaveButton, stemOf } from './save-button.tsx';
import { useJoin, type JoinControls, type JoinResult, type JoinState } from './use-join.ts';
import { ClipField, useClip } from '../audio/clips/clip-field.tsx';
import { SoundView } from '../audio/sound-view.tsx';
import { useDraft } from '../base/draft.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { CodeSamples } from '../components/code-samples.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { formSamples } from '../components/form-samples.ts';
import { isolated } from '../components/format.ts';
import { useLimits } from '../components/limits.ts';
import { Page } from '../components/pages/page.tsx';
import { Progress } from '../components/progress.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useKeeper, type Keeper } from '../history/keeping.ts';
import { HistoryWish, KeepingNote } from '../history/wish.tsx';
import { defaultModel, formatFields, formatOf } from '../speak/formats.ts';
import { useChosenVoice } from '../speak/voice-choice.ts';
import { VoicePicker } from '../speak/voice-picker.tsx';
import type { Voice } from '../speak/voices.ts';

const takes = 'WAV, FLAC, MP3, Ogg or WebM.';

interface JoinSettings {
  readonly voice: string;
  readonly format: string;
  readonly transcript: string;
  /** Whether the recordings are part of the result. */
  readonly isWhole: boolean;
}

const firstSettings: JoinSettings = { voice: '', format: 'wav-24', transcript: '', isWhole: true };

/** Two recordings, the words between them, and all of it as one. */
export default function JoinPage(): ReactElement {
  const { server } = useCurrentSession();
  const [settings, setSettings] = useDraft('join', firstSettings);
  const change = (part: Partial<JoinSettings>): void => setSettings((before) => ({ ...before, ...part }));
  const voice = useChosenVoice(settings.voice);
  const joining = useJoin();
  const { keeping } = useKeptResult(joining.state);
  const { isWhole } = settings;
  return (
    <Page
      title="Join"
      lead="Speech between two recordings, after one, or before one, as loud, as fast and as noisy as they are."
    >
      <div className="workbench">
        <JoinForm
          transcript={settings.transcript}
          onTranscriptChange={(transcript) => change({ transcript })}
          voice={voice}
          joining={joining}
        />
        <section className="card" aria-label="Settings">
          <VoicePicker value={voice?.id ?? ''} chosen={settings.voice} onChange={({ id }) => change({ voice: id })} />
          <p className="muted">
            The voice stays as it is: <Link href="/voices/clone">a clone</Link> of the speaker joins best.
          </p>
          <div className="field">
            <Checkbox isSelected={isWhole} onChange={(isSelected) => change({ isWhole: isSelected })}>
              With the recordings around it
            </Checkbox>
            <small>Else only what stands between them. It changes what is shown, heard and downloaded.</small>
          </div>
          <FormatSelect value={settings.format} onChange={(format) => change({ format })} />
          <HistoryWish />
        </section>
      </div>
      {joining.state.kind === 'done' && (
        <Result result={joining.state.result} isWhole={isWhole} format={settings.format} />
      )}
      <KeepingNote keeping={keeping} />
      <section className="stack">
        <h2>The same request in code</h2>
        <CodeSamples label="Language of the code" samples={samplesOf(settings, voice, server.public_url)} />
      </section>
    </Page>
  );
}

/** What is joined goes into the history, with the recordings around it. */
function useKeptResult(state: JoinControls['state']): Keeper {
  const keeper = useKeeper();
  const { keep } = keeper;
  const result = state.kind === 'done' ? state.result : undefined;
  useEffect(() => {
    if (result === undefined) return;
    const { join, whole, seconds } = result;
    const { id, name, language } = join.voice;
    keep(
      { sound: whole, seconds, words: [] },
      { origin: 'join', text: join.transcript, voice: { id, name }, model: null, language, settings: {} },
    );
  }, [result, keep]);
  return keeper;
}

function samplesOf({ transcript, isWhole, format: id }: JoinSettings, voice: Voice | undefined, url: string) {
  const { format, extension } = formatOf(id);
  return formSamples({
    url,
    path: '/infill/bytes',
    files: { left_audio: 'left.wav', right_audio: 'right.wav' },
    fields: {
      model_id: defaultModel,
      voice_id: voice?.id ?? '',
      transcript,
      ...(isWhole && { whole: 'true' }),
      ...formatFields(format),
    },
    method: 'infill',
    blobs: { left: 'left.wav', right: 'right.wav' },
    options: { text: transcript, voice: voice?.id ?? '', ...(isWhole && { whole: true }), format },
    output: `joined.${extension}`,
  });
}

interface JoinFormProps {
  readonly transcript: string;
  readonly onTranscriptChange: (transcript: string) => void;
  readonly voice: Voice | undefined;
  readonly joining: JoinControls;
}

function JoinForm({ transcript, onTranscriptChange, voice, joining }: JoinFormProps): ReactElement {
  const { state, start, cancel } = joining;
  const [isMissing, setIsMissing] = useState(false);
  const left = useClip();
  const right = useClip();
  const { clipBytes } = useLimits();
  const problems = fieldErrors(state.kind === 'failed' ? state.error : undefined);
  const lacksClip = left.clip === undefined && right.clip === undefined;
  const lacksText = transcript.trim() === '';
  const isRunning = state.kind === 'running';
  return (
    <Form
      className="card"
      aria-label="Recordings"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRunning || voice === undefined) return;
        setIsMissing(lacksClip || lacksText);
        if (!lacksClip && !lacksText) start({ left: left.clip, right: right.clip, transcript, voice });
      }}
    >
      <ClipField
        label="Left recording"
        {...left.field}
        maxBytes={clipBytes}
        description={`What comes before the words. ${takes} It may be left out: then the speech leads into the other one.`}
        errorMessage={
          isMissing && lacksClip ? 'Give a recording here, on the right, or both.' : problems.get('left_audio')
        }
      />
      <TextField
        label="The words between"
        rows={2}
        value={transcript}
        onChange={onTranscriptChange}
        maxLength={5000}
        placeholder="What should be said between them?"
        errorMessage={isMissing && lacksText ? 'Write what should be said.' : problems.get('transcript')}
      />
      <ClipField
        label="Right recording"
        {...right.field}
        maxBytes={clipBytes}
        description={`What comes after the words. ${takes} It may be left out: then the speech goes on from the other one.`}
        errorMessage={problems.get('right_audio')}
      />
      <div className="row">
        <Button variant="primary" type="submit" isPending={isRunning} isDisabled={voice === undefined}>
          Join
        </Button>
        {isRunning && <Button onPress={cancel}>Cancel</Button>}
      </div>
      {isRunning && state.share < 1 && <Progress label="Sending the recordings" share={state.share} />}
      <p role="status">{statusOf(state)}</p>
      {state.kind === 'failed' && <ErrorMessage error={state.error} title="Nothing was joined" />}
    </Form>
  );
}

function statusOf(state: JoinState): string {
  switch (state.kind) {
    case 'running':
      return state.share < 1 ? '' : 'The server speaks, and fits it to the recordings.';
    case 'done':
      return 'Done.';
    default:
      return '';
  }
}

/** A joint is heard from so many seconds before it. */
const lead = 1;

interface ResultProps {
  readonly result: JoinResult;
  readonly isWhole: boolean;
  readonly format: string;
}

function Result({ result, isWhole, format }: ResultProps): ReactElement {
  const { join, whole, between, joints } = result;
  const { left, right, voice } = join;
  const sound = isWhole ? whole : between;
  const cues = joints.map((joint) => ({
    label: `Hear the joint at ${joint.toFixed(2)} s`,
    seconds: Math.max(0, joint - lead),
  }));
  const name = fileName(stemOf((left ?? right)!.name), isWhole ? 'joined' : 'between');
  return (
    <section className="sounds" aria-label="Result">
      <SoundView
        title={
          isWhole ? `Joined: ${isolated(voice.name)} between the dashed lines` : `Between: ${isolated(voice.name)}`
        }
        sound={sound}
        {...(isWhole && { marks: joints, cues })}
      >
        <SaveButton format={format} name={name} sound={sound} />
      </SoundView>
    </section>
  );
}
