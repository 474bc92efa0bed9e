import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Form, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSignIn, type Session } from '../base/session.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { Brand } from '../base/brand.tsx';

/** A page of its own, without navigation: signing in, an invitation, a reset link. */
export function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  useEffect(() => {
    document.title = `${title} · Sonorant`;
  }, [title]);
  return (
    <main className="alone">
      <Brand />
      <div className="card">
        <h1>{title}</h1>
        {children}
      </div>
      <p className="muted">
        <a href="/docs">Reference and guides</a>
      </p>
    </main>
  );
}

export interface SignInProps {
  /** Why the link that the start printed did not sign in. */
  readonly linkError: Error | null;
}

/** The page before a session. */
export function SignIn({ linkError }: SignInProps): ReactElement {
  return (
    <Alone title="Sign in">
      {linkError !== null && <ErrorMessage error={linkError} title="The sign-in link did not work" />}
      <SignInForm />
    </Alone>
  );
}

export interface SignInFormProps {
  /** The session that has ended, when one signs in over its page. */
  readonly before?: Session;
  /** Known from an invitation or a reset link. */
  readonly email?: string;
}

/** Signs in with a key or with a member's password. */
export function SignInForm({ before, email: known }: SignInFormProps): ReactElement {
  const signIn = useSignIn(before);
  const [key, setKey] = useState('');
  const [email, setEmail] = useState(known ?? before?.user?.email ?? '');
  const [password, setPassword] = useState('');
  const { mutate } = signIn;
  const isMember = known !== undefined || before?.how === 'password';
  return (
    <>
      <Tabs defaultSelectedKey={isMember ? 'password' : 'key'}>
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
              description={
                <>
                  The API key or admin key that the server printed at its first start, or one made by{' '}
                  <code>npx sonorant keys create</code>.
                </>
              }
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
              const organization = before?.how === 'password' ? { organization_id: before.organization.id } : {};
              mutate({ email: email.trim(), password, ...organization });
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
              description="Forgotten? An owner of your organization, or the command line, makes a link that sets a new one."
            />
            <Button variant="primary" type="submit" isPending={signIn.isPending}>
              Sign in
            </Button>
          </Form>
        </TabPanel>
      </Tabs>
      {signIn.error !== null && <ErrorMessage error={signIn.error} title="Not signed in" />}
    </>
  );
}
