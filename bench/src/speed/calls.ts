import type { LatencyResult } from '../load/job.js';
import type { LoadProcess } from '../load/load-process.js';
import { KIB } from '../report/size.js';
import type { Waybill } from '../subjects/waybill.js';

export const CONNECTIONS = 64;
const FILES = 20;

/** Results of one route under load, one value per round. */
export interface CallSeries {
  readonly label: string;
  readonly results: LatencyResult[];
}

export interface CallPlan {
  readonly load: LoadProcess;
  readonly waybill: Waybill;
  /** URL of the no-op route. */
  readonly noop: string;
  readonly rounds: number;
  /** Duration of the load on each route in each round. */
  readonly seconds: number;
  log(line: string): void;
}

export interface Calls {
  /** No-op route of the framework alone. */
  readonly noop: CallSeries;
  /** No-op route of Waybill. */
  readonly livez: CallSeries;
  readonly metadata: CallSeries;
}

/** Measures the metadata call beside two no-op routes: of the framework alone, and of Waybill. */
export async function runCalls(plan: CallPlan): Promise<Calls> {
  const noop = routeOf('Fastify alone', [plan.noop]);
  const livez = routeOf('Waybill, `/livez`', [`${plan.waybill.origin}/livez`]);
  const metadata = routeOf('Waybill, metadata', await uploadSmallFiles(plan));
  const routes = [noop, livez, metadata];
  for (let round = 0; round <= plan.rounds; round++) {
    for (const { label, urls, results } of round % 2 === 0 ? routes : routes.toReversed()) {
      const job = { kind: 'latency', urls, connections: CONNECTIONS, seconds: plan.seconds } as const;
      const result = await plan.load.run(job);
      plan.log(
        `  ${label.padEnd(24)} ${result.requestsPerSecond.toFixed(0).padStart(6)} req/s  p99 ${result.p99.toFixed(2)} ms`,
      );
      // The first round warms up and is not counted.
      if (round > 0) results.push(result);
    }
  }
  return { noop, livez, metadata };
}

function routeOf(label: string, urls: readonly string[]) {
  return { label, urls, results: [] as LatencyResult[] };
}

async function uploadSmallFiles({ load, waybill }: CallPlan): Promise<string[]> {
  const names = Array.from({ length: FILES }, (_, index) => `small-${index}`);
  for (const name of names) {
    const job = { kind: 'upload', ...waybill.uploadTarget(), size: KIB } as const;
    waybill.uploaded(name, (await load.run(job)).answer);
  }
  return names.map((name) => waybill.metadataUrl(name));
}
