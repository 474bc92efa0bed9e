import { useId, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { FileField } from '../../components/forms/file-field.tsx';
import { Needed } from '../../components/forms/needed.tsx';
import { MicrophoneRecorder } from './microphone-recorder.tsx';
import { useMicrophone, type Microphone } from './use-microphone.ts';
import '../../styles/sounds.css';

/** What the server takes as a clip. */
const accept = ['audio/*', '.flac', '.mp3', '.mpeg', '.mpga', '.oga', '.ogg', '.wav', '.webm'];

/** Said where there is none. */
export const missingClip = { file: 'Choose a recording first.', microphone: 'Record something first.' } as const;

export type ClipSource = 'file' | 'microphone';

export interface ClipFieldProps {
  /** "Recording". */
  readonly label: string;
  /** Marks it as needed, among fields that are not. Default false. */
  readonly isRequired?: boolean;
  readonly source: ClipSource;
  readonly onSourceChange: (source: ClipSource) => void;
  readonly file: File | undefined;
  readonly onFileChange: (file: File | undefined) => void;
  readonly microphone: Microphone;
  /** Bytes that the server takes. */
  readonly maxBytes: number;
  readonly description?: ReactNode;
  /** Endings of further files that the page itself reads. */
  readonly accepts?: readonly string[];
  /** Above the microphone: what to read aloud. */
  readonly prompt?: ReactNode;
  /** What is wrong with the clip, be it a file or a recording. */
  readonly errorMessage?: string | undefined;
}

/** A clip: a file that is chosen or dropped, or a recording of the microphone. */
export function ClipField(props: ClipFieldProps): ReactElement {
  const {
    label,
    isRequired = false,
    source,
    onSourceChange,
    file,
    onFileChange,
    microphone,
    maxBytes,
    description,
    accepts = [],
    prompt,
    errorMessage,
  } = props;
  const labelId = useId();
  return (
    <div className="clip-field" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="react-aria-Label">
        {isRequired ? <Needed>{label}</Needed> : label}
      </span>
      <Tabs
        selectedKey={source}
        onSelectionChange={(key) => {
          // Out of sight nothing is recorded.
          microphone.stop();
          onSourceChange(key as ClipSource);
        }}
      >
        <TabList aria-label={`${label}: from where`}>
          <Tab id="file">From a file</Tab>
          <Tab id="microphone">From the microphone</Tab>
        </TabList>
        <TabPanel id="file">
          <FileField
            label={<span className="visually-hidden">{label}: file</span>}
            accept={[...accept, ...accepts]}
            files={file === undefined ? [] : [file]}
            onChange={([chosen]) => onFileChange(chosen)}
            maxBytes={maxBytes}
            description={description}
            errorMessage={errorMessage}
          />
        </TabPanel>
        <TabPanel id="microphone">
          {prompt}
          <MicrophoneRecorder microphone={microphone} />
          {errorMessage !== undefined && (
            <p role="alert" className="field-problem">
              {errorMessage}
            </p>
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** The recording as a file; undefined where there is none. */
export function useRecordedFile({ recording }: Microphone): File | undefined {
  return useMemo(() => recording && new File([recording.blob], 'recording.wav', { type: 'audio/wav' }), [recording]);
}

export interface Clip {
  /** What is chosen or recorded. */
  readonly clip: File | undefined;
  /** Of a {@link ClipField}. */
  readonly field: Omit<
    ClipFieldProps,
    'label' | 'isRequired' | 'maxBytes' | 'description' | 'accepts' | 'prompt' | 'errorMessage'
  >;
}

/** The state of one field. @param onChange another clip is chosen, or none */
export function useClip(onChange?: () => void): Clip {
  const [source, setSource] = useState<ClipSource>('file');
  const [file, setFile] = useState<File>();
  const microphone = useMicrophone();
  const recorded = useRecordedFile(microphone);
  return {
    clip: source === 'file' ? file : recorded,
    field: {
      source,
      onSourceChange: (next) => {
        setSource(next);
        onChange?.();
      },
      file,
      onFileChange: (next) => {
        setFile(next);
        onChange?.();
      },
      microphone: {
        ...microphone,
        start: () => {
          onChange?.();
          microphone.start();
        },
        discard: () => {
          onChange?.();
          microphone.discard();
        },
      },
    },
  };
}
