import type { ReactElement } from 'react';
import { answerMs, formatMs } from './turn-figures.tsx';
import type { ShownTurn } from './turns.ts';

/** The figures of all answers of a call together. */
export function CallFigures({ turns }: { readonly turns: readonly ShownTurn[] }): ReactElement | null {
  const answers = turns.flatMap(({ role, figures }) => {
    const ms = role === 'assistant' && figures !== undefined ? answerMs(figures) : undefined;
    return ms === undefined ? [] : [ms];
  });
  const sorted = answers.toSorted((a, b) => a - b);
  const [median, slowest] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  const interruptions = turns.filter(({ wasInterrupted }) => wasInterrupted).length;
  const tools = turns.reduce((sum, turn) => sum + turn.tools.length, 0);
  const figures = [
    ['Turns', String(turns.length), 'turns'],
    ['Interruptions', String(interruptions), 'interruptions'],
    ['Tools that ran', String(tools), 'tools'],
    ...(median === undefined || slowest === undefined
      ? []
      : ([
          ['Answer, median', formatMs(median), 'median'],
          ['Answer, slowest', formatMs(slowest), 'slowest'],
        ] as const)),
  ] as const;
  if (turns.length === 0) return null;
  return (
    <section className="card" aria-label="Figures">
      <h2>Figures</h2>
      <dl className="take-figures">
        {figures.map(([name, value, id]) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd data-figure={`call-${id}`}>{value}</dd>
          </div>
        ))}
      </dl>
      {median !== undefined && (
        <p className="muted">An answer counts from the end of what the caller said to its first sound.</p>
      )}
    </section>
  );
}
