/** The counts of a run. */
import type { KillReport } from './kills.ts';

export interface DatabaseReport {
  readonly database: string;
  kills?: KillReport;
}

export interface FaultReport {
  readonly seed: number;
  readonly seconds: number;
  readonly databases: readonly DatabaseReport[];
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort()
    .map(([name, count]) => `    ${name}: ${count}`)
    .join('\n');
}

export function renderKills(report: KillReport): string {
  const { same, late, held } = report.replayed;
  return [
    `  kill -9: ${report.kills} kills, ${report.acknowledged} acknowledged writes, ${report.lost} lost, ${report.readBack} read back`,
    `    ${report.cutOff} requests cut off, each done whole or not at all; ${report.refused} refused honestly`,
    `    idempotency keys sent again: ${same} replayed, ${late} carried out late, ${held} held by the process that died`,
    `    ${report.deliveries} webhook deliveries; ${report.objects} objects with their rows, ${report.orphansSwept} without one swept`,
    `    ${report.msPerKill} ms for a kill with its writes, restart and reading`,
    listed(report.byRoute),
  ].join('\n');
}

export function render({ seed, seconds, databases }: FaultReport): string {
  return [
    ...databases.flatMap(({ database, kills }) => [database, ...(kills === undefined ? [] : [renderKills(kills)])]),
    `seed ${seed}, ${seconds} s`,
  ].join('\n');
}
