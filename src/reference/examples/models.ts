/** Examples of models, which need an admin key of the first organization. */
import { idOf, type Examples } from './example.ts';

const name = 'de_DE-thorsten-medium';
const job = idOf('POST /models', 'job');

export const modelExamples: Examples = {
  'GET /models': { query: { purpose: 'detecting' } },
  // From a mirror that does not exist, so that running the examples downloads nothing.
  'POST /models': { body: { name, accept_licence: true, from: 'https://mirror.example/models' } },
  'DELETE /models/{name}': { params: { name }, status: 404 },
  'GET /models/jobs': {},
  'GET /models/jobs/{id}': { params: { id: job } },
  'POST /models/jobs/{id}/cancel': { params: { id: job } },
};
