/** For tests of what an organization sees of another one: the form of a case, and an organization that has one of everything. */
import assert from 'node:assert/strict';
import type {
  CallRow,
  BookStart,
  NewBook,
  NewCallRow,
  NewMetricResult,
  NewSession,
  NewTake,
  Repositories,
  RequestLogRow,
} from './index.ts';

/** A call for an organization, and what it gives for one that owns nothing of what it names. */
export interface Case {
  readonly call: (repositories: Repositories, organizationId: string) => Promise<unknown>;
  /** From the id of that organization. */
  readonly expected: (organizationId: string) => unknown;
}

/** Why a method, or a whole repository, is not scoped to an organization. */
export type Unscoped = string;

export type CasesOf<R> = { readonly [M in keyof R]-?: Case | Unscoped };
export type Cases = { readonly [N in keyof Repositories]-?: CasesOf<Repositories[N]> | Unscoped };

export function gives(expected: unknown, call: Case['call']): Case {
  return { call, expected: () => expected };
}

export function nothing(call: Case['call']): Case {
  return gives(undefined, call);
}

export function no(call: Case['call']): Case {
  return gives(false, call);
}

export function emptyPage(call: Case['call']): Case {
  return gives({ rows: [], hasMore: false }, call);
}

/** What is made belongs to the organization that it is made for. */
export function owned(
  call: (repositories: Repositories, organizationId: string) => Promise<{ organization_id: string }>,
): Case {
  return {
    call: async (repositories, organizationId) => (await call(repositories, organizationId)).organization_id,
    expected: (organizationId) => organizationId,
  };
}

export const page = { limit: 10 };
export const day = '2026-01-01';
export const [email, invited] = ['member@example.org', 'invited@example.org'];
export const text = { name: 'Name', description: 'Description' };
export const voice = { ...text, tagline: '', gender: null, language: 'en', accents: [], speaker: {} } as const;
export const tool = { type: 'webhook', name: 'Tool', definition: '{}' } as const;
export const webhook = { url: 'https://example.org', secret: 'sealed', displayName: null, clearSecret: false } as const;
export const tune = { ...text, language: 'en', accent: null, modelId: 'model' } as const;
export const sum = { day, capability: 'tts', model_id: '', voice_id: '', api_key_id: '', credits: 5 } as const;
export const activitySum = {
  ...({ unit: 'day', period: day, capability: 'tts', voice_id: '', api_key_id: '' } as const),
  ...{ requests: 1, refused: 0, failed: 0, audio_ms: 1000, characters: 5 },
};
const firstAudioSum = {
  unit: 'day',
  period: day,
  capability: 'tts',
  voice_id: '',
  api_key_id: '',
  bucket: 1,
  count: 1,
} as const;
/** The activity of a day. */
export const ofDay = { unit: 'day', from: day, to: '2026-01-02' } as const;
export const attempt = { status: 'failed', responseStatus: 500, error: 'error', nextAttemptAt: null } as const;
export const failure = { notBefore: undefined, pauseFailures: 1, pauseMs: 0 };
export const idempotencyKey = 'k'.repeat(64);
export const leaseMs = 3_600_000;
export const answer = { status: 200, headers: {}, body: 'sealed' };

export function versionOf(fileId: string, toolId: string) {
  const config = { audio: { output: { background_sound: { file_id: fileId } } }, tools: [{ id: toolId }] };
  return { config: JSON.stringify(config), description: null, createdBy: null };
}

export function sessionOf(organizationId: string): NewSession {
  const client = { address: '127.0.0.1', userAgent: 'test' };
  return { organizationId, how: 'link', ...client, expiresAt: new Date('2100-01-01T00:00:00Z') };
}

export function request(organizationId: string, id: string): RequestLogRow {
  const what = { created_at: `${day}T00:00:00.000Z`, request_id: id, method: 'GET', route: '/', status: 200 };
  const rest = { duration_ms: 1, key_id: '', error_code: null, context_id: null, aborted: 0, session_id: null };
  return { id, organization_id: organizationId, transport: 'http', ...what, ...rest };
}

export const callEnd = { status: 'completed', end_reason: 'client_hangup', error_message: null, seconds: 60 } as const;
export const recording = { key: 'recording', size: 48 } as const;

export function callOf(owner: string): NewCallRow {
  const agent = { agent_id: 'agent_1', agent_version_id: 'version', agent_name: 'Agent', api_key_id: null } as const;
  const contents = { dynamic_variables: '{}', parameters: null, headers: null } as const;
  const until = new Date('2100-01-01T00:00:00Z');
  return { ...agent, ...contents, channel: 'websocket', sample_rate: 16_000, recorded: 1, owner, until };
}

export const metricOf = { name: 'politeness', display_name: null, prompt: 'Was the agent polite?' } as const;

export function resultOf({ id, agent_id, agent_version_id }: CallRow): NewMetricResult {
  const found = { summary: null, result: '5', json_result: '5', value: 5, model_id: 'model', run_id: 'job' } as const;
  const of = { metric_id: 'metric_1', metric_name: 'politeness', metric_display_name: null, call_id: id } as const;
  return { ...of, agent_id, agent_version_id, status: 'completed', ...found };
}

export const take: NewTake = {
  ...({
    origin: 'speak',
    title: null,
    voice_id: 'voice',
    voice_name: 'Voice',
    model_id: null,
    language: 'en',
  } as const),
  ...{ container: 'wav', seconds: 1, size: 44, blob: 'take', settings: '{}', text: 'Hello', words: '[]' },
};

export const book: NewBook = {
  ...{ title: 'Book', author: null, language: 'en', kind: 'epub', source: 'book.epub', text: 'text' },
  ...{ cover: 'cover', coverType: 'image/png', chapters: [{ title: 'One', characters: 10 }] },
};

const bookStart: BookStart = { request: '{}', how: 'how', engine: 'fake', chapters: [1], apiKeyId: 'key' };
const madeChapter = {
  ...{ how: 'how', audio_blob: 'part', words_blob: 'words', bytes: 1, samples: 1, spoken_samples: 1 },
};
const madePart = { ...madeChapter, chapter: 1, number: 1, characters: 1 };
const finishedBook = { audio: 'audio', audioBytes: 1, subtitles: 'subtitles', seconds: 1 };

/** An organization that has one of everything, and some of it as something else needs it. */
export async function everything(store: Repositories, id: string) {
  // As the first start makes it, without an email.
  await store.users.create({ organizationId: id, role: 'admin', name: 'Administrator' });
  const user = await store.users.create({ organizationId: id, role: 'member', email });
  const { key } = await store.apiKeys.create({ organizationId: id, kind: 'api', description: 'Key' });
  const [invite] = await store.invites.create(id, [invited]);
  await store.usage.add([{ organization_id: id, ...sum }]);
  await store.activity.add([{ organization_id: id, ...activitySum }], [{ organization_id: id, ...firstAudioSum }]);
  const claim = await store.idempotencyKeys.claim(id, idempotencyKey, 'request', leaseMs);
  assert.ok(claim.kind === 'claimed');
  await store.requestLog.add([request(id, 'entry')]);
  const { session } = await store.sessions.create(sessionOf(id));
  const file = await store.files.create(id, { filename: 'a.wav', purpose: 'any', size: 1, blob: 'file' });
  const dataset = await store.datasets.create(id, text);
  const clip = await store.datasets.addFile(id, dataset.id, { filename: 'a.wav', size: 1, blob: 'clip' });
  const deleted = await store.datasets.create(id, text);
  await store.datasets.addFile(id, deleted.id, { filename: 'a.wav', size: 1, blob: 'deleted' });
  await store.datasets.remove(id, deleted.id);
  const fineTune = await store.fineTunes.create(id, { ...tune, datasetId: dataset.id });
  const dict = await store.pronunciationDicts.create(id, { ...text, items: [], access: 'private' });
  const publicDict = await store.pronunciationDicts.create(id, { ...text, items: [], access: 'public' });
  const privateVoice = await store.voices.create(id, { ...voice, access: 'private' });
  const publicVoice = await store.voices.create(id, { ...voice, access: 'public', clip: 'voice' });
  const agentTool = await store.agentTools.create(id, tool);
  const hook = await store.webhooks.create(id, webhook);
  await store.webhooks.noteFailure(id, hook.id, { ...failure, pauseFailures: 100 });
  const made = await store.agents.create(id, { ...text, version: versionOf(file.id, agentTool.id) });
  const agent = await store.agents.update(id, made, { webhookId: hook.id });
  await store.webhookDeliveries.emit({ organizationId: id, type: 'voice.created', data: {} }, () => 'body');
  const ended = await store.calls.create(id, callOf('ended'));
  const turn = { number: 1, role: 'user', text: 'Hello', start_time: 0, end_time: 1, interrupted: 0 } as const;
  await store.calls.addTurn({ id: ended.id, owner: 'ended' }, { ...turn, tool_calls: null, figures: null });
  await store.calls.end({ id: ended.id, owner: 'ended' }, { ...callEnd, ended_at: `${day}T00:01:00.000Z` });
  const running = await store.calls.create(id, callOf('running'));
  const metric = await store.metrics.create(id, metricOf);
  await store.metrics.attach(id, agent.id, metric!.id);
  const judged = await store.metricResults.record(id, resultOf(ended));
  await store.metricQuestions.take(id, day, 10);
  const kept = await store.takes.create({ organizationId: id, userId: user.id }, take);
  const starred = await store.takes.create({ organizationId: id, userId: user.id }, { ...take, blob: 'starred' });
  await store.takes.update({ organizationId: id, userId: user.id }, starred.id, { starred: true });
  const shared = await store.takeShares.create(
    { organizationId: id, userId: user.id },
    kept.id,
    new Date('9999-01-01'),
  );
  const written = await store.books.create(id, book);
  const asked = await store.books.create(id, { ...book, text: 'asked', cover: null, coverType: null });
  const spoken = await store.books.start(id, asked.id, bookStart);
  const run = { organization_id: id, book_id: asked.id, run: spoken!.run };
  await store.books.keepPart(run, { ...madePart, number: 2 });
  const [delivery] = (await store.webhookDeliveries.page(id, hook.id, page)).rows;
  return {
    id,
    user,
    key,
    metric: metric!,
    judged: judged!,
    invite: invite!.invite,
    claim: claim.claim,
    session,
    file,
    dataset,
    clip: clip!,
    deleted,
    fineTune,
    dict,
    publicDict,
    privateVoice,
    publicVoice,
    agentTool,
    webhook: hook,
    agent,
    delivery: delivery!,
    ended,
    running,
    take: kept,
    share: shared!.share,
    book: written,
    spokenBook: spoken!,
  };
}

export type Ours = Awaited<ReturnType<typeof everything>>;

export const ofAll = 'is work of the server over all organizations';
const byTheHolder = 'goes by the name under which the process holds the call';

/** The history of a member, looked for as one of another organization. */
export function takeCases({ user: { id: userId }, take: { id: takeId } }: Ours): Pick<Cases, 'takes'> {
  const of = (organizationId: string) => ({ organizationId, userId });
  return {
    takes: {
      create: owned((store, id) => store.takes.create(of(id), { ...take, blob: 'theirs' })),
      find: nothing((store, id) => store.takes.find(of(id), takeId)),
      page: emptyPage((store, id) => store.takes.page(of(id), page)),
      voices: gives([], (store, id) => store.takes.voices(of(id))),
      sums: gives({ takes: 0, bytes: 0 }, (store, id) => store.takes.sums(of(id))),
      starredBytes: gives(0, (store, id) => store.takes.starredBytes(of(id))),
      update: nothing((store, id) => store.takes.update(of(id), takeId, { starred: true })),
      remove: no((store, id) => store.takes.remove(of(id), takeId)),
      removeSome: gives(0, (store, id) => store.takes.removeSome(of(id))),
      trim: gives(0, (store, id) => store.takes.trim(of(id), 0)),
      isWanted: nothing((store, id) => store.takes.isWanted(of(id))),
      setWanted: nothing(async (store, id) => {
        await store.takes.setWanted(of(id), false);
        return (await store.takes.isWanted(of(id))) === false ? 'switched off' : undefined;
      }),
      removeOld: ofAll,
      removeLeft: ofAll,
      above: ofAll,
    },
  };
}

/** Links to takes of a member, looked for as one of another organization. */
export function shareCases({
  user: { id: userId },
  take: { id: takeId },
  share: { id: shareId },
}: Ours): Pick<Cases, 'takeShares'> {
  const of = (organizationId: string) => ({ organizationId, userId });
  return {
    takeShares: {
      create: nothing((store, id) => store.takeShares.create(of(id), takeId, new Date('9999-01-01'))),
      page: emptyPage((store, id) => store.takeShares.page(of(id), page)),
      count: gives(0, (store, id) => store.takeShares.count(of(id))),
      remove: no((store, id) => store.takeShares.remove(of(id), shareId)),
      findByHash: ofAll,
      removeExpired: ofAll,
    },
  };
}

/** Books, and what their job writes. */
export function bookCases({ book: { id: bookId }, spokenBook }: Ours): Pick<Cases, 'books'> {
  const run = (organizationId: string) => ({
    organization_id: organizationId,
    book_id: spokenBook.id,
    run: spokenBook.run,
  });
  return {
    books: {
      create: owned((store, id) => store.books.create(id, { ...book, text: `text of ${id}` })),
      find: nothing((store, id) => store.books.find(id, bookId)),
      page: emptyPage((store, id) => store.books.page(id, page)),
      chapters: gives([], (store, id) => store.books.chapters(id, bookId)),
      start: nothing((store, id) => store.books.start(id, bookId, bookStart)),
      advance: no((store, id) => store.books.advance(run(id), 1, 1)),
      renew: no((store, id) => store.books.renew(run(id), { how: 'other', engine: 'other' })),
      keepChapter: no((store, id) => store.books.keepChapter(run(id), 1, madeChapter)),
      parts: gives([], (store, id) => store.books.parts(id, spokenBook.id)),
      keepPart: no((store, id) => store.books.keepPart(run(id), madePart)),
      note: no((store, id) => store.books.note(run(id), 'problem')),
      finish: no((store, id) => store.books.finish(run(id), finishedBook)),
      fail: no((store, id) => store.books.fail(run(id), 'error')),
      cancel: nothing((store, id) => store.books.cancel(id, spokenBook.id)),
      remove: nothing((store, id) => store.books.remove(id, bookId)),
    },
  };
}

/** Calls, metrics and their results. */
export function callCases(ours: Ours): Pick<Cases, 'calls' | 'metrics' | 'metricQuestions' | 'metricResults'> {
  const { ended, running, agent, metric, judged } = ours;
  const ofAgent = { agentId: ended.agent_id, ...page };
  return {
    calls: {
      create: owned((store, id) => store.calls.create(id, callOf('theirs'))),
      find: nothing((store, id) => store.calls.find(id, ended.id)),
      page: emptyPage((store, id) => store.calls.page(id, ofAgent)),
      turns: gives([], (store, id) => store.calls.turns(id, [ended.id])),
      daily: gives([], (store, id) => store.calls.daily(id, { from: day, to: '2026-01-02' })),
      requestCancel: no((store, id) => store.calls.requestCancel(id, running.id)),
      redact: nothing((store, id) => store.calls.redact(id, ended.id)),
      attachRecording: no((store, id) => store.calls.attachRecording(id, ended.id, recording)),
      analysed: nothing((store, id) => store.calls.analysed(id, ended.id, 'theirs')),
      renew: byTheHolder,
      cancelled: byTheHolder,
      addTurn: byTheHolder,
      end: byTheHolder,
      lost: ofAll,
      owners: ofAll,
      endedBefore: ofAll,
    },
    metrics: {
      create: owned(async (store, id) => (await store.metrics.create(id, { ...metricOf, name: 'theirs' }))!),
      find: nothing((store, id) => store.metrics.find(id, metric.id)),
      page: emptyPage((store, id) => store.metrics.page(id, { ...page, agentId: agent.id })),
      remove: no((store, id) => store.metrics.remove(id, metric.id)),
      ofAgent: gives([], (store, id) => store.metrics.ofAgent(id, agent.id)),
      attach: gives([], async (store, id) => {
        const other = await store.metrics.create(id, { ...metricOf, name: `attached by ${id}` });
        await store.metrics.attach(id, agent.id, other!.id);
        return store.metrics.ofAgent(id, agent.id);
      }),
      detach: gives(1, async (store, id) => {
        await store.metrics.detach(id, agent.id, metric.id);
        return (await store.metrics.ofAgent(ours.id, agent.id)).length;
      }),
    },
    metricQuestions: {
      take: gives(1, (store, id) => store.metricQuestions.take(id, day, 10)),
      giveBack: nothing(async (store, id) => {
        await store.metricQuestions.giveBack(id, day);
        return store.metricQuestions.take(ours.id, day, 1);
      }),
      forget: ofAll,
    },
    metricResults: {
      record: nothing((store, id) => store.metricResults.record(id, { ...resultOf(ended), metric_id: `of ${id}` })),
      find: nothing((store, id) => store.metricResults.find(id, judged.id)),
      toJudge: nothing((store, id) => store.metricResults.toJudge(id, ended.id, metric.id)),
      page: emptyPage((store, id) => store.metricResults.page(id, page)),
      behind: gives([], (store, id) => store.metricResults.behind(id, undefined, {}, 10)),
      countBehind: gives(0, (store, id) => store.metricResults.countBehind(id, undefined, {}, 10)),
      remove: nothing((store, id) => store.metricResults.remove(id, judged.id)),
    },
  };
}
