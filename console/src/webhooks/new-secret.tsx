import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { newSecret } from './webhooks.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { SecretOnce } from '../components/secret-once.tsx';

/** Gives a webhook another secret. */
export function NewSecret({ id }: { readonly id: string }): ReactElement {
  const [isAsking, setIsAsking] = useState(false);
  const replace = useMutation({
    mutationFn: async () => {
      const secret = newSecret();
      await sonorant.patch('/agents/webhooks/{webhook_id}', { path: { webhook_id: id }, body: { secret } });
      return secret;
    },
    onSuccess: () => setIsAsking(false),
  });
  return (
    <>
      <p>The secret is not shown again. If it was lost, or became known to others, replace it.</p>
      <div>
        <Button
          onPress={() => {
            replace.reset();
            setIsAsking(true);
          }}
        >
          Replace the secret
        </Button>
      </div>
      <Confirm
        title="Replace the secret?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action="Replace"
        sending={replace}
      >
        <p>For a day, deliveries carry a signature by each of the two. After that, only the new one counts.</p>
      </Confirm>
      <SecretOnce title="The new secret" secret={replace.data} onClose={replace.reset}>
        <p>Give it to the receiver. It is shown this once only.</p>
      </SecretOnce>
    </>
  );
}
