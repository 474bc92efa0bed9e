import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Form, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSignIn } from '../app/session.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { TextField } from '../components/text-field.tsx';

/** The token in the address that the start prints (`/console#link=…`); taken out of the address, where it would stay in the history. */
function takeLink(): string | undefined {
  const link = /^#link=([\w-]+)$/.exec(location.hash)?.[1];
  if (link !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return link;
}

/** Signs in with a key or a member's password, or by itself with the link that the start printed. */
export function SignIn(): ReactElement {
  const signIn = useSignIn();
  const [key, setKey] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { mutate } = signIn;
  const hasLooked = useRef(false);
  useEffect(() => {
    document.title = 'Sign in · Sonorant';
    if (hasLooked.current) return;
    hasLooked.current = true;
    const link = takeLink();
    if (link !== undefined) mutate({ link });
  }, [mutate]);
  return (
    <main className="alone">
      <h1>Sonorant</h1>
      <Tabs>
        <TabList aria-label="Sign in with">
          <Tab id="key">Key</Tab>
          <Tab id="password">Email and password</Tab>
        </TabList>
        <TabPanel id="key">
          <Form
            onSubmit={(event) => {
              event.preventDefault();
              mutate({ key: key.trim() });
            }}
          >
            <TextField
              label="Key"
              type="password"
              autoComplete="off"
              value={key}
              onChange={setKey}
              isRequired
              description="The API key or admin key that the server printed at its first start, or one of npx sonorant keys create."
            />
            <Button variant="primary" type="submit" isPending={signIn.isPending}>
              Sign in
            </Button>
          </Form>
        </TabPanel>
        <TabPanel id="password">
          <Form
            onSubmit={(event) => {
              event.preventDefault();
              mutate({ email: email.trim(), password });
            }}
          >
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={setEmail}
              isRequired
            />
            <TextField
              label="Password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              isRequired
            />
            <Button variant="primary" type="submit" isPending={signIn.isPending}>
              Sign in
            </Button>
          </Form>
        </TabPanel>
      </Tabs>
      {signIn.error !== null && <ErrorMessage error={signIn.error} title="Not signed in" />}
    </main>
  );
}
