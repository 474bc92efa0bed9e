/** How near the word times found by alignment are, and what finding them costs. */
import type { AlignmentErrors, AlignmentTasks } from '../processes/alignment.ts';
import type { Part } from '../bench.ts';
import { Child } from '../processes/child.ts';
import { quantile } from '../report/statistics.ts';
import { fixed, milliseconds, type Row } from '../report/table.ts';

const aims = { medianMs: 40, percentile95Ms: 120, speed: 200 } as const;

export const alignment: Part = async (bench) => {
  const child = new Child<AlignmentTasks>(new URL('../processes/alignment.ts', import.meta.url));
  try {
    bench.progress('speaking the texts');
    await child.call('prepare', bench.quick);
    const rows = [
      errorRow('flite', 'flite, aligned with eSpeak', await child.call('errors', 'flite')),
      errorRow('espeak', 'eSpeak in another voice at 0.8 and 1.3 times the rate', await child.call('errors', 'espeak')),
    ];
    const seconds = bench.quick ? 1 : 6;
    for (const [of, what] of costs) {
      bench.progress(what);
      await child.call('cost', { of, seconds: seconds / 4 });
      const { audioSeconds, cpuSeconds, endSeconds } = await child.call('cost', { of, seconds });
      const speed = audioSeconds / cpuSeconds;
      const hasAim = of !== 'reference';
      rows.push({
        id: `alignment.cost.${of}`,
        what,
        aim: hasAim ? `≥ ${aims.speed} ×` : '',
        measured: `${fixed(speed, 0)} × real time`,
        ...(hasAim && { pass: speed >= aims.speed }),
      });
      if (of !== 'both') continue;
      rows.push({
        id: 'alignment.end',
        what: 'What is left to do when the audio has ended, for each second of it',
        aim: '',
        measured: milliseconds((1000 * endSeconds) / audioSeconds),
      });
    }
    return {
      title: 'Word times by alignment',
      method:
        'Engines that know when their words are heard speak without telling; their audio is aligned with that of the reference, eSpeak in its first voice of the language at its own rate. Errors are of the starts and the ends of all words, against what the engine knows. Speed is audio for each second of processor time of one process, with texts in memory and nothing encoded.',
      rows,
    };
  } finally {
    await child.stop();
  }
};

const costs = [
  ['aligner', 'The aligner alone, with the reference’s audio at hand'],
  ['reference', 'The reference engine alone'],
  ['both', 'The reference engine and the aligner'],
] as const;

function errorRow(id: string, what: string, { segments, languages, errors, lost }: AlignmentErrors): Row {
  const [median, high] = [1000 * quantile(errors, 0.5), 1000 * quantile(errors, 0.95)];
  return {
    id: `alignment.error.${id}`,
    what: `Error of the words of ${what}: median, 95th percentile`,
    aim: `≤ ${aims.medianMs} ms, ≤ ${aims.percentile95Ms} ms`,
    measured: `${milliseconds(median)}, ${milliseconds(high)} (${errors.length / 2} words, ${segments} segments, ${languages} language${languages > 1 ? 's' : ''}${lost > 0 ? `; ${lost} segments without a time for each word` : ''})`,
    pass: lost === 0 && median <= aims.medianMs && high <= aims.percentile95Ms,
  };
}
