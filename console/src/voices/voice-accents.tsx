import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useAccents, type Voice } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Select } from '../components/forms/select.tsx';

/** The accents that a voice of the organization speaks with. */
export function VoiceAccents({ voice }: { readonly voice: Voice }): ReactElement {
  const accents = useAccents();
  const [chosen, setChosen] = useState('');
  const client = useQueryClient();
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: ['voices'] });
  const path = { id: voice.id };
  const add = useMutation({
    mutationFn: (accent: string) => sonorant.patch('/voices/{id}/accents', { path, body: { accents: [accent] } }),
    onSuccess: () => {
      setChosen('');
      return onSuccess();
    },
  });
  const remove = useMutation({
    mutationFn: (accent: string) =>
      sonorant.delete('/voices/{id}/accents/{accent_id}', { path: { ...path, accent_id: accent } }),
    onSuccess,
  });
  const addable = accents.filter(
    ({ id, isLocalizable }) => isLocalizable && !voice.accents.some(({ accent }) => accent === id),
  );
  const nameOf = (id: string): string => accents.find((accent) => accent.id === id)?.name ?? id;
  return (
    <>
      {voice.accents.length === 0 ? (
        <p className="muted">
          It has no accent of its own. Give it one above; then others can be added, and it speaks with all of them.
        </p>
      ) : (
        <ul className="plain-list">
          {voice.accents.map(({ accent, is_native: isNative }) => (
            <li key={accent} className="row">
              {nameOf(accent)}
              {isNative ? (
                <Badge>Its own</Badge>
              ) : (
                <Button
                  variant="quiet"
                  aria-label={`Remove ${nameOf(accent)}`}
                  isPending={remove.isPending && remove.variables === accent}
                  onPress={() => remove.mutate(accent)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {voice.accents.length > 0 && voice.accents.length < 10 && (
        <div className="row bottom">
          <Select
            label="Another accent"
            options={[{ id: '', name: 'Choose' }, ...addable]}
            value={chosen}
            onChange={setChosen}
          />
          <Button isDisabled={chosen === ''} isPending={add.isPending} onPress={() => add.mutate(chosen)}>
            Add
          </Button>
        </div>
      )}
      {[add, remove].map(
        ({ error }, index) => error !== null && <ErrorMessage key={index} error={error} title="Nothing was changed" />,
      )}
    </>
  );
}
