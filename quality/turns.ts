/** Prints how often turns are ended too early and how long their end takes, at several settings: `node quality/turns.ts`. */
import { quantile } from '../bench/report/statistics.ts';
import { dialogues, hold, type Writing } from './turns/dialogues.ts';
import { turnSettings } from './turns/settings.ts';

const writings: readonly Writing[] = ['marks', 'plain', 'stops'];

const lines = [
  '| Setting | Text | Cut off | End, median | End, 95 % | Probable ends taken back |',
  '|---|---|---|---|---|---|',
];
for (const { name, options } of turnSettings) {
  for (const writing of name.startsWith('silence') ? writings.slice(1, 2) : writings) {
    const outcomes = dialogues.map((dialogue) => hold(dialogue, writing, options));
    const sum = (of: (outcome: (typeof outcomes)[number]) => number): number =>
      outcomes.reduce((total, outcome) => total + of(outcome), 0);
    const latencies = outcomes.flatMap(({ endLatencies }) => endLatencies);
    const cut = `${sum(({ cutOff }) => cutOff)} of ${sum(({ turns }) => turns)}`;
    const eager = `${sum(({ resumes }) => resumes)} of ${sum(({ eagerEnds }) => eagerEnds)}`;
    lines.push(`| ${name} | ${writing} | ${cut} | ${msOf(latencies, 0.5)} | ${msOf(latencies, 0.95)} | ${eager} |`);
  }
}
process.stdout.write(`${lines.join('\n')}\n`);

function msOf(latencies: readonly number[], share: number): string {
  return `${Math.round((quantile(latencies, share) * 1000) / 10) * 10} ms`;
}
