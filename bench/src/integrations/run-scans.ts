import { eventually } from '@waybill/testing';
import { Client } from 'pg';
import type { LoadProcess } from '../load/load-process.js';
import { KIB } from '../report/size.js';
import type { Waybill } from '../subjects/waybill.js';
import { scanDirectly } from './direct-scan.js';
import type { ScanGate } from './scan-gate.js';

export const SMALL_FILES = 200;
export const SMALL_BYTES = 10 * KIB;
/** Concurrent scans, of Waybill and of the reference. */
export const SCANS_AT_ONCE = 2;
const DEADLINE_MS = 300_000;

export interface ScanPlan {
  readonly load: LoadProcess;
  readonly waybill: Waybill;
  readonly gate: ScanGate;
  /** Bytes of the large file. */
  readonly size: number;
  readonly rounds: number;
  log(line: string): void;
}

/** Seconds, one value per round. */
export interface ScanSeries {
  readonly large: { readonly direct: number[]; readonly waybill: number[] };
  readonly small: { readonly direct: number[]; readonly waybill: number[] };
}

/** Scans one large file and many small ones, through Waybill and straight by clamd. */
export async function runScans(plan: ScanPlan): Promise<ScanSeries> {
  const { rounds, gate, size, log } = plan;
  const series: ScanSeries = { large: { direct: [], waybill: [] }, small: { direct: [], waybill: [] } };
  const database = new Client({ connectionString: await plan.waybill.databaseUrl() });
  await database.connect();
  const kinds = [
    ['large', size, 1],
    ['small', SMALL_BYTES, SMALL_FILES],
  ] as const;
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [kind, bytes, count] of kinds) {
        const direct = await timed(() => directly(gate.url, bytes, count));
        const waybill = await throughWaybill(plan, database, bytes, count);
        log(`  ${kind} clamd alone ${direct.toFixed(2)} s  Waybill ${waybill.toFixed(2)} s`);
        // The first round warms up and is not counted.
        if (round === 0) continue;
        series[kind].direct.push(direct);
        series[kind].waybill.push(waybill);
      }
    }
  } finally {
    await database.end();
  }
  return series;
}

async function directly(clamd: URL, bytes: number, count: number): Promise<void> {
  let left = count;
  const scanRest = async () => {
    while (left-- > 0) await scanDirectly(clamd, bytes);
  };
  await Promise.all(Array.from({ length: SCANS_AT_ONCE }, scanRest));
}

/** Uploads the files while the gate is held. @returns seconds from its release until all of them can be opened */
async function throughWaybill(
  { load, waybill, gate }: ScanPlan,
  database: Client,
  bytes: number,
  count: number,
): Promise<number> {
  gate.hold();
  const upload = { kind: 'upload', ...waybill.uploadTarget(), size: bytes } as const;
  await Promise.all(Array.from({ length: count }, () => load.run(upload)));
  return timed(async () => {
    gate.release();
    await eventually(
      async () => {
        const { rows } = await database.query<{ state: string; files: string }>(
          `SELECT scan_state AS state, count(*) AS files FROM files.files GROUP BY 1`,
        );
        const unscanned = rows.filter(({ state }) => state !== 'clean');
        if (unscanned.length > 0) throw new Error(JSON.stringify(unscanned));
      },
      { timeoutMs: DEADLINE_MS },
    );
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
