import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { scaleOf } from './chart-scale.ts';
import '../styles/chart.css';

/** All series of a chart have a value for each of its points. */
export interface ChartSeries {
  readonly id: string;
  readonly name: string;
  /** Null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  /** Stacked, or beside each other as lines. */
  readonly kind: 'bars' | 'lines';
  /** What the chart says, in a sentence. */
  readonly summary: string;
  /** Names of the points below the chart, as short as can be. */
  readonly points: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** Default: as soon as there are two series. */
  readonly hasLegend?: boolean;
}

const height = 240;
const margin = { right: 10, top: 10, bottom: 26 } as const;
const bottom = height - margin.bottom;
/** Of a label in pixels, with the room around it; the letters of a label of the scale. */
const [labelWidth, letterWidth] = [84, 7.2];

/** Stacked bars or lines over time, drawn in pixels of the screen, so that labels have one size on every screen. */
export function Chart(props: ChartProps): ReactElement {
  const { kind, summary, points, series, format, hasLegend = series.length > 1 } = props;
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const scale = scaleOf(kind === 'bars' ? stacked(series, points.length) : series.flatMap((one) => one.values));
  const most = scale.at(-1)!;
  const left = 14 + Math.max(...scale.map((value) => format(value).length)) * letterWidth;
  const step = (width - left - margin.right) / Math.max(1, points.length);
  const scales: PlotScales = {
    x: (index) => left + (index + 0.5) * step,
    y: (value) => bottom - (value / most) * (bottom - margin.top),
    step,
  };
  const labelEvery = Math.max(1, Math.ceil(labelWidth / step));
  return (
    <figure className="chart time-chart" ref={frame}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
        {scale.map((value) => (
          <g key={value}>
            <line
              className="chart-grid"
              x1={left}
              x2={width - margin.right}
              y1={scales.y(value)}
              y2={scales.y(value)}
            />
            <text className="chart-text" x={left - 8} y={scales.y(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        {kind === 'bars' ? <Bars {...props} {...scales} /> : <Lines {...props} {...scales} />}
        {points.map(
          (point, index) =>
            index % labelEvery === 0 && (
              <text
                key={point}
                className="chart-text"
                x={Math.max(left, scales.x(index))}
                y={bottom + 18}
                textAnchor={scales.x(index) - left < labelWidth / 2 ? 'start' : 'middle'}
              >
                {scales.x(index) + labelWidth / 2 > width && index > 0 ? '' : point}
              </text>
            ),
        )}
      </svg>
      {hasLegend && <Legend series={series} />}
    </figure>
  );
}

interface PlotScales {
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  /** Between two points. */
  readonly step: number;
}

function Bars({ points, series, format, x, y, step }: ChartProps & PlotScales): ReactElement[] {
  return points.map((point, index) => {
    let below = 0;
    const values = series.map(({ name, values }) => ({ name, value: values[index] ?? 0 }));
    const title = values
      .filter(({ value }) => value > 0)
      .map(({ name, value }) => (series.length > 1 ? `${name}: ${format(value)}` : format(value)));
    return (
      <g key={point}>
        <title>{[point, ...title].join('\n')}</title>
        {values.map(({ value }, one) => {
          const from = below;
          below += value;
          return value === 0 ? null : (
            <rect
              key={one}
              className={`series-${one}`}
              x={x(index) - step * 0.4}
              width={step * 0.8}
              y={y(from + value)}
              height={y(from) - y(from + value)}
            />
          );
        })}
      </g>
    );
  });
}

function Lines({ points, series, format, x, y }: ChartProps & PlotScales): ReactElement[] {
  return series.map(({ id, name, values }, one) => {
    const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
    return (
      <g key={id}>
        <polyline
          className={`line-${one}`}
          points={known.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ')}
        />
        {known.map(({ value, index }) => (
          <circle key={index} className={`series-${one}`} cx={x(index)} cy={y(value)} r="3">
            <title>{`${points[index] ?? ''}, ${name}: ${format(value)}`}</title>
          </circle>
        ))}
      </g>
    );
  });
}

function Legend({ series }: Pick<ChartProps, 'series'>): ReactElement {
  return (
    <figcaption>
      <ul className="legend">
        {series.map(({ id, name }, one) => (
          <li key={id}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" className={`series-${one}`} />
            </svg>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </figcaption>
  );
}

function stacked(series: readonly ChartSeries[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
}

/** In pixels, as long as the page shows it. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(240, Math.floor(entry!.contentRect.width))));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
