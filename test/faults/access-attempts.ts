/** Attempts on keys, on the roles of members, and on the links that set a password. */
import { change, create, isGone, oneOf, remove, shows, some, take, type Plan } from './attempts.ts';
import { acceptInvite } from './organization-attempts.ts';

const accepted = 'POST /invitations/accept';
const made = 'POST /api-keys';

function pathOfKey(id: string): string {
  return `/api-keys/${id}`;
}

export const apiKey: Plan = (writer) => {
  const body = { name: some(writer), scopes: ['tts'] };
  return create({ route: made, list: '/api-keys', status: 201, body, path: pathOfKey });
};

export const changeApiKey: Plan = async (writer) => {
  const path = await take(writer, made, apiKey);
  const body = { name: some(writer), scopes: ['tts', 'files'] };
  return change(writer, { route: 'PATCH /api-keys/{id}', path, status: 200, body });
};

export const removeApiKey: Plan = async (writer) =>
  remove('DELETE /api-keys/{id}', await take(writer, made, apiKey), 204);

/** Without an overlap the key that was there ends with the making of the new one. */
export const rotateApiKey: Plan = async (writer) => {
  const path = await take(writer, made, apiKey);
  return {
    route: 'POST /api-keys/{id}/rotate',
    changes: [path],
    send: ({ admin }) => admin('POST', `${path}/rotate`, {}),
    status: 201,
    outcome: ({ text }) => {
      const at = pathOfKey((JSON.parse(text) as { id: string }).id);
      return {
        path: at,
        check: async (session) => {
          await shows(at, { scopes: ['tts'] })(session);
          await isGone(path)(session);
        },
      };
    },
    either: oneOf(isGone(path), shows(path, {})),
    isKeyed: true,
  };
};

export const changeRole: Plan = async (writer) => {
  const path = await take(writer, accepted, acceptInvite);
  return change(writer, { route: 'PATCH /organizations/users/{id}', path, status: 200, body: { role: 'admin' } });
};

/** The link is shown once and cannot be read: what is left to see is the member. */
export const linkThatSetsPassword: Plan = async (writer) => {
  const path = await take(writer, accepted, acceptInvite);
  return {
    route: 'POST /organizations/users/{id}/password-reset',
    send: ({ admin }) => admin('POST', `${path}/password-reset`),
    status: 201,
    outcome: () => undefined,
    either: shows(path, {}),
  };
};
