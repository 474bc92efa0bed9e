import { useDeferredValue, useId, useMemo, useRef, useState, type ReactElement } from 'react';
import { Button as AriaButton, GridList, GridListItem } from 'react-aria-components';
import { usePreview } from '../audio/use-preview.ts';
import { Avatar } from '../components/avatar.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { isolated } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { Select, type SelectOption } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import {
  accentName,
  everyVoice,
  fits,
  languageName,
  useVoices,
  voiceLine,
  type Voice,
  type VoiceFilter,
} from './voices.ts';
import '../styles/voice-list.css';

/** Rows that are made; more are found by a narrower search. */
const mostRows = 150;

export interface VoiceListProps {
  /** Id of the voice that is chosen. */
  readonly value: string;
  readonly onChange: (voice: Voice) => void;
}

/** What the voices have of a property, named and sorted, after an entry for all. */
function optionsOf(
  all: string,
  voices: readonly Voice[],
  property: (voice: Voice) => string | null | undefined,
  name: (id: string) => string,
): SelectOption[] {
  const ids = new Set(voices.map(property).filter((id) => id !== null && id !== undefined));
  const named = [...ids].map((id) => ({ id, name: name(id) })).sort((one, other) => one.name.localeCompare(other.name));
  return [{ id: '', name: all }, ...named];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace('_', ' ');
}

/** All voices, with search, filters and samples. */
export function VoiceList({ value, onChange }: VoiceListProps): ReactElement {
  const [filter, setFilter] = useState<VoiceFilter>(everyVoice);
  const change = (part: Partial<VoiceFilter>): void => setFilter((before) => ({ ...before, ...part }));
  const all = useVoices();
  const text = useDeferredValue(filter.text.trim());
  const searched = useVoices(all.data?.isCut === true ? text : '');
  const { data, error } = searched;
  const voices = useMemo(() => data?.voices ?? [], [data]);
  const found = voices.filter((voice) => fits(voice, { ...filter, text }));
  const ofLanguage = filter.language === '' ? voices : voices.filter(({ language }) => language === filter.language);
  const preview = usePreview();
  const list = useRef<HTMLDivElement>(null);
  // On a phone they would leave no room for the voices; on a wide screen they are always there.
  const [hasFilters, setHasFilters] = useState(false);
  const filterId = useId();
  const chosenFilters = [filter.language, filter.accent, filter.gender, filter.engine].filter((id) => id !== '').length;
  return (
    <div className="voice-choice">
      <TextField
        label="Search"
        type="search"
        value={filter.text}
        onChange={(next) => change({ text: next })}
        placeholder="Name, description, language or id"
        autoFocus
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          list.current?.querySelector<HTMLElement>('[role=row]')?.focus();
        }}
      />
      <AriaButton
        className="button fold-button"
        aria-expanded={hasFilters}
        aria-controls={filterId}
        onPress={() => setHasFilters(!hasFilters)}
      >
        Filters{chosenFilters > 0 && ` (${chosenFilters})`} <Icon name="chevron" />
      </AriaButton>
      <div className={hasFilters ? 'filters' : 'filters folded'} id={filterId}>
        <Select
          label="Language"
          options={optionsOf('All languages', voices, ({ language }) => language, languageName)}
          value={filter.language}
          onChange={(language) => change({ language, accent: '' })}
        />
        <Select
          label="Accent"
          options={optionsOf('All accents', ofLanguage, ({ accent }) => accent, accentName)}
          value={filter.accent}
          onChange={(accent) => change({ accent })}
        />
        <Select
          label="Gender"
          options={optionsOf('All genders', voices, ({ gender }) => gender, capital)}
          value={filter.gender}
          onChange={(gender) => change({ gender })}
        />
        <Select
          label="Engine"
          options={optionsOf(
            'All engines',
            voices,
            (voice) => voice.spoken_by?.engine,
            (id) => id,
          )}
          value={filter.engine}
          onChange={(engine) => change({ engine })}
        />
      </div>
      {error !== null && <ErrorMessage error={error} title="The voices could not be read" />}
      {preview.error !== undefined && <ErrorMessage error={preview.error} title="The sample could not be played" />}
      {data === undefined && error === null && <Loading label="Reading the voices" />}
      {data !== undefined && (
        <p className="muted" role="status">
          {found.length === 1 ? '1 voice' : `${found.length} voices`}
          {found.length > mostRows && `, the first ${mostRows} shown: search for others`}
        </p>
      )}
      <GridList
        ref={list}
        aria-label="Voices"
        className="voice-list"
        items={found.slice(0, mostRows)}
        onAction={(key) => {
          const chosen = found.find(({ id }) => id === key);
          if (chosen !== undefined) onChange(chosen);
        }}
        dependencies={[preview.voiceId, value]}
        renderEmptyState={() => (data === undefined ? null : <p className="muted">No voice fits this search.</p>)}
      >
        {(voice) => (
          <GridListItem
            id={voice.id}
            textValue={voice.name}
            className={voice.id === value ? 'voice-row chosen' : 'voice-row'}
          >
            <Avatar id={voice.id} name={voice.name} />
            <span className="voice-text">
              <strong>
                <Entered text={voice.name} />
                {voice.is_owner && <span className="badge">yours</span>}
                {voice.id === value && <span className="badge good">chosen</span>}
              </strong>
              <small>{voiceLine(voice)}</small>
            </span>
            <AriaButton
              className="icon-button round"
              isDisabled={voice.spoken_by === null}
              aria-label={
                preview.voiceId === voice.id
                  ? `Stop the sample of ${isolated(voice.name)}`
                  : `Hear ${isolated(voice.name)}`
              }
              onPress={() => preview.toggle(voice.id)}
            >
              <Icon name={preview.voiceId === voice.id ? 'stop' : 'play'} />
            </AriaButton>
          </GridListItem>
        )}
      </GridList>
      <p className="muted hint for-keyboard">
        With the keyboard: arrows go through the list, Enter chooses, the right arrow leads to the sample.
      </p>
    </div>
  );
}
