import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useAccents, useLanguages } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { hears } from '../base/session.ts';
import type { ClipSource } from '../audio/clips/clip-field.tsx';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { Needed } from '../components/forms/needed.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';

/** As it is typed. */
export interface CloneForm {
  readonly name: string;
  readonly language: string;
  readonly accent: string;
  readonly tagline: string;
  readonly description: string;
  readonly transcript: string;
  readonly access: string;
  readonly source: ClipSource;
  readonly clip: File | undefined;
  readonly hasConsent: boolean;
}

export const consentText = 'It is my own voice, or the speaker has agreed that a voice is made of it.';

/** What is noted with the voice, where people look: in its description. */
export function describedConsent(description: string, date = new Date()): string {
  const consent = `Consent confirmed on ${date.toISOString().slice(0, 10)}: ${consentText}`;
  return description.trim() === '' ? consent : `${description.trim()}\n\n${consent}`;
}

/** Of the interface, less what is noted there. */
const longestDescription = 10_000 - 200;
const longestTranscript = 2000;

const accesses = [
  { id: 'private', name: 'Only your organization' },
  { id: 'public', name: 'Every organization of this server' },
];

export interface CloneFieldsProps {
  readonly form: CloneForm;
  readonly change: (part: Partial<CloneForm>) => void;
  readonly error: unknown;
  /** It was to be sent, and lacks something. */
  readonly isMissing: boolean;
  /** What is sent; another function for another clip. */
  readonly clipOf: (() => Promise<File>) | undefined;
}

/** What is needed first, then what may be left out. What a recording says is asked for as soon as there is one. */
export function CloneFields({ form, change, error, isMissing, clipOf }: CloneFieldsProps): ReactElement {
  const problems = fieldErrors(error);
  return (
    <>
      <TextField
        label={<Needed>Name</Needed>}
        value={form.name}
        onChange={(name) => change({ name })}
        isRequired
        maxLength={256}
        errorMessage={isMissing && form.name.trim() === '' ? 'Give the voice a name.' : problems.get('name')}
      />
      {(clipOf !== undefined || form.transcript !== '') && (
        <Transcript form={form} change={change} problem={problems.get('transcript')} clipOf={clipOf} />
      )}
      <div className="field">
        <Checkbox isSelected={form.hasConsent} onChange={(hasConsent) => change({ hasConsent })}>
          <Needed>{consentText}</Needed>
        </Checkbox>
        <small className="muted">It is noted in the description of the voice, with the date.</small>
        {isMissing && !form.hasConsent && (
          <span role="alert" className="react-aria-FieldError">
            Confirm that the speaker agrees.
          </span>
        )}
      </div>
      <details
        className="more-fields"
        open={['tagline', 'description'].some((name) => problems.get(name) !== undefined) || undefined}
      >
        <summary>More about the voice: accent, who may use it, tagline, description</summary>
        <MoreFields form={form} change={change} error={error} />
      </details>
    </>
  );
}

function MoreFields({ form, change, error }: Pick<CloneFieldsProps, 'form' | 'change' | 'error'>): ReactElement {
  const accents = useAccents().filter(({ language }) => language === form.language);
  const problems = fieldErrors(error);
  return (
    <div className="stack">
      <div className="columns">
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
        maxLength={longestDescription}
        errorMessage={problems.get('description')}
      />
    </div>
  );
}

interface TranscriptProps extends Pick<CloneFieldsProps, 'form' | 'change' | 'clipOf'> {
  readonly problem: string | undefined;
}

/** What is said in the recording: typed, or heard by the server. */
function Transcript({ form, change, problem, clipOf }: TranscriptProps): ReactElement {
  const { server, permissions } = useCurrentSession();
  const [isEmpty, setIsEmpty] = useState(false);
  const canHear =
    permissions.includes('recognition') && server.recognizers.some((recognizer) => hears(recognizer, form.language));
  const { transcript } = form;
  const running = useRef<AbortController>(undefined);
  // It would be written over what was typed since, or beside another recording.
  useEffect(() => () => running.current?.abort(), [clipOf, transcript]);
  const hearing = useMutation({
    mutationFn: async () => {
      setIsEmpty(false);
      const { signal } = (running.current = new AbortController());
      try {
        const { text } = await sonorant.transcribe(await clipOf!(), { language: form.language, signal });
        if (signal.aborted) return;
        setIsEmpty(text.trim() === '');
        if (text.trim() !== '') change({ transcript: text.trim().slice(0, longestTranscript) });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  });
  return (
    <div className="stack tight">
      <TextField
        label="What is said in the recording"
        value={form.transcript}
        onChange={(transcript) => change({ transcript })}
        rows={2}
        maxLength={longestTranscript}
        description="Word for word. Some models that clone by the clip itself need it; the others do without."
        errorMessage={problem}
      />
      {canHear && (
        <div className="row">
          <Button onPress={() => hearing.mutate()} isDisabled={clipOf === undefined} isPending={hearing.isPending}>
            Have the server write it down
          </Button>
          <small className="muted">It may mishear: read it over.</small>
        </div>
      )}
      {isEmpty && <p className="note warning">The server heard no words in it.</p>}
      {hearing.error !== null && <ErrorMessage error={hearing.error} title="It was not written down" />}
    </div>
  );
}

/** Of the clone. */
export function LanguageField({ form, change }: Pick<CloneFieldsProps, 'form' | 'change'>): ReactElement {
  return (
    <Select
      label="Language it speaks"
      options={useLanguages()}
      value={form.language}
      onChange={(language) => change({ language, accent: '' })}
    />
  );
}
