import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import type { Session } from '../base/session.ts';
import { useFinishAccount } from '../base/session.ts';
import { Button } from '../components/button.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { SendingForm } from '../components/forms/sending-form.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { NewPassword } from './new-password.tsx';
import { passwordProblem } from './token.ts';

/** Whether an admin of the organization has no email: the one that the first start made. */
function useIsUnfinished({ how }: Session): boolean {
  const { data = false } = useQuery({
    queryKey: ['members', 'unfinished'],
    queryFn: async ({ signal }) => {
      for await (const { role, email } of sonorant.pages('/organizations/users', { query: { limit: 100 }, signal })) {
        if (role === 'admin' && email === null) return true;
      }
      return false;
    },
    enabled: how === 'link',
  });
  return data;
}

/** For the first admin, whom the link of the start signed in: without an email and a password they could not come back. */
export function FinishAccount({ session }: { readonly session: Session }): ReactElement | null {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const finish = useFinishAccount();
  const isUnfinished = useIsUnfinished(session);
  if (!isUnfinished) return null;
  const problems = fieldErrors(finish.error);
  const isGood = password !== '' && passwordProblem(password) === undefined && password === repeated;
  return (
    <section className="card" aria-label="Finish your account">
      <h2>Finish your account</h2>
      <p className="muted">
        The link that opened this page works once. With an email and a password you can sign in again, as an admin.
      </p>
      <SendingForm
        sending={{ ...finish, mutate: () => isGood && finish.mutate({ name, email: email.trim(), password }) }}
        failure="The account was not finished"
        buttons={
          <div>
            <Button
              variant="primary"
              type="submit"
              isDisabled={!isGood || name.trim() === '' || email.trim() === ''}
              isPending={finish.isPending}
            >
              Finish the account
            </Button>
          </div>
        }
      >
        <TextField
          label="Your name"
          autoComplete="name"
          value={name}
          onChange={setName}
          maxLength={200}
          isRequired
          errorMessage={problems.get('name')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          maxLength={254}
          isRequired
          description="To sign in with; this server sends no mail."
          errorMessage={problems.get('email')}
        />
        <NewPassword password={password} repeated={repeated} onPassword={setPassword} onRepeated={setRepeated} />
      </SendingForm>
    </section>
  );
}
