import type { ReactElement } from 'react';
import { formatInteger } from '../components/format.ts';

/** Characters by day. All series of a chart have the same days. */
export interface Series {
  readonly id: string;
  readonly name: string;
  readonly values: readonly { readonly day: string; readonly credits: number }[];
}

const size = { width: 720, height: 260, left: 64, right: 8, top: 10, bottom: 28 } as const;
const plot = {
  width: size.width - size.left - size.right,
  height: size.height - size.top - size.bottom,
  bottom: size.height - size.bottom,
} as const;

/** The next of 1, 2 and 5 times a power of ten, so that the lines stand at numbers that can be read. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value) ?? value;
}

/** Stacked bars, one for each day. The table below it has the same numbers. */
export function UsageChart({
  series,
  isGrouped,
}: {
  readonly series: readonly Series[];
  readonly isGrouped: boolean;
}): ReactElement {
  const days = series[0]?.values.map(({ day }) => day) ?? [];
  const totals = days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index]?.credits ?? 0), 0));
  const most = roundUp(Math.max(1, ...totals));
  const step = plot.width / Math.max(1, days.length);
  const y = (value: number): number => plot.bottom - (value / most) * plot.height;
  const labelEvery = Math.max(1, Math.ceil(days.length / 6));
  const peak = totals.indexOf(Math.max(...totals));
  const summary = `Characters by day from ${days[0] ?? ''} to ${days.at(-1) ?? ''}; most on ${days[peak] ?? ''}: ${formatInteger(totals[peak] ?? 0)}`;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={summary}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line
              className="chart-grid"
              x1={size.left}
              x2={size.width - size.right}
              y1={y(most * share)}
              y2={y(most * share)}
            />
            <text className="chart-text" x={size.left - 8} y={y(most * share) + 4} textAnchor="end">
              {formatInteger(most * share)}
            </text>
          </g>
        ))}
        {days.map((day, index) => {
          let below = 0;
          return (
            <g key={day}>
              <title>{`${day}: ${formatInteger(totals[index] ?? 0)}`}</title>
              {series.map(({ values }, one) => {
                const credits = values[index]?.credits ?? 0;
                const from = below;
                below += credits;
                return credits === 0 ? null : (
                  <rect
                    key={one}
                    className={`series-${one}`}
                    x={size.left + index * step + step * 0.1}
                    width={step * 0.8}
                    y={y(from + credits)}
                    height={(credits / most) * plot.height}
                  />
                );
              })}
              {index % labelEvery === 0 && (
                <text
                  className="chart-text"
                  x={size.left + (index + 0.5) * step}
                  y={plot.bottom + 18}
                  textAnchor="middle"
                >
                  {day.slice(5)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {isGrouped && (
        <figcaption>
          <ul className="legend">
            {series.map(({ name }, one) => (
              <li key={one}>
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" rx="2" className={`series-${one}`} />
                </svg>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </figcaption>
      )}
    </figure>
  );
}
