import type { LatencyResult } from '../load/job.js';
import type { LoadProcess } from '../load/load-process.js';
import { KIB } from '../report/size.js';
import type { Waybill } from '../subjects/waybill.js';

export const CONNECTIONS = 64;
const FILES = 20;

/** One route under load, a value for each round. */
export interface CallSeries {
  readonly label: string;
  readonly results: LatencyResult[];
}

export interface CallPlan {
  readonly load: LoadProcess;
  readonly waybill: Waybill;
  /** Address of the route that does nothing. */
  readonly trivial: string;
  readonly rounds: number;
  /** How long each route is under load in each round. */
  readonly seconds: number;
  log(line: string): void;
}

export interface Calls {
  /** The framework's route that does nothing. */
  readonly trivial: CallSeries;
  /** Waybill's own route that does nothing. */
  readonly livez: CallSeries;
  readonly metadata: CallSeries;
}

/** The metadata call beside a route that does nothing: first alone in its framework, then in Waybill itself. */
export async function runCalls(plan: CallPlan): Promise<Calls> {
  const trivial = routeOf('Fastify alone', [plan.trivial]);
  const livez = routeOf('Waybill, `/livez`', [`${plan.waybill.origin}/livez`]);
  const metadata = routeOf('Waybill, metadata', await uploadSmallFiles(plan));
  const routes = [trivial, livez, metadata];
  for (let round = 0; round <= plan.rounds; round++) {
    for (const { label, urls, results } of round % 2 === 0 ? routes : routes.toReversed()) {
      const job = { kind: 'latency', urls, connections: CONNECTIONS, seconds: plan.seconds } as const;
      const result = await plan.load.run(job);
      plan.log(
        `  ${label.padEnd(24)} ${result.requestsPerSecond.toFixed(0).padStart(6)} req/s  p99 ${result.p99.toFixed(2)} ms`,
      );
      // The first one warms up.
      if (round > 0) results.push(result);
    }
  }
  return { trivial, livez, metadata };
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
