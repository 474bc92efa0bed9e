import { useState, type ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Avatar } from '../components/avatar.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { useLate, type LoadPart } from '../components/use-late.ts';
import type { VoiceListProps } from './voice-list.tsx';
import { useVoice, useVoices, voiceLine, type Voice } from './voices.ts';

const voiceList: LoadPart<VoiceListProps> = async () => (await import('./voice-list.tsx')).VoiceList;

export interface VoicePickerProps {
  /** Default "Voice". */
  readonly label?: string;
  /** Id of the voice; empty for none. */
  readonly value: string;
  /** Id of the voice that was chosen, where another one speaks when it is gone. Default: `value`. */
  readonly chosen?: string;
  readonly onChange: (voice: Voice) => void;
}

/** A button with the voice, which opens all of them with search and filters. */
export function VoicePicker({ label = 'Voice', value, chosen = value, onChange }: VoicePickerProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const { component: VoiceList, hasFailed, load } = useLate(voiceList);
  const list = useVoices();
  const { voice } = useVoice(value);
  const asked = useVoice(chosen);
  const error = list.error ?? asked.error;
  return (
    <div className="field">
      <span className="react-aria-Label" aria-hidden="true">
        {label}
      </span>
      <AriaButton
        className="voice-button"
        isDisabled={list.data === undefined}
        onHoverStart={load}
        onFocus={load}
        onPress={() => {
          load();
          setIsOpen(true);
        }}
      >
        <span className="visually-hidden">{label}: </span>
        <Picked voice={voice} isPending={asked.isPending || list.isPending} />
        <Icon name="chevron" />
      </AriaButton>
      {asked.isGone && (
        <p className="note warning" role="status">
          The voice that was chosen is gone{voice !== undefined && ': this one stands in its place'}.
        </p>
      )}
      {error !== null && <ErrorMessage error={error} title="The voices could not be read" />}
      <Dialog title="Choose a voice" isOpen={isOpen} onOpenChange={setIsOpen} size="wide">
        {VoiceList !== undefined && (
          <VoiceList
            value={voice?.id ?? ''}
            onChange={(picked) => {
              onChange(picked);
              setIsOpen(false);
            }}
          />
        )}
        {VoiceList === undefined && !hasFailed && <Loading label="Loading the list" />}
        {VoiceList === undefined && hasFailed && (
          <ErrorMessage
            error="Its script did not arrive."
            title="The list of voices could not be loaded"
            onRetry={load}
          />
        )}
      </Dialog>
    </div>
  );
}

function Picked({ voice, isPending }: { readonly voice: Voice | undefined; readonly isPending: boolean }) {
  if (voice === undefined) return <span className="muted">{isPending ? 'Reading the voices …' : 'No voice'}</span>;
  return (
    <>
      <Avatar id={voice.id} name={voice.name} />
      <span className="voice-text">
        <strong>
          <Entered text={voice.name} />
        </strong>{' '}
        <small>{voiceLine(voice)}</small>
      </span>
    </>
  );
}
