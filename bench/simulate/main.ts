/**
 * `node bench/simulate/main.ts`: where the parts that all nodes share saturate, up to 1,000 nodes with 100,000 streams,
 * simulated from service times that `--measure` takes on this machine. `--write docs/scaling.md` puts the tables into the page.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { renderPage } from '../page.ts';
import { measureServiceTimes, type MeasuredTimes } from './measure.ts';
import { simulate, type Cluster, type Simulated, type Workload } from './model.ts';

const timesFile = new URL('service-times.json', import.meta.url);

/** The defaults of the settings, and a database of eight cores in the same network. */
const cluster: Omit<Cluster, 'nodes'> = {
  threads: 2,
  databaseCores: 8,
  roundTrip: 0.5e-3,
  keyCache: 5,
  usageFlush: 10,
  requestFlush: 1,
  leaseRenewal: 5,
  jobPoll: 1,
};

/** Calls of three minutes in which the voice speaks without a pause; raw 24 kHz, 16 bits, as base64. */
const workload: Omit<Workload, 'streams'> = {
  organizations: 1000,
  callSeconds: 180,
  textSeconds: 5.5,
  segments: 2,
  pauseSeconds: 0,
  bytesPerSecond: (48_000 * 4) / 3,
};

interface Scenario {
  readonly name: string;
  readonly nodes: number;
  readonly cluster?: Partial<Cluster>;
  readonly workload?: Partial<Workload>;
}

const streamsPerNode = 100;

const growth: readonly Scenario[] = [1, 3, 10, 30, 100, 300, 1000].map((nodes) => ({
  name: nodes.toLocaleString('en'),
  nodes,
}));

const variations: readonly Scenario[] = [
  { name: 'as above', nodes: 1000 },
  { name: 'leases of 60 s, renewed every 15 s', nodes: 1000, cluster: { leaseRenewal: 15 } },
  { name: 'calls of 20 s', nodes: 1000, workload: { callSeconds: 20 } },
  { name: '20,000 organizations', nodes: 1000, workload: { organizations: 20_000 } },
  { name: 'a database of two cores', nodes: 1000, cluster: { databaseCores: 2 } },
  { name: 'usage flushed each second', nodes: 1000, cluster: { usageFlush: 1 } },
  { name: 'texts of 2.5 s', nodes: 1000, workload: { textSeconds: 2.5, segments: 1 } },
  { name: 'the voice speaks half of the time', nodes: 1000, workload: { pauseSeconds: 5.5 } },
  { name: 'the same streams on 250 nodes', nodes: 250, workload: { streams: 100_000 } },
];

function run({ times }: MeasuredTimes, scenario: Scenario, quick: boolean): Simulated {
  return simulate({
    times,
    cluster: { ...cluster, nodes: scenario.nodes, ...scenario.cluster },
    workload: { ...workload, streams: scenario.nodes * streamsPerNode, ...scenario.workload },
    warmUpSeconds: quick ? 5 : 20,
    seconds: quick ? 5 : 20,
  });
}

function runAll(
  measured: MeasuredTimes,
  scenarios: readonly Scenario[],
  quick: boolean,
): (readonly [string, Simulated])[] {
  return scenarios.map((scenario) => [scenario.name, run(measured, scenario, quick)] as const);
}

const columns = [
  'texts/s',
  'Redis',
  'database',
  'engines',
  'main thread',
  'a place, p99',
  'first audio, p50',
  'p99',
  'gaps',
  'balancer',
];

function cells(result: Simulated): string[] {
  const percent = (share: number): string =>
    share > 0.99 ? '**full**' : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
  const ms = (seconds: number): string => `${(1000 * seconds).toFixed(1)} ms`;
  return [
    result.textsPerSecond.toFixed(0),
    percent(result.redis),
    percent(result.database),
    percent(result.engines),
    percent(result.mainThread),
    ms(result.place.quantile(0.99)),
    ms(result.firstAudio.quantile(0.5)),
    ms(result.firstAudio.quantile(0.99)),
    String(result.gaps),
    `${(result.bitsPerSecond / 1e9).toFixed(1)} Gbit/s`,
  ];
}

function table(first: string, rows: readonly (readonly [string, Simulated])[]): string {
  const line = (values: readonly string[]): string => `| ${values.join(' | ')} |`;
  return [
    line([first, ...columns]),
    line([first, ...columns].map(() => '---')),
    ...rows.map(([name, result]) => line([name, ...cells(result)])),
  ].join('\n');
}

/** How far each shared part goes at the load of the largest cluster, up to 70 % of its time. */
function reach([, largest]: readonly [string, Simulated]): string {
  const usable = 0.7;
  const parts = { Redis: largest.redis, 'the database': largest.database };
  return Object.entries(parts)
    .map(([name, share]) => {
      const streams = Math.round(((usable / share) * 1000 * streamsPerNode) / 1000) * 1000;
      return `${name} reaches ${100 * usable} % at about ${streams.toLocaleString('en')} streams`;
    })
    .join('; ');
}

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'string' },
  },
});

if (values.measure) await writeFile(timesFile, `${JSON.stringify(await measureServiceTimes(), null, 2)}\n`);
const measured = JSON.parse(await readFile(timesFile, 'utf8')) as MeasuredTimes;
const grown = runAll(measured, growth, values.quick);
const varied = runAll(measured, variations, values.quick);
const tables = [
  `With ${streamsPerNode} streams on each node:`,
  table('nodes', grown),
  `At this load ${reach(grown.at(-1)!)}.`,
  'With 100,000 streams, what one change does:',
  table('change', varied),
  `Simulated by \`npm run simulate -- --write docs/scaling.md\` from service times that \`npm run simulate -- --measure\` took on ${measured.machine}.`,
].join('\n\n');

if (values.json) console.log(JSON.stringify({ measured, grown, varied }, null, 2));
else console.log(tables);
if (values.write !== undefined) {
  const previous = await readFile(values.write, 'utf8');
  const title = 'Where the shared parts saturate';
  const [before, assumptions = ''] = sectionOf(previous, title);
  const sections = new Map([[title, `## ${title}\n\n${assumptions}\n\n${tables}`]]);
  await writeFile(values.write, renderPage({ heading: before, sections, previous }));
}

/** What stands before the first section of the page; and the text of a section up to its tables. */
function sectionOf(page: string, title: string): readonly [before: string, text: string | undefined] {
  const [before = '', ...sections] = page.split(/^(?=## )/mu);
  const text = sections.find((section) => section.startsWith(`## ${title}\n`));
  return [before.trim(), text?.split('\n').slice(1).join('\n').split('\nWith ')[0]?.trim()];
}
