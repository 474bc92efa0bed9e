import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { useLocation } from 'wouter';
import type { Language, Voice } from './catalogue.ts';
import { CloneAbility } from './clone-ability.tsx';
import { CloneFields, describedConsent, LanguageField, type CloneForm } from './clone-fields.tsx';
import { readAloudText } from './read-aloud.ts';
import { rememberClip } from './recent-clips.ts';
import { uploading, uploadKey } from '../base/upload.ts';
import { ClipEditor } from '../audio/clips/clip-editor.tsx';
import { ClipField, missingClip, useRecordedFile } from '../audio/clips/clip-field.tsx';
import { clipPart, type ClipRange } from '../audio/clips/clip-part.ts';
import { useMicrophone } from '../audio/clips/use-microphone.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { formatBytes, isolated } from '../components/format.ts';
import { useLimits } from '../components/limits.ts';
import { Page } from '../components/pages/page.tsx';
import { Progress } from '../components/progress.tsx';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/forms/use-draft.ts';
import { InstallCard } from '../models/install-card.tsx';

const emptyForm: CloneForm = {
  name: '',
  language: 'en',
  accent: '',
  tagline: '',
  description: '',
  transcript: '',
  access: 'private',
  source: 'file',
  clip: undefined,
  hasConsent: false,
};

/** What phones and Macs record, as far as the browser reads it. */
const accepts = ['.m4a', '.mp4', '.aac', '.aiff', '.aif', '.caf', '.3gp'];

/** A part of a recording; of another recording it means nothing. */
interface ChosenPart {
  readonly of: File;
  readonly range: ClipRange | undefined;
}

interface Attempt {
  readonly form: CloneForm;
  readonly clip: File;
  readonly range: ClipRange | undefined;
  readonly sent: File;
  /** With the day of the consent: another day would be another request. */
  readonly description: string;
  readonly key: string;
}

/**
 * The last one. The same form is sent with the same key, so that there is one voice and not two: tried again after a lost connection,
 * and after the page was left and opened again.
 */
let attempt: Attempt | undefined;

/** Sends the form; the same one again makes no second voice. Leaving the page cancels it. */
function useClone(form: CloneForm, maxBytes: number, onDone: () => void) {
  const [share, setShare] = useState<number>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const clone = useMutation({
    mutationFn: async ({ of: clip, range }: ChosenPart) => {
      const { signal } = (controller.current = new AbortController());
      let current = attempt;
      if (current?.form !== form || current.clip !== clip || current.range !== range) {
        const description = describedConsent(form.description);
        current = { form, clip, range, sent: await clipPart(clip, range), description, key: uploadKey() };
      }
      const { sent, description, key } = (attempt = current);
      if (sent.size > maxBytes) {
        throw new Error(
          `As WAV it is ${formatBytes(sent.size)}, and this server takes at most ${formatBytes(maxBytes)}: choose a shorter part.`,
        );
      }
      setShare(0);
      const { name, language, access, accent, tagline, transcript } = form;
      const voice = await uploading(setShare).post('/voices/clone', {
        form: {
          clip: sent,
          name,
          language: language as Language,
          access: access as Voice['access'],
          description,
          ...(accent !== '' && { accent }),
          ...(tagline !== '' && { tagline }),
          ...(transcript !== '' && { transcript }),
        },
        signal,
        idempotencyKey: key,
      });
      rememberClip(voice.id, { clip: sent, transcript });
      return voice;
    },
    onSettled: () => setShare(undefined),
    onSuccess: ({ name }) => {
      attempt = undefined;
      onDone();
      void client.invalidateQueries({ queryKey: ['voices'] });
      notify(`${isolated(name)} can speak now.`);
    },
  });
  // Not where the page was left: then the answer leads nowhere.
  const send = (part: ChosenPart): void => clone.mutate(part, { onSuccess: ({ id }) => navigate(`/voices/${id}`) });
  return { clone, send, share, cancel: () => controller.current?.abort() };
}

/** Makes a voice of a recording. */
export default function ClonePage(): ReactElement {
  const { clipBytes } = useLimits();
  const { value: form, set, discard } = useDraft('clone', emptyForm);
  const [isMissing, setIsMissing] = useState(false);
  const [part, setPart] = useState<ChosenPart>();
  const { clone, send, share, cancel } = useClone(form, clipBytes, discard);
  const change = (changed: Partial<CloneForm>): void => {
    setIsMissing(false);
    set((before) => ({ ...before, ...changed }));
  };
  const microphone = useMicrophone();
  const recorded = useRecordedFile(microphone);
  const clip = form.source === 'microphone' ? recorded : form.clip;
  const range = part?.of === clip ? part?.range : undefined;
  const clipOf = useMemo(() => clip && (() => clipPart(clip, range)), [clip, range]);
  const submit = (): void => {
    if (clip === undefined || form.name.trim() === '' || !form.hasConsent) setIsMissing(true);
    else send({ of: clip, range });
  };
  return (
    <Page
      title="Clone a voice"
      lead="Three to twenty seconds of one person speaking, without music and echo, are enough. Clone only voices that you have permission for."
    >
      <div className="form-and-offer">
        <Form
          validationBehavior="aria"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <LanguageField form={form} change={change} />
          <CloneAbility language={form.language} />
          <ClipField
            label="Recording"
            isRequired
            source={form.source}
            onSourceChange={(source) => change({ source })}
            file={form.clip}
            onFileChange={(chosen) => change({ clip: chosen })}
            microphone={microphone}
            maxBytes={clipBytes}
            accepts={accepts}
            prompt={<ReadAloud form={form} change={change} />}
            description="WAV, FLAC, MP3, Ogg or WebM; also M4A, AAC and others that this browser reads. With at least a second of speech."
            errorMessage={
              isMissing && clip === undefined ? missingClip[form.source] : fieldErrors(clone.error).get('clip')
            }
          />
          {clip !== undefined && (
            <ClipEditor
              key={form.source}
              file={clip}
              range={range}
              onChange={(next) => setPart({ of: clip, range: next })}
            />
          )}
          <CloneFields form={form} change={change} error={clone.error} isMissing={isMissing} clipOf={clipOf} />
          {share !== undefined && (
            <Progress label={share < 1 ? 'Sending the recording' : 'The server listens to it'} share={share} />
          )}
          {clone.error !== null && <ErrorMessage error={clone.error} title="No voice was made" />}
          <div className="row form-end">
            <Button variant="primary" type="submit" isPending={clone.isPending}>
              Clone
            </Button>
            {!clone.isPending && <small>Then you hear it beside the recording, and see how near it comes.</small>}
            {clone.isPending && <Button onPress={cancel}>Cancel</Button>}
          </div>
        </Form>
        <InstallCard purpose="cloning" title="Let clones sound like their speaker">
          This server has no model that clones: a clone gets the pitch and the pace of the recording and still sounds
          like a machine. With this model it sounds like the person.
        </InstallCard>
      </div>
    </Page>
  );
}

interface ReadAloudProps {
  readonly form: CloneForm;
  readonly change: (part: Partial<CloneForm>) => void;
}

/** A text for who does not know what to say; read as it stands, it is what is said in the recording. */
function ReadAloud({ form, change }: ReadAloudProps): ReactElement {
  const text = readAloudText(form.language);
  if (text === undefined) return <p className="muted">Read any text aloud, for ten to twenty seconds.</p>;
  return (
    <div className="read-aloud">
      <p className="muted">Read this aloud, at your own pace:</p>
      <blockquote lang={form.language}>{text}</blockquote>
      {form.transcript !== text && (
        <Button variant="quiet" onPress={() => change({ transcript: text })}>
          I read this: take it as what is said
        </Button>
      )}
    </div>
  );
}
