import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Form, Link } from 'react-aria-components';
import { consoleRequest } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { NewPassword } from './new-password.tsx';
import { Alone } from './sign-in.tsx';
import { passwordProblem, useToken } from './token.ts';

/** `/console/reset?token=`: a new password, with the one-time link that an owner or the command line made. */
export default function Reset(): ReactElement {
  const token = useToken();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const reset = useMutation({
    mutationFn: () => consoleRequest<undefined>('POST', '/password/reset', { body: { token, password } }),
    onSuccess: () => history.replaceState(null, '', location.pathname),
  });
  if (reset.isSuccess) {
    return (
      <Alone title="The password is set">
        <p>All other sessions of the account have ended. Sign in with the new password.</p>
        <p>
          <Link className="button primary" href="/">
            Sign in
          </Link>
        </p>
      </Alone>
    );
  }
  if (token === undefined) {
    return (
      <Alone title="Set a new password">
        <p>The address has no token: open the link as it was sent, to its end.</p>
      </Alone>
    );
  }
  const isGood = password !== '' && passwordProblem(password) === undefined && password === repeated;
  return (
    <Alone title="Set a new password">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood) reset.mutate();
        }}
      >
        <NewPassword password={password} repeated={repeated} onPassword={setPassword} onRepeated={setRepeated} />
        <Button variant="primary" type="submit" isDisabled={!isGood} isPending={reset.isPending}>
          Set the password
        </Button>
      </Form>
      {reset.error !== null && <ErrorMessage error={reset.error} title="Not set" />}
    </Alone>
  );
}
