/** Examples of people, keys and usage, which need an admin key. */
import { idOf, type Examples } from './example.ts';

const newest = 'data[0].id';
const user = idOf('POST /invitations/accept', 'user');
const key = idOf('POST /api-keys', 'key');
const invite = idOf('POST /organizations/invites', 'invites', '[0].id');

export const organizationExamples: Examples = {
  'GET /organizations/users': { query: { limit: '1' } },
  'GET /organizations/users/{id}': { params: { id: idOf('GET /organizations/users', 'users', newest) } },
  'PATCH /organizations/users/{id}': { params: { id: user }, body: { role: 'admin' } },
  'POST /organizations/users/{id}/password-reset': { params: { id: user } },
  'DELETE /organizations/users/{id}': { params: { id: user } },
  'GET /organizations/invites': { query: { limit: '1' } },
  'POST /organizations/invites': { body: { emails: [{ unique: 'ada.*@example.com' }] } },
  'GET /organizations/invites/{id}': { params: { id: invite } },
  'DELETE /organizations/invites/{id}': { params: { id: invite } },
  'POST /invitations/accept': {
    body: {
      token: { ...idOf('POST /organizations/invites', 'invites', '[0].accept_url'), after: 'token=' },
      name: 'Ada',
      password: 'a long sentence is easy',
    },
  },
  'GET /organizations/requests': { query: { limit: '1', status: '2xx' } },
  'GET /api-keys': { query: { limit: '1' } },
  'POST /api-keys': { body: { name: 'Web site', scopes: ['tts'] } },
  'GET /api-keys/{id}': { params: { id: key } },
  'PATCH /api-keys/{id}': { params: { id: key }, body: { name: 'Web site and app', scopes: ['tts', 'voices'] } },
  'POST /api-keys/{id}/rotate': { params: { id: key }, body: { overlap_seconds: 3600 } },
  'DELETE /api-keys/{id}': { params: { id: key } },
  'GET /usage/credits': {
    query: { interval: 'day', start_ts: '2026-01-01T00:00:00Z', end_ts: '2026-01-03T00:00:00Z' },
  },
  'GET /usage/agents': {},
  'GET /usage/activity': { query: { capability: 'tts' } },
};
