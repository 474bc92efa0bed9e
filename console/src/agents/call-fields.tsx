import type { ReactElement } from 'react';
import type { SectionProps } from './fields.ts';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { NumberField } from '../components/forms/number-field.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { VariableRows } from '../components/forms/variable-rows.tsx';
import '../styles/rows.css';

const suppressions = [
  { id: 'off', name: 'Off' },
  { id: 'auto', name: 'Automatic' },
  { id: 'max', name: 'Strongest' },
];

const patience = [
  ['finished_ms', 'After what looks finished'],
  ['min_ms', 'As a rule'],
  ['max_ms', 'After what looks unfinished'],
] as const;

const noPatience = { finished_ms: null, min_ms: null, max_ms: null };

/** How the agent listens, and when a call ends. */
export function CallFields({ config, problems, change }: SectionProps): ReactElement {
  return (
    <section className="card" aria-labelledby="call">
      <h2 id="call">Call</h2>
      <div className="filters">
        <NumberField
          label="Silence that ends the call, in seconds"
          value={config.turn.inactivity_end_call_secs}
          onChange={(value) => change(['turn', 'inactivity_end_call_secs'], value)}
          errorMessage={problems.get('config.turn.inactivity_end_call_secs')}
        />
        <NumberField
          label="Silence after which it asks, in seconds"
          value={config.turn.inactivity_check_in_secs}
          onChange={(value) => change(['turn', 'inactivity_check_in_secs'], value)}
          description="Empty: it does not ask."
          errorMessage={problems.get('config.turn.inactivity_check_in_secs')}
        />
        <TextField
          label="Time zone"
          value={config.timezone}
          onChange={(text) => change(['timezone'], text)}
          errorMessage={problems.get('config.timezone')}
        />
        <Select
          label="Noise suppression"
          options={suppressions}
          value={config.audio.input.noise_suppression}
          onChange={(id) => change(['audio', 'input', 'noise_suppression'], id)}
        />
      </div>
      <TextField
        label="Words that it should expect"
        rows={2}
        value={config.audio.input.keyterms.join('\n')}
        onChange={(text) => change(['audio', 'input', 'keyterms'], text === '' ? [] : text.split('\n'))}
        description="One on each line."
        errorMessage={problems.get('config.audio.input.keyterms')}
      />
      <VariableRows
        label="Values of variables that are not given"
        value={config.dynamic_variable_placeholders}
        onChange={(value) => change(['dynamic_variable_placeholders'], value)}
        description="{{name}} in the instructions, in what it says first and in tools stands for the value."
        errorMessage={problems.get('config.dynamic_variable_placeholders')}
      />
      <fieldset className="rows">
        <legend>How long it waits before it answers, in milliseconds of silence</legend>
        <div className="filters">
          {patience.map(([member, label]) => (
            <NumberField
              key={member}
              label={label}
              value={config.turn_taking?.[member] ?? null}
              onChange={(value) => change(['turn_taking'], { ...noPatience, ...config.turn_taking, [member]: value })}
              errorMessage={problems.get(`config.turn_taking.${member}`)}
            />
          ))}
        </div>
        <small>Empty: as the server is set.</small>
      </fieldset>
      <Checkbox
        isSelected={config.speculative_generation}
        onChange={(isOn) => change(['speculative_generation'], isOn)}
      >
        Begin to answer before the caller has surely ended
      </Checkbox>
    </section>
  );
}
