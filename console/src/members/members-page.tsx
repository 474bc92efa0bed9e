import type { Schemas } from '@sonorant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { InviteDialog } from './invite-dialog.tsx';
import { sonorant } from '../base/api.ts';
import { useSession } from '../base/session.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { DataTable } from '../components/pages/data-table.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { List, useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/pages/page.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { SecretOnce } from '../components/secret-once.tsx';
import { Select } from '../components/forms/select.tsx';
import { notify } from '../components/toasts.tsx';

type User = Schemas['User'];
type Invite = Schemas['Invite'];

const roles = [
  { id: 'admin', name: 'Admin' },
  { id: 'member', name: 'Member' },
];

function nameOf({ name, email, id }: User): string {
  return name ?? email ?? id;
}

/** Who belongs to the organization, and who was invited. */
export default function MembersPage(): ReactElement {
  const [isInviting, setIsInviting] = useState(false);
  const members = useList<User>({
    queryKey: ['members', 'users'],
    load: (query, signal) => sonorant.get('/organizations/users', { query, signal }),
  });
  const invites = useList<Invite>({
    queryKey: ['members', 'invites'],
    load: (query, signal) => sonorant.get('/organizations/invites', { query, signal }),
  });
  const invite = (
    <Button variant="primary" onPress={() => setIsInviting(true)}>
      Invite
    </Button>
  );
  return (
    <Page
      title="Members"
      lead="An admin does everything; a member makes speech, voices, agents and files, and does not see members, keys, webhooks and the server."
      actions={invite}
    >
      <List
        list={members}
        label="Members"
        empty={
          <Empty title="Nobody has joined yet.">
            <p>This server sends no mail: an invitation is a link that you pass on.</p>
          </Empty>
        }
      >
        {(rows) => <MemberTable rows={rows} />}
      </List>
      <section className="stack" aria-labelledby="invites">
        <h2 id="invites">Invitations that are open</h2>
        <List list={invites} label="Invitations" empty={<p className="muted">There is none.</p>}>
          {(rows) => <InviteTable rows={rows} />}
        </List>
      </section>
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} />
    </Page>
  );
}

function MemberTable({ rows }: { readonly rows: readonly User[] }): ReactElement {
  const { data: session } = useSession();
  const client = useQueryClient();
  const reload = (): void => void client.invalidateQueries({ queryKey: ['members'] });
  return (
    <DataTable
      label="Members"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          isHeader: true,
          cell: (user) => (
            <span className="row tight">
              <Entered text={nameOf(user)} />
              {user.id === session?.user?.id && <Badge>You</Badge>}
            </span>
          ),
        },
        { title: 'Email', cell: ({ email }) => <Entered text={email ?? '–'} /> },
        { title: 'Role', cell: (user) => <RoleChoice user={user} /> },
        { title: 'Joined', cell: ({ created_at: at }) => <Moment at={at} /> },
        {
          title: 'Actions',
          cell: (user) => (
            <span className="row tight">
              {user.email !== null && <ResetLink user={user} />}
              <RemoveButton
                action="Remove"
                title="Remove this member?"
                label={`Remove ${isolated(nameOf(user))}`}
                remove={() => sonorant.delete('/organizations/users/{id}', { path: { id: user.id } })}
                onRemoved={reload}
              >
                <p>
                  <Entered text={nameOf(user)} /> is signed out at once and no longer gets in. Keys that were made stay:
                  revoke those that are known to them.
                </p>
              </RemoveButton>
            </span>
          ),
        },
      ]}
    />
  );
}

/** The role, which is changed after a question. */
function RoleChoice({ user }: { readonly user: User }): ReactElement {
  const [asked, setAsked] = useState<string>();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (role: string) =>
      sonorant.patch('/organizations/users/{id}', {
        path: { id: user.id },
        body: { role: role as User['role'] },
      }),
    onSuccess: () => {
      setAsked(undefined);
      void client.invalidateQueries({ queryKey: ['members'] });
      void client.invalidateQueries({ queryKey: ['session'] });
      notify('The role was changed.');
    },
  });
  return (
    <>
      <Select
        label={<span className="visually-hidden">Role of {isolated(nameOf(user))}</span>}
        options={roles}
        value={user.role}
        onChange={(role) => {
          change.reset();
          if (role !== user.role) setAsked(role);
        }}
      />
      <Confirm
        title="Change the role?"
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        action="Change"
        sending={{ ...change, mutate: () => asked !== undefined && change.mutate(asked) }}
      >
        <p>
          <Entered text={nameOf(user)} />{' '}
          {asked === 'admin'
            ? 'will see and change everything of the organization: members, keys, webhooks and the server too.'
            : 'will no longer see members, keys, webhooks and the server.'}
        </p>
      </Confirm>
    </>
  );
}

/** A link with which a member sets a new password. */
function ResetLink({ user }: { readonly user: User }): ReactElement {
  const [isAsking, setIsAsking] = useState(false);
  const make = useMutation({
    mutationFn: () => sonorant.post('/organizations/users/{id}/password-reset', { path: { id: user.id } }),
    onSuccess: () => setIsAsking(false),
  });
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Reset the password of ${isolated(nameOf(user))}`}
        onPress={() => {
          make.reset();
          setIsAsking(true);
        }}
      >
        Reset the password
      </Button>
      <Confirm
        title="Make a link to reset the password?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action="Make the link"
        sending={make}
      >
        <p>
          Whoever has the link sets a new password for <Entered text={nameOf(user)} />. It works once. It is made only
          for accounts that belong to your organization alone; for others the command line of the server makes it.
        </p>
      </Confirm>
      <SecretOnce title="The link" secret={make.data?.url} onClose={make.reset}>
        <p>
          Pass it on to <Entered text={nameOf(user)} />. It is shown this once, and works once, until{' '}
          <Moment at={make.data?.expires_at} />.
        </p>
      </SecretOnce>
    </>
  );
}

function InviteTable({ rows }: { readonly rows: readonly Invite[] }): ReactElement {
  const client = useQueryClient();
  return (
    <DataTable
      label="Invitations"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Email', isHeader: true, cell: ({ email }) => <Entered text={email} /> },
        { title: 'Role', cell: ({ role }) => role },
        { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
        { title: 'Ends', cell: ({ expires_at: at }) => <Moment at={at} /> },
        {
          title: 'Actions',
          cell: ({ id, email }) => (
            <RemoveButton
              action="Cancel"
              title="Cancel this invitation?"
              label={`Cancel the invitation of ${isolated(email)}`}
              remove={() => sonorant.delete('/organizations/invites/{id}', { path: { id } })}
              onRemoved={() => void client.invalidateQueries({ queryKey: ['members', 'invites'] })}
            >
              <p>
                The link of <Entered text={email} /> no longer works.
              </p>
            </RemoveButton>
          ),
        },
      ]}
    />
  );
}
