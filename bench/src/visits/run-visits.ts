import { randomUUID } from 'node:crypto';
import type { LatencyResult } from '../load/job.js';
import type { LoadProcess } from '../load/load-process.js';
import type { Account } from '../subjects/account.js';

export const CONNECTIONS = 32;
const RANGE = { range: 'bytes=0-4095' };

export interface VisitPlan {
  readonly load: LoadProcess;
  readonly account: Account;
  readonly label: string;
  /** Bytes of the visited file. */
  readonly size: number;
  readonly rounds: number;
  /** Duration of the load on each route in each round. */
  readonly seconds: number;
  log(line: string): void;
}

/** Results of one subject, one value per round. */
export interface VisitSeries {
  readonly label: string;
  readonly visit: LatencyResult[];
  readonly range: LatencyResult[];
}

/** Downloads one file as new visits, then ranges of it within as many visits as there are connections. */
export async function runVisits({
  load,
  account,
  label,
  size,
  rounds,
  seconds,
  log,
}: VisitPlan): Promise<VisitSeries> {
  const { answer } = await load.run({ kind: 'upload', ...account.uploadTarget(), size });
  account.uploaded('visited', answer);
  const { url } = account.downloadTarget('visited');
  const known = Array.from({ length: CONNECTIONS }, () => `${url}?visit=${randomUUID()}`);
  const job = { kind: 'latency', connections: CONNECTIONS, seconds } as const;
  const series: VisitSeries = { label, visit: [], range: [] };
  for (let round = 0; round <= rounds; round++) {
    const visit = await load.run({ ...job, urls: [url], isNewVisit: true });
    const range = await load.run({ ...job, urls: known, headers: RANGE });
    for (const [name, { requestsPerSecond, p99 }] of Object.entries({ visit, range }))
      log(
        `  ${name} ${label.padEnd(22)} ${requestsPerSecond.toFixed(0).padStart(6)}/s  p99 ${p99.toFixed(0)} ms`,
      );
    // The first round warms up and is not counted.
    if (round === 0) continue;
    series.visit.push(visit);
    series.range.push(range);
  }
  return series;
}
