import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { nameOf, type ApiKey } from './keys.ts';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { SecretOnce } from '../components/secret-once.tsx';
import { Select } from '../components/forms/select.tsx';
import { notify } from '../components/toasts.tsx';

const overlaps = [
  { id: '0', name: 'At once' },
  { id: '3600', name: 'In an hour' },
  { id: '86400', name: 'In a day' },
  { id: '604800', name: 'In a week' },
];

export interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/**
 * Makes a key that takes the place of another one. It does not stand in the row of the old key, which goes when the list is read anew:
 * the new key, which is shown once, would go with it.
 */
export function RotateKey({ apiKey, onClose }: RotateKeyProps): ReactElement {
  const [overlap, setOverlap] = useState('86400');
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () =>
      sonorant.post('/api-keys/{id}/rotate', {
        path: { id: apiKey.id },
        body: { overlap_seconds: Number(overlap) },
      }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['keys'] }),
  });
  // The request goes on where its dialog is closed, and its key is shown then.
  const [isLeft, setIsLeft] = useState(false);
  const leave = (): void => (rotate.isPending ? setIsLeft(true) : onClose());
  const hasFailed = isLeft && rotate.isError;
  useEffect(() => {
    if (!hasFailed) return;
    notify('No key was made; the old one goes on.');
    onClose();
  }, [hasFailed, onClose]);
  return (
    <>
      <CreateDialog
        title="Rotate the key"
        isOpen={rotate.data === undefined && !isLeft}
        onClose={leave}
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
      <SecretOnce title="The new key" secret={rotate.data?.key} onClose={onClose}>
        <p>Put it where the old one is used. It is shown this once only.</p>
      </SecretOnce>
    </>
  );
}
