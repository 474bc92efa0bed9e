import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useAccents, useLanguages, type Language, type Voice } from './catalogue.ts';
import { isUnauthorized } from '../base/api.ts';
import { uploading, uploadKey } from '../base/upload.ts';
import { ClipField, missingClip, useRecordedFile, type ClipSource } from '../audio/clip-field.tsx';
import { useMicrophone } from '../audio/use-microphone.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/field-errors.ts';
import { isolated } from '../components/format.ts';
import { useLimits } from '../components/limits.ts';
import { Page } from '../components/page.tsx';
import { Progress } from '../components/progress.tsx';
import { Select } from '../components/select.tsx';
import { TextField } from '../components/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/use-draft.ts';
import { InstallCard } from '../models/install-card.tsx';

interface CloneForm {
  readonly name: string;
  readonly language: string;
  readonly accent: string;
  readonly tagline: string;
  readonly description: string;
  readonly transcript: string;
  readonly access: string;
  readonly source: ClipSource;
  readonly clip: File | undefined;
}

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
};

const accesses = [
  { id: 'private', name: 'Only your organization' },
  { id: 'public', name: 'Every organization of this server' },
];

/** Makes a voice of a recording. */
export default function ClonePage(): ReactElement {
  const { clipBytes } = useLimits();
  const { value: form, set, discard } = useDraft('clone', emptyForm);
  const [share, setShare] = useState<number>();
  const [isMissing, setIsMissing] = useState(false);
  const controller = useRef<AbortController>(undefined);
  // The same key as long as it is the same form: tried again after a lost connection, there is one voice and not two.
  const attempt = useRef<{ form: CloneForm; clip: File; key: string }>(undefined);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const clone = useMutation({
    mutationFn: (sent: File) => {
      controller.current = new AbortController();
      if (attempt.current?.form !== form || attempt.current.clip !== sent) {
        attempt.current = { form, clip: sent, key: uploadKey() };
      }
      setShare(0);
      const { name, language, access, accent, tagline, description, transcript } = form;
      return uploading(setShare).post('/voices/clone', {
        form: {
          clip: sent,
          name,
          language: language as Language,
          access: access as Voice['access'],
          ...(accent !== '' && { accent }),
          ...(tagline !== '' && { tagline }),
          ...(description !== '' && { description }),
          ...(transcript !== '' && { transcript }),
        },
        signal: controller.current.signal,
        idempotencyKey: attempt.current.key,
      });
    },
    onSettled: () => setShare(undefined),
    onError: (error) => {
      if (isUnauthorized(error)) void client.invalidateQueries({ queryKey: ['session'] });
    },
    onSuccess: ({ id, name }) => {
      discard();
      void client.invalidateQueries({ queryKey: ['voices'] });
      notify(`${isolated(name)} can speak now.`);
      navigate(`/voices/${id}`);
    },
  });
  const change = (part: Partial<CloneForm>): void => {
    setIsMissing(false);
    set((before) => ({ ...before, ...part }));
  };
  const microphone = useMicrophone();
  const recorded = useRecordedFile(microphone);
  const clip = form.source === 'microphone' ? recorded : form.clip;
  return (
    <Page
      title="Clone a voice"
      lead="Three to twenty seconds of one person speaking, without music and echo, are enough. Clone only voices that you have permission for."
    >
      <InstallCard purpose="cloning" title="Let clones sound like their speaker">
        This server has no model that clones: a clone gets the pitch and the pace of the recording and still sounds like
        a machine. With this model it sounds like the person.
      </InstallCard>
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (clip === undefined || form.name.trim() === '') setIsMissing(true);
          else clone.mutate(clip);
        }}
      >
        <ClipField
          label="Recording"
          source={form.source}
          onSourceChange={(source) => change({ source })}
          file={form.clip}
          onFileChange={(chosen) => change({ clip: chosen })}
          microphone={microphone}
          maxBytes={clipBytes}
          description="WAV, FLAC, MP3, Ogg or WebM, with at least a second of speech."
          errorMessage={
            isMissing && clip === undefined ? missingClip[form.source] : fieldErrors(clone.error).get('clip')
          }
        />
        <CloneFields form={form} change={change} error={clone.error} isMissing={isMissing} />
        {share !== undefined && (
          <Progress label={share < 1 ? 'Sending the recording' : 'The server listens to it'} share={share} />
        )}
        {clone.error !== null && <ErrorMessage error={clone.error} title="No voice was made" />}
        <div className="row">
          <Button variant="primary" type="submit" isPending={clone.isPending}>
            Clone
          </Button>
          {clone.isPending && <Button onPress={() => controller.current?.abort()}>Cancel</Button>}
        </div>
      </Form>
    </Page>
  );
}

interface CloneFieldsProps {
  readonly form: CloneForm;
  readonly change: (part: Partial<CloneForm>) => void;
  readonly error: unknown;
  /** It was to be sent, and lacks something. */
  readonly isMissing: boolean;
}

function CloneFields({ form, change, error, isMissing }: CloneFieldsProps): ReactElement {
  const languages = useLanguages();
  const accents = useAccents().filter(({ language }) => language === form.language);
  const problems = fieldErrors(error);
  return (
    <>
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => change({ name })}
        isRequired
        maxLength={256}
        errorMessage={isMissing && form.name.trim() === '' ? 'Give the voice a name.' : problems.get('name')}
      />
      <div className="columns">
        <Select
          label="Language it speaks"
          options={languages}
          value={form.language}
          onChange={(language) => change({ language, accent: '' })}
        />
        <Select
          label="Accent"
          options={[{ id: '', name: 'Not given' }, ...accents]}
          value={form.accent}
          onChange={(accent) => change({ accent })}
          description="With one of its own, more accents can be added later."
        />
        <Select
          label="Who may use it"
          options={accesses}
          value={form.access}
          onChange={(access) => change({ access })}
        />
      </div>
      <TextField
        label="What is said in the recording"
        value={form.transcript}
        onChange={(transcript) => change({ transcript })}
        rows={2}
        maxLength={2000}
        description="Word for word. Some models that clone by the clip itself need it; the others do without."
        errorMessage={problems.get('transcript')}
      />
      <TextField
        label="Tagline"
        value={form.tagline}
        onChange={(tagline) => change({ tagline })}
        description="A few words, at most 32 characters."
        errorMessage={problems.get('tagline')}
      />
      <TextField
        label="Description"
        value={form.description}
        onChange={(description) => change({ description })}
        rows={2}
        maxLength={10_000}
        errorMessage={problems.get('description')}
      />
    </>
  );
}
