import type { LatencyJob, LatencyResult } from '../load/job.js';
import type { LoadProcess } from '../load/load-process.js';
import { cpuSeconds } from '../processes/usage.js';
import type { RawNodeServer } from '../subjects/raw-node.js';
import type { Waybill } from '../subjects/waybill.js';

/** Files in the list. */
const LISTED = 400;
const PAGE = 50;

export interface SmallPlan {
  readonly load: LoadProcess;
  readonly synced: RawNodeServer;
  readonly waybill: Waybill;
  /** Bytes of an uploaded file. */
  readonly size: number;
  readonly rounds: number;
  /** Duration of the load on each row in each round. */
  readonly seconds: number;
  log(line: string): void;
}

/** Results of one row, one value per round. */
export interface SmallSeries {
  readonly label: string;
  readonly connections: number;
  readonly results: LatencyResult[];
  /** CPU milliseconds of the server and its PostgreSQL for each request. */
  readonly cpuMs: number[];
}

interface Row {
  readonly series: SmallSeries;
  readonly job: Omit<LatencyJob, 'kind' | 'seconds'>;
  processes(): Promise<number[]>;
}

/** Runs all rows in turn, in each round in the reverse order of the one before. */
export async function runSmall(plan: SmallPlan): Promise<SmallSeries[]> {
  const rows = [...(await readingRows(plan)), ...uploadRows(plan)];
  for (let round = 0; round <= plan.rounds; round++) {
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) await measure(plan, row, round);
  }
  return rows.map(({ series }) => series);
}

async function measure(
  { load, seconds, log }: SmallPlan,
  { series, job, processes }: Row,
  round: number,
): Promise<void> {
  const before = await cpuSeconds(await processes());
  const result = await load.run({ kind: 'latency', ...job, seconds });
  const cpu = (await cpuSeconds(await processes())) - before;
  const cpuMs = (cpu * 1000) / (result.requestsPerSecond * seconds);
  log(
    `  ${series.label.padEnd(44)} ${String(series.connections).padStart(3)} ${result.requestsPerSecond.toFixed(0).padStart(6)}/s  p99 ${result.p99.toFixed(0)} ms  ${cpuMs.toFixed(2)} CPU ms`,
  );
  // The first round warms up and is not counted.
  if (round === 0) return;
  series.results.push(result);
  series.cpuMs.push(cpuMs);
}

function rowOf(label: string, processes: () => Promise<number[]>, job: Row['job']): Row {
  return { series: { label, connections: job.connections, results: [], cpuMs: [] }, job, processes };
}

/** Rows of uploads: the reference, multipart, and tus with the bytes in the creation request. */
function uploadRows({ waybill, synced, size }: SmallPlan): Row[] {
  const { headers } = waybill.account.uploadTarget();
  const { url, metadata = '' } = waybill.account.tusTarget();
  const multipart = { urls: [waybill.account.uploadTarget().url], headers };
  const ofWaybill = () => waybill.processes();
  const raw = { urls: [synced.uploadTarget('').url], upload: { framing: 'raw', size } } as const;
  return [8, 64].flatMap((connections) => [
    rowOf(`upload, ${synced.label}`, () => synced.processes(), { ...raw, connections }),
    rowOf('upload, multipart', ofWaybill, {
      ...multipart,
      connections,
      upload: { framing: 'multipart', size },
    }),
    rowOf('upload, tus, bytes in its creation', ofWaybill, {
      urls: [url],
      headers,
      connections,
      upload: { framing: 'tus', metadata, size },
    }),
  ]);
}

/** Rows of reading calls. Uses an account of its own, because uploads lengthen the list of the uploading account. */
async function readingRows({ load, waybill, size }: SmallPlan): Promise<Row[]> {
  const account = await waybill.anotherAccount();
  for (let index = 0; index < LISTED; index++) {
    const { answer } = await load.run({ kind: 'upload', ...account.uploadTarget(), size });
    account.uploaded(String(index), answer);
  }
  const { headers } = account.uploadTarget();
  const processes = () => waybill.processes();
  const names = Array.from({ length: 20 }, (_, index) => account.metadataUrl(String(index)));
  return [
    rowOf('metadata', processes, { urls: names, connections: 64 }),
    rowOf(`list of ${LISTED} own files, whole`, processes, {
      urls: [account.listUrl],
      headers,
      connections: 16,
    }),
    rowOf(`list of ${LISTED} own files, a page of ${PAGE}`, processes, {
      urls: [`${account.listUrl}?limit=${PAGE}`],
      headers,
      connections: 16,
    }),
  ];
}
