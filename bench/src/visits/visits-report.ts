import { median } from '@waybill/testing/median';
import type { EventSeries } from '../distributed/events.js';
import type { LatencyResult } from '../load/job.js';
import { spread, table } from '../report/table.js';
import { CONNECTIONS, type VisitSeries } from './run-visits.js';

export interface VisitsResult {
  readonly machine: string;
  readonly command: string;
  readonly rounds: number;
  readonly visits: readonly VisitSeries[];
  readonly events: readonly EventSeries[];
  /** Events of one round. */
  readonly eventCount: number;
}

/** Renders the result as Markdown. */
export function visitsReport({ machine, command, rounds, visits, events, eventCount }: VisitsResult): string {
  const rows = [
    ...visits.map(({ label, visit }) => row(`new visit, ${label}`, visit)),
    ...visits.map(({ label, range }) => row(`range of a visit in progress, ${label}`, range)),
    ...events.map(({ label, perSecond }) => [
      `events from outbox to effect, ${eventCount} at once, ${label}`,
      spread(perSecond, median(perSecond), 0),
      '',
    ]),
  ];
  return [
    `\`${command}\``,
    machine,
    `Medians of ${rounds} rounds, in brackets the least and the greatest; ${CONNECTIONS} connections.`,
    table(['Operation', 'per second', 'p99 ms'], rows),
  ].join('\n\n');
}

function row(label: string, results: readonly LatencyResult[]): string[] {
  const rates = results.map(({ requestsPerSecond }) => requestsPerSecond);
  const p99 = results.map((result) => result.p99);
  return [label, spread(rates, median(rates), 0), spread(p99, median(p99), 0)];
}
