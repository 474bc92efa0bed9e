import { useRef, useState, type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/forms/checkbox.tsx';
import type { FieldErrors } from '../components/forms/field-errors.ts';
import { isolated } from '../components/format.ts';
import { PlayButton } from '../components/play-button.tsx';
import { SearchField } from '../components/forms/search-field.tsx';
import { useChosenVoice } from '../speak/voice-choice.ts';
import { VoicePicker } from '../speak/voice-picker.tsx';

/** A word or a phrase, and what is read in its place. */
export interface Entry {
  readonly text: string;
  readonly pronunciation: string;
  readonly case_sensitive: boolean;
}

export interface EntryTableProps {
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
  readonly problems: FieldErrors;
  readonly isReadOnly: boolean;
}

/** Rows that are shown at once; the others are found by the search. */
const mostRows = 100;

/** The entries of a dictionary, to be changed in place. What an entry does is heard before it is saved. */
export function EntryTable({ entries, onChange, problems, isReadOnly }: EntryTableProps): ReactElement {
  const [chosen, setChosen] = useState('');
  const voice = useChosenVoice(chosen)?.id ?? '';
  const [search, setSearch] = useState('');
  const table = useRef<HTMLTableElement>(null);
  const found = entries
    .map((entry, index) => ({ entry, index }))
    .filter(
      ({ entry: { text, pronunciation }, index }) =>
        search === '' ||
        `${text} ${pronunciation}`.toLowerCase().includes(search.toLowerCase()) ||
        problems.get(`items[${index}]`) !== undefined,
    );
  const shown = found.slice(-mostRows);
  const change = (at: number, part: Partial<Entry>): void =>
    onChange(entries.map((entry, index) => (index === at ? { ...entry, ...part } : entry)));
  const add = (): void => {
    setSearch('');
    onChange([...entries, { text: '', pronunciation: '', case_sensitive: false }]);
    // The row is there after the next frame.
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLInputElement>('tbody tr:last-child input[type="text"]')?.focus(),
    );
  };
  return (
    <section className="stack" aria-labelledby="entries">
      <h2 id="entries">Entries</h2>
      <p className="muted">
        A word or a phrase counts where it stands whole. What is said is other text, or phones such as{' '}
        <code>{'<<h|ə|l|oʊ>>'}</code>. Where two entries have the same text, the later one counts.
      </p>
      <div className="filters">
        <VoicePicker label="Voice to hear them with" value={voice} onChange={({ id }) => setChosen(id)} />
        {entries.length > 10 && <SearchField label="Find an entry" value={search} onChange={setSearch} />}
      </div>
      {shown.length < found.length && (
        <p className="muted">
          The last {mostRows} of {found.length} are shown; the search finds the others.
        </p>
      )}
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label="Entries: table" tabIndex={0}>
          <table ref={table} className="editable">
            <thead>
              <tr>
                <th scope="col">Written</th>
                <th scope="col">Said</th>
                <th scope="col">Match case</th>
                <th scope="col">Hear</th>
                {!isReadOnly && (
                  <th scope="col">
                    <span className="visually-hidden">Remove</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ entry, index }) => (
                <EntryRow
                  key={index}
                  entry={entry}
                  number={index + 1}
                  voice={voice}
                  isReadOnly={isReadOnly}
                  textProblem={problems.get(`items[${index}].text`)}
                  saidProblem={problems.get(`items[${index}].pronunciation`)}
                  onChange={(part) => change(index, part)}
                  onRemove={() => onChange(entries.filter((_, other) => other !== index))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isReadOnly && (
        <div>
          <Button onPress={add}>Add an entry</Button>
        </div>
      )}
    </section>
  );
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly number: number;
  readonly voice: string;
  readonly isReadOnly: boolean;
  readonly textProblem: string | undefined;
  readonly saidProblem: string | undefined;
  readonly onChange: (part: Partial<Entry>) => void;
  readonly onRemove: () => void;
}

function EntryRow(props: EntryRowProps): ReactElement {
  const { entry, number, voice, isReadOnly, onChange, onRemove } = props;
  const hear = (text: string) => (signal: AbortSignal) =>
    sonorant.speak({ text, format: 'wav', ...(voice !== '' && { voice }) }, { signal }).blob();
  const name = entry.text.trim() === '' ? `entry ${number}` : isolated(entry.text);
  return (
    <tr>
      <td>
        <Cell
          label={`Written, entry ${number}`}
          value={entry.text}
          onChange={(text) => onChange({ text })}
          isReadOnly={isReadOnly}
          problem={props.textProblem}
        />
      </td>
      <td>
        <Cell
          label={`Said, entry ${number}`}
          value={entry.pronunciation}
          onChange={(pronunciation) => onChange({ pronunciation })}
          isReadOnly={isReadOnly}
          problem={props.saidProblem}
        />
      </td>
      <td>
        <Checkbox
          isSelected={entry.case_sensitive}
          onChange={(isSelected) => onChange({ case_sensitive: isSelected })}
          isDisabled={isReadOnly}
          aria-label={`Letter case must be the same, entry ${number}`}
        />
      </td>
      <td>
        <span className="row tight">
          {entry.text.trim() !== '' && <PlayButton text="Before" label={`Before: ${name}`} load={hear(entry.text)} />}
          {entry.pronunciation.trim() !== '' && (
            <PlayButton text="After" label={`After: ${name}`} load={hear(entry.pronunciation)} />
          )}
        </span>
      </td>
      {!isReadOnly && (
        <td>
          <Button variant="quiet" aria-label={`Remove ${name}`} onPress={onRemove}>
            Remove
          </Button>
        </td>
      )}
    </tr>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isReadOnly: boolean;
  readonly problem: string | undefined;
}

function Cell({ label, value, onChange, isReadOnly, problem }: CellProps): ReactElement {
  return (
    <>
      <input
        type="text"
        dir="auto"
        className="plain-input"
        aria-label={problem === undefined ? label : `${label}: ${problem}`}
        aria-invalid={problem !== undefined}
        value={value}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          // Enter in a cell does not send the whole form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {problem !== undefined && <span className="field-problem">{problem}</span>}
    </>
  );
}
