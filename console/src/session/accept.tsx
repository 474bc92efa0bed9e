import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { consoleRequest, publicSonorant } from '../base/api.ts';
import type { Session } from '../base/session.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { TextField } from '../components/forms/text-field.tsx';
import { Alone, SignInForm } from './sign-in.tsx';
import { leastPassword, mostPassword, useToken } from './token.ts';

interface Accepted {
  readonly email: string;
}

/** `/console/accept?token=`: an invited person becomes a member, and is signed in. */
export default function Accept(): ReactElement {
  const token = useToken();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: async () => {
      const body = { token, password, ...(name.trim() !== '' && { name: name.trim() }) };
      return (await publicSonorant.request('POST', '/invitations/accept', { body })) as Accepted;
    },
  });
  const signIn = useMutation({
    mutationFn: async ({ email }: Accepted) => {
      const { organization, organizations } = await consoleRequest<Session>('POST', '/session', {
        body: { email, password },
      });
      // They stand in the order in which they were joined, and a session begins in the first one.
      const joined = organizations.at(-1)?.id;
      if (joined === undefined || joined === organization.id) return;
      await consoleRequest<Session>('POST', '/session/organization', { body: { organization_id: joined } });
    },
    // The whole console is loaded for the new session, and the token leaves the address.
    onSuccess: () => location.replace('/console/'),
  });
  const problems = fieldErrors(accept.error);
  if (token === undefined) {
    return (
      <Alone title="Accept the invitation">
        <p>The address has no token: open the link of the invitation as it was sent, to its end.</p>
      </Alone>
    );
  }
  if (accept.data !== undefined && signIn.error !== null) {
    return (
      <Alone title="You are a member now">
        <ErrorMessage error={signIn.error} title="Not signed in yet" />
        <SignInForm email={accept.data.email} />
      </Alone>
    );
  }
  return (
    <Alone title="Accept the invitation">
      <p className="muted">You were invited to an organization on this server.</p>
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate(undefined, { onSuccess: (accepted) => signIn.mutate(accepted) });
        }}
      >
        <TextField
          label="Your name"
          autoComplete="name"
          value={name}
          onChange={setName}
          maxLength={200}
          errorMessage={problems.get('name')}
          description="An account that the email has already keeps its name."
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          maxLength={mostPassword}
          isRequired
          errorMessage={problems.get('password')}
          description={`New here: choose one of at least ${leastPassword} characters. With an account on this server already: its password.`}
        />
        <Button variant="primary" type="submit" isPending={accept.isPending || signIn.isPending || signIn.isSuccess}>
          Join
        </Button>
      </Form>
      {accept.error !== null && <ErrorMessage error={accept.error} title="Not accepted" />}
    </Alone>
  );
}
