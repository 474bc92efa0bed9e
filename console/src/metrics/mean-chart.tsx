import type { ReactElement } from 'react';
import type { DayMean } from './findings.ts';
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

/** At most three digits behind the point. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** Two numbers that can be read, around all values: steps of 1, 2 or 5 times a power of ten. */
function rangeOf(values: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = most - least || Math.abs(most) || 1;
  const power = 10 ** Math.floor(Math.log10(width));
  const step = [0.5, 1, 2, 5].map((factor) => factor * power).find((round) => width / round <= 4) ?? width;
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  return low === high ? [low - step, high + step] : [low, high];
}

/** The mean of each day as a line; a day without answers is passed over. The table below it has the same numbers. */
export function MeanChart({ name, days }: { readonly name: string; readonly days: readonly DayMean[] }): ReactElement {
  const [low, high] = rangeOf(days.map(({ mean }) => mean));
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
        {[low, (low + high) / 2, high].map((value) => (
          <g key={value}>
            <line className="chart-grid" x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} />
            <text className="chart-text" x={size.left - 8} y={y(value) + 4} textAnchor="end">
              {formatNumber(value)}
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
