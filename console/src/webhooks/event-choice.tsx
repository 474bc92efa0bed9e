import { useId, type ReactElement } from 'react';
import { useEventTypes } from './webhooks.ts';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { QueryView } from '../components/pages/query-view.tsx';

export interface EventChoiceProps {
  /** Types, kinds (`voice.*`) and `*`. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly errorMessage: string | undefined;
}

/** Which events a webhook gets, each with when it is sent. */
export function EventChoice({ value, onChange, errorMessage }: EventChoiceProps): ReactElement {
  const types = useEventTypes();
  const label = useId();
  const toggle = (pattern: string) => (isSelected: boolean) =>
    onChange(isSelected ? [...value, pattern] : value.filter((other) => other !== pattern));
  const isAll = value.includes('*');
  return (
    <div className="field" role="group" aria-labelledby={label}>
      <span id={label} className="react-aria-Label">
        Events
      </span>
      {errorMessage !== undefined && <span className="field-problem">{errorMessage}</span>}
      <Checkbox isSelected={isAll} onChange={(isSelected) => onChange(isSelected ? ['*'] : [])}>
        All events, those of later versions too
      </Checkbox>
      {!isAll && (
        <QueryView query={types} label="The events">
          {(events) => {
            const kinds = [...new Set(events.map(({ type }) => type.slice(0, type.indexOf('.'))))];
            return (
              <div className="event-kinds" role="region" aria-label="Kinds of events" tabIndex={0}>
                {kinds.map((kind) => {
                  const isWhole = value.includes(`${kind}.*`);
                  return (
                    <div key={kind} className="event-kind">
                      <Checkbox isSelected={isWhole} onChange={toggle(`${kind}.*`)}>
                        <code>{kind}.*</code> all of them
                      </Checkbox>
                      {!isWhole &&
                        events
                          .filter(({ type }) => type.startsWith(`${kind}.`))
                          .map(({ type, when }) => (
                            <div key={type} className="event-type">
                              <Checkbox isSelected={value.includes(type)} onChange={toggle(type)}>
                                <code>{type}</code> <span className="muted">{when}</span>
                              </Checkbox>
                            </div>
                          ))}
                    </div>
                  );
                })}
              </div>
            );
          }}
        </QueryView>
      )}
    </div>
  );
}
