import type { ReactElement } from 'react';
import type { Counted, Finding, MetricFindings } from './findings.ts';
import { MeanChart } from './mean-chart.tsx';
import { formatNumber } from './numbers.ts';
import { DataTable } from '../components/pages/data-table.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatShare } from '../components/format.ts';
import '../styles/metrics.css';
import '../styles/chart.css';

/** What one metric has found, as a picture with its numbers. */
export function FindingsCard({ findings }: { readonly findings: MetricFindings }): ReactElement {
  const { name, results, finding, unlike, failures, unanswered } = findings;
  return (
    <section className="card" aria-label={`Metric ${name}`}>
      <div className="card-head">
        <h3>
          <Entered text={name} />
        </h3>
        <small>{results === 1 ? '1 result' : `${results} results`}</small>
      </div>
      <FindingView name={name} finding={finding} />
      {unlike > 0 && (
        <p className="muted">
          {unlike === 1 ? '1 answer is' : `${unlike} answers are`} of another kind, and not in it.
        </p>
      )}
      <Reasons title="Failed" counts={failures} />
      <Reasons title="Without an answer" counts={unanswered} />
    </section>
  );
}

function FindingView({ name, finding }: { readonly name: string; readonly finding: Finding }): ReactElement {
  switch (finding.kind) {
    case 'agreement':
      return <Agreement {...finding} />;
    case 'number':
      return <Numbers name={name} finding={finding} />;
    case 'text':
      return <Texts finding={finding} />;
    case 'none':
      return <p className="muted">No call was answered for.</p>;
  }
}

function Agreement({ yes, no }: { readonly yes: number; readonly no: number }): ReactElement {
  const share = yes / (yes + no);
  return (
    <div className="stack tight">
      <svg className="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className="series-2" width={share * 100} height="8" />
        <rect className="series-1" x={share * 100} width={(1 - share) * 100} height="8" />
      </svg>
      <ul className="legend">
        {(
          [
            ['Yes', yes, share, 2],
            ['No', no, 1 - share, 1],
          ] as const
        ).map(([answer, count, part, series]) => (
          <li key={answer} data-answer={answer}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" className={`series-${series}`} />
            </svg>
            {answer}: {count} ({formatShare(part)})
          </li>
        ))}
      </ul>
    </div>
  );
}

function Numbers({
  name,
  finding: { mean, least, most, days },
}: {
  readonly name: string;
  readonly finding: Finding & { readonly kind: 'number' };
}): ReactElement {
  return (
    <>
      <dl className="take-figures">
        {(
          [
            ['Mean', mean],
            ['Least', least],
            ['Most', most],
          ] as const
        ).map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd data-figure={title.toLowerCase()}>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <MeanChart name={name} days={days} />
      <details>
        <summary>The days as a table</summary>
        <DataTable
          label={`Means of ${name}`}
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { title: 'Day', isHeader: true, cell: ({ day }) => day },
            { title: 'Mean', isNumber: true, cell: (day) => formatNumber(day.mean) },
            { title: 'Answers', isNumber: true, cell: ({ count }) => count },
          ]}
        />
      </details>
    </>
  );
}

function Texts({
  finding: { values, others },
}: {
  readonly finding: Finding & { readonly kind: 'text' };
}): ReactElement {
  const most = values[0]?.count ?? 1;
  return (
    <>
      <ul className="value-bars">
        {values.map(({ text, count }) => (
          <li key={text}>
            <span className="clamped" title={text}>
              <Entered text={text === '' ? '(empty)' : text} />
            </span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect className="series-0" width={(100 * count) / most} height="8" />
            </svg>
            <span className="number">{count}</span>
          </li>
        ))}
      </ul>
      {others.count > 0 && (
        <p className="muted">
          {others.count} more with {others.values === 1 ? 'another answer' : `${others.values} other answers`}.
        </p>
      )}
    </>
  );
}

function Reasons({
  title,
  counts,
}: {
  readonly title: string;
  readonly counts: readonly Counted[];
}): ReactElement | null {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <details>
      <summary>
        {title}: {total}
      </summary>
      <ul className="problem-list">
        {counts.map(({ text, count }) => (
          <li key={text}>
            {count} × <Entered text={text} />
          </li>
        ))}
      </ul>
    </details>
  );
}
