import type { LoadProcess } from '../load/load-process.js';
import { limitCpu } from '../processes/cpu-limit.js';
import { KIB } from '../report/size.js';
import type { Account } from '../subjects/account.js';
import type { Cluster } from '../subjects/cluster.js';
import type { Waybill } from '../subjects/waybill.js';

export const CONNECTIONS = 64;
/**
 * CPU share per process, low enough that doubling the processes doubles the CPU available, even on a small machine.
 */
export const LIMIT = 0.15;
const FILES = 20;

export interface ScalingPlan {
  readonly load: LoadProcess;
  readonly standalone: Waybill;
  readonly clusters: readonly Cluster[];
  readonly rounds: number;
  /** Duration of the load on each target in each round. */
  readonly seconds: number;
  log(line: string): void;
}

/** Requests per second, one value per round. */
export interface RateSeries {
  readonly label: string;
  readonly perSecond: number[];
}

export interface Scaling {
  /** No CPU limit: one process, then the clusters, all on the machine's processors. */
  readonly free: readonly RateSeries[];
  /** The clusters with each process limited to `LIMIT` of a processor. Null where the machine does not allow it. */
  readonly limited: readonly RateSeries[] | null;
}

interface Subject {
  readonly label: string;
  /** URLs to request, per gateway. */
  readonly urls: readonly (readonly string[])[];
}

/** Measures the metadata call through one process, one of each process, and two of each. */
export async function runScaling(plan: ScalingPlan): Promise<Scaling> {
  const { load, standalone, clusters } = plan;
  const alone = await subjectOf(load, standalone.label, standalone.account, [standalone.origin]);
  const many = await Promise.all(
    clusters.map(({ label, account, gateways }) => subjectOf(load, label, account, gateways)),
  );
  const free = await measure(plan, [alone, ...many]);
  const pids = clusters.flatMap(({ members }) => members.map(({ pid }) => pid));
  const limits = await limitCpu(pids, LIMIT);
  if (!limits) return { free, limited: null };
  try {
    return { free, limited: await measure(plan, many) };
  } finally {
    await limits.lift();
  }
}

async function subjectOf(
  load: LoadProcess,
  label: string,
  account: Account,
  origins: readonly string[],
): Promise<Subject> {
  const names = Array.from({ length: FILES }, (_, index) => `asked-${index}`);
  for (const name of names) {
    const { answer } = await load.run({ kind: 'upload', ...account.uploadTarget(), size: KIB });
    account.uploaded(name, answer);
  }
  return {
    label,
    urls: origins.map((origin) => names.map((name) => account.metadataUrl(name, origin))),
  };
}

async function measure(
  { load, rounds, seconds, log }: ScalingPlan,
  subjects: readonly Subject[],
): Promise<RateSeries[]> {
  const series = subjects.map(({ label }) => ({ label, perSecond: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { label, urls }] of subjects.entries()) {
      const connections = CONNECTIONS / urls.length;
      const results = await Promise.all(
        urls.map((ofGateway) => load.run({ kind: 'latency', urls: ofGateway, connections, seconds })),
      );
      const perSecond = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
      log(`  metadata ${label.padEnd(20)} ${perSecond.toFixed(0).padStart(6)} a second`);
      // The first round warms up and is not counted.
      if (round > 0) series[index]!.perSecond.push(perSecond);
    }
  }
  return series;
}
