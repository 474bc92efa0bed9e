/** All attempts, and that they are all there are. */
import type { Plan } from './attempts.ts';
import { cancelCall, redactCall, talk } from './call-attempts.ts';
import {
  agent,
  configureAgent,
  removeAgent,
  renameOlderAgent,
  removeOlderAgent,
  tool,
  changeTool,
  removeTool,
  metric,
  removeMetric,
  attachMetric,
  detachMetric,
  invite,
  removeInvite,
  acceptInvite,
  removeUser,
  webhook,
  changeWebhook,
  removeWebhook,
  resumeWebhook,
  testWebhook,
  resendDelivery,
} from './organization-attempts.ts';
import {
  apiKey,
  changeApiKey,
  changeRole,
  linkThatSetsPassword,
  removeApiKey,
  rotateApiKey,
} from './access-attempts.ts';
import {
  uploadFile,
  saveSpeech,
  cloneVoice,
  localizeVoice,
  renameVoice,
  addAccent,
  removeAccent,
  removeVoice,
  removeFile,
  dictionary,
  changeDictionary,
  removeDictionary,
  dataset,
  changeDataset,
  addToDataset,
  removeFromDataset,
  removeDataset,
  train,
  removeFineTune,
} from './speech-attempts.ts';

/** Every kind of attempt with how often it comes. */
export const plans: readonly (readonly [Plan, number])[] = [
  [uploadFile, 6],
  [removeFile, 3],
  [saveSpeech, 2],
  [cloneVoice, 6],
  [localizeVoice, 3],
  [renameVoice, 3],
  [addAccent, 1],
  [removeAccent, 1],
  [removeVoice, 3],
  [agent, 4],
  [configureAgent, 4],
  [removeAgent, 2],
  [renameOlderAgent, 2],
  [removeOlderAgent, 1],
  [tool, 2],
  [changeTool, 2],
  [removeTool, 2],
  [metric, 1],
  [removeMetric, 1],
  [attachMetric, 1],
  [detachMetric, 1],
  [dictionary, 4],
  [changeDictionary, 3],
  [removeDictionary, 2],
  [dataset, 2],
  [changeDataset, 2],
  [addToDataset, 2],
  [removeFromDataset, 1],
  [removeDataset, 2],
  [train, 1],
  [removeFineTune, 1],
  [invite, 2],
  [removeInvite, 1],
  [acceptInvite, 1],
  [removeUser, 1],
  [apiKey, 2],
  [changeApiKey, 1],
  [rotateApiKey, 1],
  [removeApiKey, 1],
  [changeRole, 1],
  [linkThatSetsPassword, 1],
  [webhook, 1],
  [changeWebhook, 1],
  [removeWebhook, 1],
  [resumeWebhook, 1],
  [testWebhook, 1],
  [resendDelivery, 1],
];

/** Those that carry a call over a socket, which goes on beside the requests of others: for servers that are killed. */
export const callPlans: readonly (readonly [Plan, number])[] = [
  [talk, 4],
  [cancelCall, 1],
  [redactCall, 2],
];

/** Routes without an attempt, each with its reason: they change nothing that is stored, or what they change has tests of its own. */
export const unwritten: Readonly<Record<string, string>> = {
  'POST /access-token': 'signs a token; nothing is stored',
  'POST /v1/agents/websocket/{agent_id}/sessions': 'signs a token; nothing is stored',
  'POST /tts/sse': 'speaks; only its usage is counted, by a journal that has its own tests',
  'POST /v1/audio/speech': 'speaks; only its usage is counted, by a journal that has its own tests',
  'POST /stt': 'hears; only its usage is counted, by the same journal',
  'DELETE /agents/metrics/results/{result_id}':
    'the result would come from a call; one transaction, with the job that asks again, in src/calls/analysis.test.ts',
  'POST /voices/blend': 'needs a model; one row, written as by POST /voices/localize',
  'POST /models': 'writes to the folder of the models and not to the database; src/models kills what installs',
  'POST /models/jobs/{id}/cancel': 'the same folder',
  'DELETE /models/{name}': 'the same folder',
  'POST /books': 'its file is read for up to minutes, and what a kill leaves of it is an object that is swept',
  'POST /books/upload': 'the same',
  'POST /books/{id}/start': 'one transaction with its job; test/books.test.ts stops the server that carries it',
  'POST /books/{id}/cancel': 'one statement; test/books.test.ts looks at what is left',
  'DELETE /books/{id}': 'one transaction with the job that deletes its objects, in test/books.test.ts',
  'POST /infill/bytes': 'speaks; only its usage is counted, by the same journal',
  'POST /voice-changer/bytes': 'changes a clip; only its usage is counted, by the same journal',
  'POST /voice-changer/sse': 'changes a clip; only its usage is counted, by the same journal',
  'POST /audio/transcriptions': 'hears; only its usage is counted, by the same journal',
  'POST /v1/audio/transcriptions': 'hears; only its usage is counted, by the same journal',
};

function drawn(all: typeof plans): Plan[] {
  return all.flatMap(([plan, weight]) => Array<Plan>(weight).fill(plan));
}

const withoutCalls = drawn(plans);
const withCalls = drawn([...plans, ...callPlans]);

/** @param hasCalls whether it may be one that carries a call. Default false */
export function randomPlan(random: () => number, hasCalls = false): Plan {
  const from = hasCalls ? withCalls : withoutCalls;
  return from[Math.floor(random() * from.length)]!;
}

/** The routes of the OpenAPI document that write and exist, as `POST /files`. */
export async function writingRoutes(url: string): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${url}/docs/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { responses }]) => method !== 'get' && Object.keys(responses).some((status) => status < '300'))
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/(.)\/$/u, '$1')}`),
  );
}
