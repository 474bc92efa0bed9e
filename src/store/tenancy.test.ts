/**
 * Every method of every repository that is scoped to an organization, called for another one with the ids of ours: it sees,
 * changes and deletes nothing. The same call for ours does, so that none passes for another reason.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { ServiceError } from '../errors/service-error.ts';
import { openStore, type Repositories, type Store } from './index.ts';
import {
  activitySum,
  answer,
  attempt,
  bookCases,
  callCases,
  day,
  email,
  emptyPage,
  everything,
  failure,
  gives,
  idempotencyKey,
  invited,
  leaseMs,
  no,
  nothing,
  ofAll,
  ofDay,
  owned,
  page,
  request,
  sessionOf,
  sum,
  shareCases,
  takeCases,
  text,
  tool,
  tune,
  versionOf,
  voice,
  webhook,
  type Case,
  type Cases,
  type Ours,
} from './tenancy-testing.ts';
import { databases, type TestDatabase } from './testing.ts';

const byTheRow = 'goes by a delivery that was found for its organization';
const ofAccounts = 'is about an account, which is above organizations';
const journal = 'is the record of a journal of the server';

function accounts(
  ours: Ours,
): Pick<Cases, 'users' | 'passwords' | 'apiKeys' | 'invites' | 'organizations' | 'sessions'> {
  return {
    organizations: 'is about organizations themselves, for the operator',
    users: {
      create: owned((store, organizationId) =>
        store.users.create({ organizationId, role: 'member', name: organizationId }),
      ),
      join: {
        call: async (store, organizationId) =>
          (await store.users.join({ organizationId, role: 'member', email }))?.organization_id,
        expected: (organizationId) => organizationId,
      },
      memberEmails: gives([], (store, id) => store.users.memberEmails(id, [email])),
      find: nothing((store, id) => store.users.find(id, ours.user.id)),
      list: gives([], (store, id) => store.users.list(id)),
      page: emptyPage((store, id) => store.users.page(id, page)),
      setRole: nothing((store, id) => store.users.setRole(id, ours.user.id, 'admin')),
      nameAdmin: nothing((store, id) => store.users.nameAdmin(id, { name: 'Theirs', email: 'theirs@example.org' })),
      remove: no((store, id) => store.users.remove(id, ours.user.id)),
    },
    passwords: {
      findByEmail: ofAccounts,
      find: ofAccounts,
      memberships: ofAccounts,
      set: ofAccounts,
      renew: ofAccounts,
      createReset: gives('user_not_found', (store, id) =>
        store.passwords.createReset(id, ours.user.id, 1000).then(
          () => 'made',
          (error: unknown) => (error as ServiceError).code,
        ),
      ),
      takeReset: 'goes by the token of the link',
    },
    apiKeys: {
      create: owned(async (store, organizationId) => {
        return (await store.apiKeys.create({ organizationId, kind: 'api', description: '' })).key;
      }),
      findByHash: 'finds whose key it is',
      find: nothing((store, id) => store.apiKeys.find(id, ours.key.id)),
      list: gives([], (store, id) => store.apiKeys.list(id)),
      page: emptyPage((store, id) => store.apiKeys.page(id, page)),
      findListed: nothing((store, id) => store.apiKeys.findListed(id, ours.key.id)),
      update: nothing((store, id) => store.apiKeys.update(id, ours.key.id, { name: 'Theirs' })),
      rotate: nothing((store, id) => store.apiKeys.rotate(id, ours.key.id, { overlapMs: 0 })),
      nearBudgets: ofAll,
      claimBudgetReport: ofAll,
      revoke: nothing((store, id) => store.apiKeys.revoke(id, ours.key.id)),
    },
    invites: {
      // For ours it is refused: one is a member, the other is invited.
      create: gives([email, invited], async (store, id) =>
        (await store.invites.create(id, [email, invited])).map(({ invite }) => invite.email),
      ),
      find: nothing((store, id) => store.invites.find(id, ours.invite.id)),
      page: emptyPage((store, id) => store.invites.page(id, { ...page, state: 'pending' })),
      revoke: no((store, id) => store.invites.revoke(id, ours.invite.id)),
      open: 'goes by the token of the invite',
      accept: 'goes by the token of the invite',
    },
    sessions: {
      create: owned(async (store, organizationId) => (await store.sessions.create(sessionOf(organizationId))).session),
      findByHash: 'finds whose session it is',
      find: nothing((store, id) => store.sessions.find(id, ours.session.id)),
      list: gives([], (store, id) => store.sessions.list(id, { usedSince: new Date(0) })),
      touch: 'goes by a session that was found by its cookie',
      knowsAddress: 'is about an account, which may be of several organizations',
      end: no((store, id) => store.sessions.end(id, ours.session.id)),
      endOfUser: 'is about an account, which may be of several organizations',
      removeExpired: ofAll,
    },
  };
}

function operation(
  ours: Ours,
): Pick<Cases, 'locks' | 'settings' | 'jobs' | 'usage' | 'activity' | 'idempotencyKeys' | 'requestLog'> {
  return {
    locks: 'reads and changes nothing',
    settings: 'is of the installation',
    jobs: 'is work of the server, whose payloads name the organization',
    usage: {
      add: gives(sum.credits, async (store, id) => {
        await store.usage.add([{ organization_id: id, ...sum }]);
        return (await store.usage.daily(ours.id, { from: day, to: '2026-01-02' }))[0]!.credits;
      }),
      daily: gives([], (store, id) => store.usage.daily(id, { from: day, to: '2026-01-02' })),
      ofKeys: gives(0, async (store, id) => (await store.usage.ofKeys(id, [''], { from: day, to: '2026-01-02' })).size),
      openJournal: journal,
      counted: journal,
      advanceJournal: journal,
      closeJournal: journal,
    },
    activity: {
      add: gives(1, async (store, id) => {
        await store.activity.add([{ organization_id: id, ...activitySum }], []);
        return (await store.activity.sums(ours.id, ofDay))[0]!.requests;
      }),
      sums: gives([], (store, id) => store.activity.sums(id, ofDay)),
      firstAudio: gives([], (store, id) => store.activity.firstAudio(id, ofDay)),
      forget: ofAll,
    },
    idempotencyKeys: {
      // The same key of two organizations: each gets what became of its own.
      claim: gives(['claimed', 'running', 'running'], async (store, id) => [
        (await store.idempotencyKeys.claim(id, idempotencyKey, 'theirs', leaseMs)).kind,
        (await store.idempotencyKeys.claim(id, idempotencyKey, 'theirs', leaseMs)).kind,
        (await store.idempotencyKeys.claim(ours.id, idempotencyKey, 'request', leaseMs)).kind,
      ]),
      renew: no((store, organizationId) => store.idempotencyKeys.renew({ ...ours.claim, organizationId }, leaseMs)),
      answer: no((store, organizationId) =>
        store.idempotencyKeys.answer({ ...ours.claim, organizationId }, answer, leaseMs),
      ),
      release: gives('running', async (store, organizationId) => {
        await store.idempotencyKeys.release({ ...ours.claim, organizationId });
        return (await store.idempotencyKeys.claim(ours.id, idempotencyKey, 'request', leaseMs)).kind;
      }),
      removeExpired: ofAll,
    },
    requestLog: {
      add: gives(1, async (store, id) => {
        await store.requestLog.add([request(id, `entry of ${id}`)]);
        return (await store.requestLog.page(ours.id, page)).rows.length;
      }),
      lastUses: gives(0, async (store, id) => (await store.requestLog.lastUses(id, [''])).size),
      page: emptyPage((store, id) => store.requestLog.page(id, page)),
      trim: gives(0, (store, id) => store.requestLog.trim(id, 0, new Date())),
      organizations: ofAll,
    },
  };
}

function voicesAndData(ours: Ours): Pick<Cases, 'files' | 'datasets' | 'fineTunes' | 'pronunciationDicts' | 'voices'> {
  const ids = ({ rows }: { readonly rows: readonly { readonly id: string }[] }): string[] => rows.map(({ id }) => id);
  const newFile = { filename: 'b.wav', purpose: 'any', size: 1, blob: 'new' };
  return {
    files: {
      create: owned((store, id) => store.files.create(id, newFile)),
      find: nothing((store, id) => store.files.find(id, ours.file.id)),
      page: emptyPage((store, id) => store.files.page(id, page)),
      remove: nothing((store, id) => store.files.remove(id, ours.file.id)),
    },
    datasets: {
      create: owned((store, id) => store.datasets.create(id, text)),
      find: nothing((store, id) => store.datasets.find(id, ours.dataset.id)),
      page: emptyPage((store, id) => store.datasets.page(id, page)),
      update: nothing((store, id) => store.datasets.update(id, ours.dataset.id, text)),
      remove: no((store, id) => store.datasets.remove(id, ours.dataset.id)),
      purge: no((store, id) => store.datasets.purge(id, ours.deleted.id)),
      addFile: nothing((store, id) => store.datasets.addFile(id, ours.dataset.id, newFile)),
      filePage: emptyPage((store, id) => store.datasets.filePage(id, ours.dataset.id, page)),
      allFiles: gives([], (store, id) => store.datasets.allFiles(id, ours.dataset.id)),
      removeFile: nothing((store, id) => store.datasets.removeFile(id, ours.dataset.id, ours.clip.id)),
    },
    fineTunes: {
      create: owned((store, id) => store.fineTunes.create(id, { ...tune, datasetId: ours.dataset.id })),
      find: nothing((store, id) => store.fineTunes.find(id, ours.fineTune.id)),
      page: emptyPage((store, id) => store.fineTunes.page(id, page)),
      remove: no((store, id) => store.fineTunes.remove(id, ours.fineTune.id)),
      advance: no((store, id) => store.fineTunes.advance(id, ours.fineTune.id, 0.5)),
      end: no((store, id) => store.fineTunes.end(id, ours.fineTune.id, 'failed', [])),
    },
    pronunciationDicts: {
      create: owned((store, id) => store.pronunciationDicts.create(id, { ...text, items: [], access: 'private' })),
      find: nothing((store, id) => store.pronunciationDicts.find(id, ours.dict.id)),
      page: gives([ours.publicDict.id], async (store, id) => ids(await store.pronunciationDicts.page(id, page))),
      update: nothing((store, id) => store.pronunciationDicts.update(id, ours.publicDict.id, text)),
      remove: no((store, id) => store.pronunciationDicts.remove(id, ours.publicDict.id)),
    },
    voices: {
      create: owned((store, id) => store.voices.create(id, { ...voice, access: 'private' })),
      find: nothing((store, id) => store.voices.find(id, ours.privateVoice.id)),
      findOwn: nothing((store, id) => store.voices.findOwn(id, ours.publicVoice.id)),
      named: gives([], (store, id) => store.voices.named(id, text.name, 'own')),
      page: gives([ours.publicVoice.id], async (store, id) => ids(await store.voices.page(id, page))),
      lastPage: gives([ours.publicVoice.id], async (store, id) => ids(await store.voices.lastPage(id, page.limit, {}))),
      update: nothing((store, id) => store.voices.update(id, ours.publicVoice.id, { name: 'Theirs' })),
      remove: nothing((store, id) => store.voices.remove(id, ours.publicVoice.id)),
    },
  };
}

function agentsAndWebhooks(ours: Ours): Pick<Cases, 'agents' | 'agentTools' | 'webhooks' | 'webhookDeliveries'> {
  const version = versionOf(ours.file.id, ours.agentTool.id);
  /** What stands in our row after a call that gives nothing. */
  const webhookAfter =
    (change: (store: Repositories, id: string) => Promise<void>): Case['call'] =>
    async (store, id) => {
      await change(store, id);
      return store.webhooks.find(ours.id, ours.webhook.id);
    };
  const deliveriesAfter =
    (change: (store: Repositories, id: string) => Promise<void>): Case['call'] =>
    async (store, id) => {
      await change(store, id);
      return (await store.webhookDeliveries.page(ours.id, ours.webhook.id, page)).rows;
    };
  const { webhook: hook, delivery, agent } = ours;
  const failing = { failures: 1, failing_since: hook.created_at };
  return {
    agents: {
      create: owned((store, id) => store.agents.create(id, { ...text, version })),
      find: nothing((store, id) => store.agents.find(id, agent.id)),
      findForUpdate: nothing((store, id) => store.agents.findForUpdate(id, agent.id)),
      page: emptyPage((store, id) => store.agents.page(id, page)),
      all: gives([], async (store, id) => {
        const all: string[] = [];
        for await (const { id: agentId } of store.agents.all(id)) all.push(agentId);
        return all;
      }),
      update: gives(text.name, async (store, id) => {
        await store.agents.update(id, agent, { name: 'Theirs' });
        return (await store.agents.find(ours.id, agent.id))!.name;
      }),
      remove: no((store, id) => store.agents.remove(id, agent.id)),
      versions: emptyPage((store, id) => store.agents.versions(id, agent.id, page)),
      findVersion: nothing((store, id) => store.agents.findVersion(id, agent.id, agent.version_id)),
      agentsUsingFile: gives([], (store, id) => store.agents.agentsUsingFile(id, ours.file.id)),
      agentsUsingTool: gives([], (store, id) => store.agents.agentsUsingTool(id, ours.agentTool.id)),
    },
    agentTools: {
      create: owned((store, id) => store.agentTools.create(id, tool)),
      find: nothing((store, id) => store.agentTools.find(id, ours.agentTool.id)),
      page: emptyPage((store, id) => store.agentTools.page(id, page)),
      update: nothing((store, id) => store.agentTools.update(id, ours.agentTool.id, { name: 'T', definition: '{}' })),
      remove: no((store, id) => store.agentTools.remove(id, ours.agentTool.id)),
    },
    webhooks: {
      create: owned((store, id) => store.webhooks.create(id, webhook)),
      find: nothing((store, id) => store.webhooks.find(id, hook.id)),
      page: emptyPage((store, id) => store.webhooks.page(id, page)),
      update: nothing((store, id) => store.webhooks.update(id, hook.id, { url: 'https://example.org/theirs' })),
      noteSuccess: gives(
        { ...hook, ...failing },
        webhookAfter((store, id) => store.webhooks.noteSuccess(id, hook.id)),
      ),
      noteFailure: no((store, id) => store.webhooks.noteFailure(id, hook.id, failure)),
      resume: nothing((store, id) => store.webhooks.resume(id, hook.id)),
      countPaused: ofAll,
      disable: gives(
        { ...hook, ...failing },
        webhookAfter((store, id) => store.webhooks.disable(id, hook.id)),
      ),
      remove: no((store, id) => store.webhooks.remove(id, hook.id)),
    },
    webhookDeliveries: {
      emit: gives(
        [delivery],
        deliveriesAfter((store, organizationId) =>
          store.webhookDeliveries.emit(
            { organizationId, type: 'voice.created', data: {}, agentId: agent.id },
            () => 'theirs',
          ),
        ),
      ),
      find: nothing((store, id) => store.webhookDeliveries.find(id, delivery.id)),
      page: emptyPage((store, id) => store.webhookDeliveries.page(id, hook.id, page)),
      record: gives(
        [delivery],
        deliveriesAfter((store, id) => store.webhookDeliveries.record(id, delivery.id, attempt)),
      ),
      resend: nothing((store, id) => store.webhookDeliveries.resend(id, hook.id, delivery.id)),
      failWaitingSince: ofAll,
      failPending: gives(
        [delivery],
        deliveriesAfter((store, id) => store.webhookDeliveries.failPending(id, hook.id, 'error')),
      ),
      deleteEndedBefore: ofAll,
      hasEarlier: byTheRow,
      hold: byTheRow,
      releaseNext: byTheRow,
      releaseLost: ofAll,
    },
  };
}

function casesOf(ours: Ours): Cases {
  return {
    ...accounts(ours),
    ...callCases(ours),
    ...takeCases(ours),
    ...shareCases(ours),
    ...bookCases(ours),
    ...operation(ours),
    ...voicesAndData(ours),
    ...agentsAndWebhooks(ours),
  };
}

/** Names of the cases, which need no rows. */
const names = casesOf(new Proxy({}, { get: () => new Proxy({}, { get: (_, name) => name }) }) as unknown as Ours);

/** All rows but those that name the organization, as text. */
async function rowsWithout({ database: { db } }: Store, organizationId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    found.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`));
  }
  return found.filter((row) => !row.includes(organizationId)).sort();
}

/** What the call gives for an organization, without what it changes. An error is its message. */
async function tried(store: Store, { call }: Case, organizationId: string): Promise<unknown> {
  const undo = new Error('undone');
  let result: unknown;
  const trial = store.transaction(async (repositories) => {
    try {
      result = await call(repositories, organizationId);
    } catch (error) {
      result = (error as Error).message;
    }
    throw undo;
  });
  await assert.rejects(trial, undo);
  return result;
}

for (const [kind, newDatabase] of Object.entries(databases)) {
  describe(`another organization on ${kind}`, () => {
    let database: TestDatabase;
    let store: Store;
    let ours: Ours;
    before(async () => {
      database = await newDatabase();
      // A clock that stands, so that a row is changed by what is called alone.
      store = await openStore({ ...database.options, now: () => new Date('2026-01-01T00:00:00Z') });
      const { id } = await store.organizations.create('Ours');
      ours = await store.transaction((repositories) => everything(repositories, id));
    });
    after(async () => {
      await store.close();
      await database.remove();
    });

    for (const [repository, methods] of Object.entries(names)) {
      it(`has a case, or a reason for none, for each method of ${repository}`, () => {
        const given = store[repository as keyof Repositories];
        if (typeof methods !== 'string') assert.deepEqual(Object.keys(methods).sort(), Object.keys(given).sort());
      });
      if (typeof methods === 'string') continue;
      for (const [method, scoped] of Object.entries(methods)) {
        if (typeof scoped === 'string') continue;
        it(`gets nothing of ours by ${repository}.${method}`, async () => {
          const one = (casesOf(ours)[repository as keyof Repositories] as Record<string, Case>)[method]!;
          const theirs = (await store.organizations.create('Theirs')).id;
          const expected = one.expected(theirs);
          assert.notDeepEqual(await tried(store, one, ours.id), expected, 'ours gets something');

          const untouched = await rowsWithout(store, theirs);
          const result = await store.transaction((repositories) => one.call(repositories, theirs));
          assert.deepEqual(result, expected);
          assert.deepEqual(await rowsWithout(store, theirs), untouched);
        });
      }
    }

    it('has a case for each repository', () => {
      const isRepository = (value: unknown): boolean => typeof value === 'object';
      const others = ['database', 'revocations', 'accounts'];
      const all = Object.entries(store).filter(([name, value]) => isRepository(value) && !others.includes(name));
      assert.deepEqual(Object.keys(names).sort(), all.map(([name]) => name).sort());
    });
  });
}
