import { useRef, type ReactElement } from 'react';
import { Button } from '../components/button.tsx';
import { isolated } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import type { Speaker } from './speakers.ts';
import { firstVoices } from './voice-choice.ts';
import { VoicePicker } from './voice-picker.tsx';
import { useVoices } from './voices.ts';

export interface SpeakerPanelProps {
  readonly speakers: readonly Speaker[];
  readonly onChange: (speakers: readonly Speaker[]) => void;
  /** A name is to stand in the text, at the caret. */
  readonly onInsert: (name: string) => void;
}

/** So many the server takes, unless it is set otherwise. */
const most = 16;

/** Who speaks in the text: a voice for each name. */
export function SpeakerPanel({ speakers, onChange, onInsert }: SpeakerPanelProps): ReactElement {
  const { data } = useVoices();
  const voices = firstVoices(data?.voices ?? []);
  const change = (at: number, part: Partial<Speaker>): void =>
    onChange(speakers.map((speaker, index) => (index === at ? { ...speaker, ...part } : speaker)));
  const add = (): void => {
    const voice = voices[speakers.length % 2]?.id;
    if (voice !== undefined) onChange([...speakers, { name: `Speaker ${speakers.length + 1}`, voice }]);
  };
  const adding = useRef<HTMLDivElement>(null);
  const remove = (index: number): void => {
    onChange(speakers.filter((_, other) => other !== index));
    // The button that was pressed goes away, and the focus would fall to the page.
    adding.current?.focus();
  };
  return (
    <section className="stack speakers" aria-label="Speakers">
      <p className="muted">
        A name in brackets says who speaks from there on: <code>[Anna] Hello. [Ben] Hi.</code> Text before the first
        name has the voice of the page. Without speakers, brackets are text.
      </p>
      {speakers.map(({ name, voice }, index) => (
        <div key={index} className="speaker-row">
          <TextField
            label={`Name ${index + 1}`}
            value={name}
            onChange={(changed) => change(index, { name: changed })}
            errorMessage={problemOf(speakers, index)}
          />
          <VoicePicker label={`Voice ${index + 1}`} value={voice} onChange={({ id }) => change(index, { voice: id })} />
          <div className="row tight">
            <Button isDisabled={problemOf(speakers, index) !== undefined} onPress={() => onInsert(name.trim())}>
              Insert [{isolated(name.trim())}]
            </Button>
            <Button variant="quiet" onPress={() => remove(index)}>
              <Icon name="close" /> Remove {isolated(name.trim())}
            </Button>
          </div>
        </div>
      ))}
      <div ref={adding} tabIndex={-1}>
        <Button onPress={add} isDisabled={voices[0] === undefined || speakers.length >= most}>
          Add a speaker
        </Button>
      </div>
    </section>
  );
}

function problemOf(speakers: readonly Speaker[], index: number): string | undefined {
  const name = speakers[index]!.name.trim();
  if (name === '') return 'Give it a name';
  if (name.length > 64) return 'At most 64 characters';
  if (/[[\]<>]/u.test(name)) return 'A name has no brackets';
  return speakers.slice(0, index).some((other) => other.name.trim() === name)
    ? 'Another speaker has this name'
    : undefined;
}
