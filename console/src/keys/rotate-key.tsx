import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { nameOf, type ApiKey } from './keys.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { SecretOnce } from '../components/secret-once.tsx';
import { Select } from '../components/forms/select.tsx';

const overlaps = [
  { id: '0', name: 'At once' },
  { id: '3600', name: 'In an hour' },
  { id: '86400', name: 'In a day' },
  { id: '604800', name: 'In a week' },
];

/** Makes a key that takes the place of another one. */
export function RotateKey({ apiKey }: { readonly apiKey: ApiKey }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const [overlap, setOverlap] = useState('86400');
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () =>
      sonorant.post('/api-keys/{id}/rotate', {
        path: { id: apiKey.id },
        body: { overlap_seconds: Number(overlap) },
      }),
    onSuccess: () => setIsOpen(false),
  });
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Rotate ${isolated(nameOf(apiKey))}`}
        onPress={() => {
          rotate.reset();
          setIsOpen(true);
        }}
      >
        Rotate
      </Button>
      <CreateDialog
        title="Rotate the key"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        action="Make the new key"
        sending={rotate}
        failure="No key was made"
      >
        <p>
          A new key with the name and the rights of <Entered text={nameOf(apiKey)} />. The old one goes on for a while,
          so that you can replace it where it is used.
        </p>
        <Select label="The old key ends" options={overlaps} value={overlap} onChange={setOverlap} />
      </CreateDialog>
      <SecretOnce
        title="The new key"
        secret={rotate.data?.key}
        onClose={() => {
          rotate.reset();
          // Only now: with a new list, the row of the old key and this dialog with it may be gone.
          void client.invalidateQueries({ queryKey: ['keys'] });
        }}
      >
        <p>Put it where the old one is used. It is shown this once only.</p>
      </SecretOnce>
    </>
  );
}
