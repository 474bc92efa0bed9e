/**
 * Mutation testing of the guards: breaks them one small change at a time and sees whether a test fails.
 *
 *     npm run test:mutation                            every mutant
 *     npm run test:mutation -- --only src/limits       those of some files
 *     npm run test:mutation -- --sample 40 --seed 7    a choice that the seed decides
 *     npm run test:mutation -- --id 1f76eda29569       this one again
 *     npm run test:mutation -- --list                  what would be run
 *
 * A mutant that survives and is not explained in `explained.json` fails the run, and so does an explanation whose code has changed.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startRedis, type RedisProcess } from '../../src/limits/redis/testing.ts';
import { seededRandom } from '../support/random.ts';
import { checkTypes } from './types.ts';
import { allMutants, guards, readExplanations, staleExplanations, type Guard, type GuardMutant } from './guards.ts';
import { Copy, type Verdict } from './runner.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    id: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    list: { type: 'boolean', default: false },
  },
});

const { only } = values;
const chosen = guards.filter(({ file }) => only === undefined || only.some((part) => file.includes(part)));
if (chosen.length === 0) throw new Error(`no guard is named like ${only?.join(', ') ?? ''}`);
const explanations = new Map(readExplanations().map((item) => [item.id, item]));
const stale = staleExplanations(allMutants(), [...explanations.values()]);
const wanted = allMutants(chosen).filter((mutant) => values.id?.includes(mutant.id) ?? true);
const mutants = sampled(wanted, values.sample === undefined ? Infinity : Number(values.sample));

if (values.list) for (const mutant of mutants) console.log(line(mutant));
else await campaign();
for (const problem of stale) console.error(problem);
if (stale.length > 0) process.exitCode = 1;

function line({ id, guard: { file }, kind, within, line: number, original, replacement }: GuardMutant): string {
  const short = (text: string): string => text.replaceAll(/\s+/gu, ' ').slice(0, 100);
  return `${id} ${file}:${number} ${kind} in ${within}: ${short(original)} → ${short(replacement)}`;
}

/** The same choice for the same seed, spread over all files. */
function sampled(all: readonly GuardMutant[], count: number): readonly GuardMutant[] {
  if (count >= all.length) return all;
  const random = seededRandom(Number(values.seed));
  const order = all.map((mutant) => ({ mutant, at: random() })).sort((a, b) => a.at - b.at);
  return order.slice(0, count).map(({ mutant }) => mutant);
}

async function campaign(): Promise<void> {
  const begin = performance.now();
  const redis = await redisFor(mutants);
  const copies = Array.from({ length: Number(values.jobs) }, () => new Copy());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
  // The tests are in process groups of their own, which a signal to this one does not reach.
  process.once('exit', () => {
    for (const copy of copies) copy.endTests();
    void redis?.close();
    for (const copy of copies) copy.remove();
  });
  try {
    const usual = new Map<string, number>();
    for (const guard of new Set(mutants.map((mutant) => mutant.guard))) await copies[0]!.baseline(guard, usual);
    const verdicts = new Map<GuardMutant, Verdict>();
    const queue = mutants.values();
    await Promise.all(
      copies.map(async (copy) => {
        for (const mutant of queue) {
          const verdict = await copy.judge(mutant, usual);
          verdicts.set(mutant, verdict);
          const by = verdict.by === undefined ? '' : ` by ${verdict.by}`;
          console.log(`${verdict.outcome}${by} (${verdict.seconds.toFixed(1)} s): ${line(mutant)}`);
        }
      }),
    );
    report(verdicts, (performance.now() - begin) / 1000);
  } finally {
    for (const copy of copies) copy.endTests();
    await redis?.close();
    for (const copy of copies) copy.remove();
  }
}

/** A Redis for the tests that need one, where the environment names none. */
async function redisFor(needed: readonly GuardMutant[]): Promise<RedisProcess | undefined> {
  const isNeeded = needed.some(({ guard }) => guard.needsRedis === true);
  if (!isNeeded || process.env.SONORANT_TEST_REDIS_URL !== undefined) return undefined;
  const redis = await startRedis();
  process.env.SONORANT_TEST_REDIS_URL = redis.url;
  return redis;
}

/** How many of each, by area and in all; then what is left to explain. */
function report(verdicts: ReadonlyMap<GuardMutant, Verdict>, seconds: number): void {
  const survivors = [...verdicts].filter(([, { outcome }]) => outcome === 'survived').map(([mutant]) => mutant);
  const untyped = checkTypes(survivors);
  const open = survivors.filter((mutant) => !untyped.has(mutant) && !explanations.has(mutant.id));
  console.log(
    '\n| Area | Mutants | Killed | Timed out | Refused by the types | Explained | Open |\n|---|---|---|---|---|---|---|',
  );
  const areas = [...new Set(chosen.map(({ area }) => area))];
  for (const area of [...areas, undefined]) {
    const isOf = ({ guard }: { readonly guard: Guard }): boolean => area === undefined || guard.area === area;
    const own = [...verdicts].filter(([mutant]) => isOf(mutant));
    const count = (outcome: string): number => own.filter(([, verdict]) => verdict.outcome === outcome).length;
    const left = survivors.filter(isOf);
    const cells = [
      own.length,
      count('killed'),
      count('timed out'),
      left.filter((mutant) => untyped.has(mutant)).length,
      left.filter((mutant) => !untyped.has(mutant) && explanations.has(mutant.id)).length,
      open.filter(isOf).length,
    ];
    console.log(`| ${area ?? 'all'} | ${cells.join(' | ')} |`);
  }
  const needless = [...verdicts].filter(([{ id }, { outcome }]) => outcome !== 'survived' && explanations.has(id));
  for (const [mutant] of needless) console.error(`explained, but a test notices it: ${line(mutant)}`);
  for (const mutant of open) console.error(`survived: ${line(mutant)}`);
  console.log(`\n${verdicts.size} mutants in ${Math.round(seconds / 60)} minutes with ${values.jobs} at a time.`);
  if (open.length > 0 || needless.length > 0) process.exitCode = 1;
}
