import type { ReactElement } from 'react';
import type { DayMean } from './findings.ts';
import { formatNumber, rangeOf } from './numbers.ts';
import '../styles/chart.css';

const size = { width: 480, height: 200, left: 44, right: 14, top: 12, bottom: 28 } as const;
const plot = {
  width: size.width - size.left - size.right,
  height: size.height - size.top - size.bottom,
  bottom: size.height - size.bottom,
} as const;
const dayMs = 86_400_000;
/** Labels of days that find room on a phone. */
const mostLabels = 4;

/** The mean of each day as a line; a day without answers is passed over. The table below it has the same numbers. */
export function MeanChart({ name, days }: { readonly name: string; readonly days: readonly DayMean[] }): ReactElement {
  const { low, high, labels } = rangeOf(days.map(({ mean }) => mean));
  const [first, last] = [days[0]!.day, days.at(-1)!.day];
  const span = Math.max(1, (Date.parse(last) - Date.parse(first)) / dayMs);
  const x = (day: string): number =>
    first === last
      ? size.left + plot.width / 2
      : size.left + ((Date.parse(day) - Date.parse(first)) / dayMs / span) * plot.width;
  const y = (value: number): number => plot.bottom - ((value - low) / (high - low)) * plot.height;
  const labelEvery = Math.max(1, Math.ceil(days.length / mostLabels));
  const summary = `Mean of ${name} by day, ${days.map(({ day, mean }) => `${day}: ${formatNumber(mean)}`).join(', ')}`;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={summary}>
        {labels.map(({ value, text }) => (
          <g key={value}>
            <line className="chart-grid" x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} />
            <text className="chart-text" x={size.left - 8} y={y(value) + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        <polyline className="chart-line" points={days.map(({ day, mean }) => `${x(day)},${y(mean)}`).join(' ')} />
        {days.map(({ day, mean, count }, index) => (
          <g key={day}>
            <title>{`${day}: ${formatNumber(mean)}, mean of ${count}`}</title>
            <circle className="series-0" cx={x(day)} cy={y(mean)} r="4" />
            {index % labelEvery === 0 && (
              <text
                className="chart-text"
                x={x(day)}
                y={plot.bottom + 20}
                textAnchor={index === 0 ? 'start' : 'middle'}
              >
                {day.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}
