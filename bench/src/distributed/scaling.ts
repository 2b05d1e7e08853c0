import type { LoadProcess } from '../load/load-process.js';
import { limitProcessors } from '../processes/cpu-limit.js';
import { KIB } from '../report/size.js';
import type { Account } from '../subjects/account.js';
import type { Cluster } from '../subjects/cluster.js';
import type { Waybill } from '../subjects/waybill.js';

export const CONNECTIONS = 64;
/**
 * Of one processor, for each of Waybill's processes: so little that on a small machine, too, two of each find twice the
 * processor time that one of each does, as they would on two machines.
 */
export const LIMIT = 0.15;
const FILES = 20;

export interface ScalingPlan {
  readonly load: LoadProcess;
  readonly standalone: Waybill;
  readonly clusters: readonly Cluster[];
  readonly rounds: number;
  /** How long each is under load in each round. */
  readonly seconds: number;
  log(line: string): void;
}

/** Requests a second, a value for each round. */
export interface RateSeries {
  readonly label: string;
  readonly perSecond: number[];
}

export interface Scaling {
  /** All share the machine's processors: one process, then the clusters. */
  readonly free: readonly RateSeries[];
  /** The clusters, each process with no more than `LIMIT` of a processor; null where that cannot be had. */
  readonly limited: readonly RateSeries[] | null;
}

interface Subject {
  readonly label: string;
  /** For each gateway, what is asked of it. */
  readonly urls: readonly (readonly string[])[];
}

/** The metadata call through one process, through one of each process, and through two of each. */
export async function runScaling(plan: ScalingPlan): Promise<Scaling> {
  const { load, standalone, clusters } = plan;
  const alone = await subjectOf(load, standalone.label, standalone.account, [standalone.origin]);
  const many = await Promise.all(
    clusters.map(({ label, account, gateways }) => subjectOf(load, label, account, gateways)),
  );
  const free = await measure(plan, [alone, ...many]);
  const pids = clusters.flatMap(({ members }) => members.map(({ pid }) => pid));
  const limits = await limitProcessors(pids, LIMIT);
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
      // The first one warms up.
      if (round > 0) series[index]!.perSecond.push(perSecond);
    }
  }
  return series;
}
