/** How long lists of a full history take, over HTTP with a session of the console. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from '../bench.ts';
import { median, quantile } from '../report/statistics.ts';
import { milliseconds, type Row } from '../report/table.ts';
import { fakeEngine } from '../../src/engines/fake/index.ts';
import { startServer } from '../../src/server/start.ts';
import { openStore, type NewTake, type TakeOwner } from '../../src/store/index.ts';

const aimMs = 100;
const full = 10_000;
const [email, password] = ['member@example.org', 'correct horse battery'];
const vocabulary =
  'the quick brown fox jumps over a lazy dog while seven wizards quietly bake fresh bread in May'.split(' ');

/** So many words of no meaning, the same for the same number; one take in a thousand has a word of its own. */
function take(number: number): NewTake {
  const words = Array.from(
    { length: 50 },
    (_, index) => vocabulary[(number * 7 + index * (1 + (number % 5))) % vocabulary.length]!,
  );
  const text = [...words, ...(number % 1000 === 0 ? ['platypus'] : [])].join(' ');
  const times = words.map((word, index) => [word, index * 0.3, index * 0.3 + 0.25]);
  const voice = `voice ${number % 20}`;
  return {
    ...({ origin: 'speak', title: null, voice_id: voice, voice_name: `Voice ${number % 20}`, model_id: null } as const),
    ...{
      language: 'en',
      container: 'wav',
      seconds: 15,
      size: 720_044,
      blob: `takes/${number}`,
      settings: '{"speed":1}',
    },
    ...{ text, words: JSON.stringify(times) },
  };
}

async function fill(dataDir: string, count: number, progress: (text: string) => void): Promise<void> {
  const store = await openStore({ dataDir });
  const { organization } = await store.bootstrap();
  const { id: userId } = await store.users.create({ organizationId: organization.id, role: 'member', email });
  await store.accounts.setPassword(userId, password);
  const owner: TakeOwner = { organizationId: organization.id, userId };
  for (let at = 0; at < count; at += 500) {
    progress(`${at} takes`);
    await store.transaction(async ({ takes }) => {
      for (let number = at; number < Math.min(count, at + 500); number++) await takes.create(owner, take(number));
    });
  }
  await store.close();
}

export const history: Part = async ({ quick, progress }) => {
  const [count, rounds] = quick ? [500, 5] : [full, 50];
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-bench-'));
  try {
    await fill(dataDir, count, progress);
    const settings = { SONORANT_PORT: '0', SONORANT_DATA_DIR: dataDir, SONORANT_LOG_LEVEL: 'silent' };
    const server = await startServer({ ...settings, SONORANT_HISTORY_BYTES: '100GB' }, [fakeEngine({})], {}, []);
    try {
      const rows = await measure(server.url, rounds, progress);
      return {
        title: 'History',
        method: `A member has ${count} takes of 50 words on the embedded database. Each list is asked for ${rounds} times over HTTP with a session of the console, one after the other, from the process of the server itself; the sums are what the page shows above the list.`,
        rows,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

async function measure(url: string, rounds: number, progress: (text: string) => void): Promise<readonly Row[]> {
  const signIn = await fetch(`${url}/console/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`not signed in: ${signIn.status} ${await signIn.text()}`);
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${url}/console/api/history${path}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const middle = await walk(get, 20);
  const lists = [
    ['first', 'The first page of 30', '?limit=30'],
    ['middle', 'A page after 2,000 takes', `?limit=30&starting_after=${middle}`],
    ['rare', 'A search that finds one take in a thousand', '?limit=30&q=platypus'],
    ['nothing', 'A search that finds nothing', '?limit=30&q=nowhere'],
    ['sums', 'Sums and voices', '/settings'],
  ] as const;
  const rows: Row[] = [];
  for (const [id, what, path] of lists) {
    progress(what);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      await get(path);
      times.push(performance.now() - from);
    }
    const worst = quantile(times, 0.95);
    const measured = `${milliseconds(median(times))}, p95 ${milliseconds(worst)}`;
    rows.push({ id: `history.${id}`, what, aim: `p95 ≤ ${aimMs} ms`, measured, pass: worst <= aimMs });
  }
  return rows;
}

/** @returns id of the last take of so many pages of 100 */
async function walk(get: (path: string) => Promise<unknown>, pages: number): Promise<string> {
  let after = '';
  for (let page = 0; page < pages; page++) {
    const path = `?limit=100${after === '' ? '' : `&starting_after=${after}`}`;
    const { data, has_more } = (await get(path)) as { data: readonly { readonly id: string }[]; has_more: boolean };
    after = data.at(-1)!.id;
    if (!has_more) break;
  }
  return after;
}
