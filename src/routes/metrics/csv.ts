/** Results as CSV: https://www.rfc-editor.org/rfc/rfc4180 */
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { MetricResultRow } from '../../store/index.ts';

const columns = [
  { header: 'id', key: 'id' },
  { header: 'metricId', key: 'metric_id' },
  { header: 'metricName', key: 'metric_name' },
  { header: 'metricDisplayName', key: 'metric_display_name' },
  { header: 'agentId', key: 'agent_id' },
  { header: 'deploymentId', key: 'agent_version_id' },
  { header: 'callId', key: 'call_id' },
  { header: 'status', key: 'status' },
  { header: 'result', key: 'result' },
  { header: 'value', key: 'value' },
  { header: 'jsonResult', key: 'json_result' },
  { header: 'summary', key: 'summary' },
  { header: 'runId', key: 'run_id' },
  { header: 'createdAt', key: 'created_at' },
] as const satisfies readonly { readonly header: string; readonly key: keyof MetricResultRow }[];

/**
 * The file, as it is read: a line with the names of the columns, then one for each row. Texts that a spreadsheet would run as a
 * formula get an apostrophe; numbers are numbers. It fails with what the rows fail with.
 */
export function csvOf(rows: Iterable<MetricResultRow> | AsyncIterable<MetricResultRow>): Readable {
  const csv = stringify({ columns: [...columns], header: true, record_delimiter: 'windows', escape_formulas: true });
  // A failure of either ends both; the answer ends with the second.
  return pipeline(Readable.from(rows), csv, () => undefined);
}
