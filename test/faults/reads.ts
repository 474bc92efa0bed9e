/** The main routes that read and speak, as attempts that write nothing. */
import type { Attempt, Plan, Session } from './attempts.ts';
import { agent } from './organization-attempts.ts';
import { cloneVoice, dataset, dictionary, uploadFile } from './speech-attempts.ts';
import { raw24 } from '../support/server.ts';

function reading(route: string, send: Attempt['send']): Attempt {
  return { route, send, status: 200, outcome: () => undefined, either: () => Promise.resolve() };
}

/** Reads what a plan has made. */
function readsMade(route: string, plan: Plan, pathOf: (path: string) => string = (path) => path): Plan {
  return async (writer) => {
    const { path } = await writer.make(await plan(writer));
    return reading(route, ({ ask }) => ask('GET', pathOf(path)));
  };
}

function reads(path: string): Plan {
  const isAdmin = /^\/(?:organizations|api-keys|usage)/u.test(path);
  return () => reading(`GET ${path}`, ({ ask, admin }) => (isAdmin ? admin : ask)('GET', path));
}

/** Speaks with a voice that the database has. */
function speaks(path: string, bodyOf: (voice: string) => object): Plan {
  return async (writer) => {
    const made = await writer.make(await cloneVoice(writer));
    const body = bodyOf(made.path.split('/').at(-1)!);
    return reading(`POST ${path}, a stored voice`, ({ ask }: Session) => ask('POST', path, body));
  };
}

export const readingPlans: readonly Plan[] = [
  readsMade('GET /voices/{id}', cloneVoice),
  readsMade('GET /files/{id}/download', uploadFile, (path) => path.replace('/info', '/download')),
  readsMade('GET /files/{id}/info', uploadFile),
  readsMade('GET /v1/agents/{agent_id}', agent),
  readsMade('GET /datasets/{id}', dataset),
  readsMade('GET /pronunciation-dicts/{id}', dictionary),
  ...[
    '/voices',
    '/files',
    '/datasets',
    '/fine-tunes',
    '/v1/agents',
    '/agents',
    '/agents/webhooks',
    '/pronunciation-dicts',
  ].map(reads),
  ...['/organizations/users', '/organizations/invites', '/organizations/requests', '/api-keys', '/usage/credits'].map(
    reads,
  ),
  speaks('/tts/bytes', (voice) => ({ model_id: 'espeak', voice, transcript: 'Hi.', output_format: raw24 })),
  speaks('/tts/sse', (voice) => ({ model_id: 'espeak', voice, transcript: 'Hi.', output_format: raw24 })),
  () =>
    reading('POST /access-token', ({ ask }) => ask('POST', '/access-token', { grants: { tts: true }, expires_in: 60 })),
];
