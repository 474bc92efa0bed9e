/** The counts of a run. */
import type { ClockReport } from './clocks.ts';
import type { InjectionReport } from './injections.ts';
import type { KillReport } from './kills.ts';

export interface DatabaseReport {
  readonly database: string;
  kills?: KillReport;
  injections?: InjectionReport;
  clocks?: ClockReport;
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

function renderInjections(report: InjectionReport): string {
  const { findings, counts } = { findings: report.findings, counts: Object.entries(report.byKind).sort() };
  return [
    `  faults of drivers: ${report.injected} injected of ${report.possible} possible (${report.calls} calls in ${report.routes} requests), ${report.missed} for a call that was not made`,
    `    ${counts.map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    `    ${report.acknowledged} acknowledged all the same, ${report.unavailable} refused with 503, ${report.otherRefusals} refused otherwise, ${report.brokenOff} streams broken off; the longest answer took ${report.longestMs} ms`,
    `    ${report.deliveries} webhook deliveries, ${report.orphansSwept} objects without a row swept; ${findings.length} findings`,
    ...findings.map(
      ({ route, fault, call, problem }) => `    ! ${route}, ${JSON.stringify(fault)}, ${call}: ${problem}`,
    ),
  ].join('\n');
}

function renderClocks(report: ClockReport): string {
  return [
    `  clock: ${report.jumps} jumps, between ${report.farthestBackHours} and ${report.farthestForwardHours} hours away`,
    `    ${report.acknowledged} acknowledged writes, ${report.lost} lost; ${report.contexts} contexts spoken over a jump, ${report.fineTunes} fine-tunes, ${report.deliveries} webhook deliveries`,
  ].join('\n');
}

export function render({ seed, seconds, databases }: FaultReport): string {
  return [
    ...databases.flatMap(({ database, kills, injections, clocks }) => [
      database,
      ...(kills === undefined ? [] : [renderKills(kills)]),
      ...(injections === undefined ? [] : [renderInjections(injections)]),
      ...(clocks === undefined ? [] : [renderClocks(clocks)]),
    ]),
    `seed ${seed}, ${seconds} s`,
  ].join('\n');
}
