/** What a request of one sentence costs, against a server that starts `espeak-ng` for each. */
import { defaultWorkers, onStage, type Part, type Stage } from '../bench.ts';
import { Child } from '../processes/child.ts';
import { speakers } from '../speech/speakers.ts';
import { feminineVoiceId, voiceId } from '../speech/requests.ts';
import type { SpawningTasks } from '../baseline/spawning.ts';
import { median } from '../report/statistics.ts';
import { fixed, type Row } from '../report/table.ts';

const atOnce = 8;

interface Speaker {
  readonly id: string;
  readonly name: string;
  /** Id of the voice in the server. */
  readonly voice: string;
  /** The same voice of the command. */
  readonly command: string;
  readonly aim: number;
}

const voices: readonly Speaker[] = [
  { id: 'masculine', name: 'Masculine voice', voice: voiceId, command: variantOf(speakers.espeak.own), aim: 2 },
  {
    id: 'feminine',
    name: 'Feminine voice',
    voice: feminineVoiceId,
    command: variantOf(speakers.espeak.other),
    aim: 1.3,
  },
];

export const shortRequests: Part = async (bench) => {
  const [rounds, count] = bench.quick ? [1, 40] : [7, 400];
  const spawning = new Child<SpawningTasks>(new URL('../baseline/spawning.ts', import.meta.url));
  try {
    const rows = await onStage(bench, { workers: defaultWorkers(bench) }, async (stage) => {
      const found: Row[] = [];
      for (const speaker of voices) {
        await spawning.call('voice', speaker.command);
        // Twice as many before, so that the hot code is compiled.
        await ask(stage, stage.url, speaker, 2 * count);
        const turns: Turn[] = [];
        for (let round = 0; round < rounds; round++) {
          bench.progress(`${speaker.name}, turn ${round + 1} of ${rounds}`);
          turns.push(await turn(stage, spawning, speaker, count));
        }
        found.push(...rowsOf(speaker, turns));
      }
      return found;
    });
    return {
      title: 'Short requests',
      method: `Requests of one sentence each (raw, the engine’s own rate, connections that stay open, ${atOnce} at once) by \`POST /tts/bytes\`, and the same ones at a small server of Node’s that starts the command \`espeak-ng\` for each with the same voice and sends on what it writes. Processor time of all threads and of all commands, for each request; the two take turns of ${count} requests, and the ratio is the median over the turns. The command is native code, the engine in the server is the same program as JavaScript, what makes its samples as WebAssembly.`,
      rows,
    };
  } finally {
    await spawning.stop();
  }
};

interface Run {
  /** Processor seconds of a request. */
  readonly cpu: number;
  /** Seconds of a request on the clock. */
  readonly wall: number;
  readonly audioSeconds: number;
}

interface Turn {
  readonly server: Run;
  readonly spawning: Run;
}

function ask({ load }: Stage, url: string, { voice }: Speaker, count: number): Promise<number> {
  return load.call('shortRequests', { url, voice, atOnce, count });
}

async function turn(stage: Stage, spawning: Child<SpawningTasks>, speaker: Speaker, count: number): Promise<Turn> {
  const run = async (url: string, cpuSeconds: () => Promise<number>): Promise<Run> => {
    const [startedAt, cpu] = [performance.now(), await cpuSeconds()];
    const audioSeconds = await ask(stage, url, speaker, count);
    const wall = (performance.now() - startedAt) / 1000;
    return { audioSeconds, wall: wall / count, cpu: ((await cpuSeconds()) - cpu) / count };
  };
  await stage.server.call('reset', null);
  const server = await run(stage.url, async () => (await stage.server.call('usage', null)).cpuSeconds);
  const other = await run(await spawning.call('address', null), () => spawning.call('cpuSeconds', null));
  return { server, spawning: other };
}

function rowsOf({ id, name, aim }: Speaker, turns: readonly Turn[]): Row[] {
  const of = (figure: (turn: Turn) => number): number => median(turns.map(figure));
  const ratio = of(({ server, spawning }) => spawning.cpu / server.cpu);
  const ms = (figure: (turn: Turn) => number): string => fixed(1000 * of(figure), 2);
  const seconds = (figure: (turn: Turn) => number): string => fixed(of(figure), 0);
  return [
    {
      id: `short-requests.${id}`,
      what: `${name}: a request of the command’s server against one of ours`,
      aim: `≥ ${aim}`,
      measured: `${fixed(ratio, 2)} (${ms((each) => each.spawning.cpu)} ms of the processor, ours ${ms((each) => each.server.cpu)} ms)`,
      pass: ratio >= aim,
    },
    {
      id: `short-requests.${id}.clock`,
      what: `${name}: requests in a second`,
      aim: '',
      measured: `server ${fixed(1 / of(({ server }) => server.wall), 0)}, command ${fixed(1 / of(({ spawning }) => spawning.wall), 0)}; audio of a turn ${seconds(({ server }) => server.audioSeconds)} s and ${seconds(({ spawning }) => spawning.audioSeconds)} s`,
    },
  ];
}

/** A voice of the engine as the command names it: `gmw/en-US+masculine1` is `en-us+masculine1`. */
function variantOf(voice: string): string {
  const [language, variant] = voice.split('/').at(-1)!.split('+') as [string, string];
  return `${language.toLowerCase()}+${variant}`;
}
