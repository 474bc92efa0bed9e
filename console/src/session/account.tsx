import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { consoleRequest } from '../base/api.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { leave, useSwitchOrganization, type Session } from '../base/session.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/pages/data-table.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { Page } from '../components/pages/page.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { Moment } from '../components/moment.tsx';
import { FinishAccount } from './finish-account.tsx';
import { NewPassword } from './new-password.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { passwordProblem } from './token.ts';

interface ListedSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly user_agent: string;
  readonly address: string;
  readonly how: Session['how'];
  readonly user: Session['user'];
  readonly is_current: boolean;
}

const ways: Readonly<Record<Session['how'], string>> = {
  key: 'Key',
  password: 'Password',
  link: 'Start link',
};

/** Who is signed in, where else, the password, the organization. */
export default function Account(): ReactElement {
  const session = useCurrentSession();
  return (
    <Page title="Account" lead={<Who session={session} />}>
      {session.how === 'key' && session.role === 'member' && (
        <p className="note">
          An API key opens what programs use. Members, Keys and Requests open with the admin key, which the server
          printed beside it; Webhooks and Server, too, for an admin with an account or by the link that the start
          prints.
        </p>
      )}
      <div className="columns">
        <FinishAccount session={session} />
        {session.organizations.length > 1 && <Organizations session={session} />}
        <section className="card">
          <h2>Appearance</h2>
          <ThemeChoice />
        </section>
        {session.how === 'password' && <Password />}
      </div>
      <Sessions />
    </Page>
  );
}

function Who({ session }: { readonly session: Session }): ReactElement {
  const name = session.user?.name ?? session.user?.email;
  return (
    <>
      {name === undefined || name === null ? (
        `Signed in by ${ways[session.how].toLowerCase()}`
      ) : (
        <Entered text={name} />
      )}{' '}
      in{' '}
      <strong>
        <Entered text={session.organization.name} />
      </strong>{' '}
      as {session.role}.
    </>
  );
}

function Organizations({ session }: { readonly session: Session }): ReactElement {
  const change = useSwitchOrganization();
  return (
    <section className="card">
      <h2>Organization</h2>
      <Select
        label="Work in"
        options={session.organizations}
        value={session.organization.id}
        onChange={(id) => change.mutate(id)}
        isDisabled={change.isPending}
      />
      {change.error !== null && <ErrorMessage error={change.error} title="Not changed" />}
    </section>
  );
}

function Password(): ReactElement {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      consoleRequest<undefined>('POST', '/password', { body: { current_password: current, new_password: password } }),
    onSuccess: () => {
      setCurrent('');
      setPassword('');
      setRepeated('');
      notify('The password was changed. Your other sessions have ended.');
      void client.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const isGood = password !== '' && passwordProblem(password) === undefined && password === repeated;
  return (
    <section className="card">
      <h2>Password</h2>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood) change.mutate();
        }}
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          isRequired
        />
        <NewPassword password={password} repeated={repeated} onPassword={setPassword} onRepeated={setRepeated} />
        <Button type="submit" isDisabled={!isGood || current === ''} isPending={change.isPending}>
          Change the password
        </Button>
      </Form>
      {change.error !== null && <ErrorMessage error={change.error} title="Not changed" />}
    </section>
  );
}

function Sessions(): ReactElement {
  const client = useQueryClient();
  const { data, error, isPending } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => consoleRequest<{ data: ListedSession[] }>('GET', '/sessions', { signal }),
  });
  const end = useMutation({
    mutationFn: ({ id }: ListedSession) => consoleRequest<undefined>('DELETE', `/sessions/${encodeURIComponent(id)}`),
    onSuccess: (_, { is_current: isCurrent }) => {
      if (isCurrent) {
        leave();
        return undefined;
      }
      notify('The session has ended.');
      return client.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const columns: readonly Column<ListedSession>[] = [
    {
      title: 'Browser',
      isHeader: true,
      cell: (row) => (
        <>
          {browserOf(row.user_agent)} {row.is_current && <Badge tone="good">this one</Badge>}
        </>
      ),
    },
    { title: 'Who', cell: ({ user, how }) => <Entered text={user?.name ?? user?.email ?? ways[how]} /> },
    { title: 'Address', cell: ({ address }) => <code className="nowrap">{address}</code> },
    { title: 'Signed in', cell: (row) => <Moment at={row.created_at} /> },
    { title: 'Last used', cell: (row) => <Moment at={row.last_used_at} /> },
    { title: 'Expires if unused', cell: (row) => <Moment at={row.expires_at} /> },
    {
      title: 'End',
      cell: (row) => (
        <Button
          variant="quiet"
          isPending={end.isPending && end.variables.id === row.id}
          aria-label={row.is_current ? 'Sign out here' : `End the session on ${browserOf(row.user_agent)}`}
          onPress={() => end.mutate(row)}
        >
          {row.is_current ? 'Sign out' : 'End'}
        </Button>
      ),
    },
  ];
  return (
    <section className="stack">
      <h2>Sessions</h2>
      {end.error !== null && <ErrorMessage error={end.error} title="Not ended" />}
      {error !== null && <ErrorMessage error={error} title="The sessions could not be read" />}
      {isPending && <Loading label="Reading the sessions" />}
      {data !== undefined && <DataTable label="Sessions" columns={columns} rows={data.data} rowKey={({ id }) => id} />}
    </section>
  );
}

const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chromium'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox on Linux`; a program's own name where it is no browser. */
function browserOf(agent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser === undefined) return agent === '' ? 'Unknown program' : agent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
