import { median } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { HeldConnections } from './connections/held-connections.js';
import { LoadProcess } from './load/load-process.js';
import { probeWhile } from './memory/probe.js';
import { PeakSampler } from './memory/peak-sampler.js';
import type { Options } from './options.js';
import { residentBytes } from './processes/usage.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { MIB } from './report/size.js';
import { table } from './report/table.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

const LISTENERS = 1000;
const STALLED = [200, 1000] as const;
const EVENT_DEADLINE_MS = 30_000;
/** Each listener gets two heartbeats. */
const LISTENS_MS = 32_000;
const FILE = 'file';

interface Row {
  readonly connections: string;
  readonly statuses: string;
  /** Bytes of Waybill's process. */
  readonly peak: number;
  /** Median latency of metadata calls meanwhile, in milliseconds. */
  readonly latency: number;
  readonly note: string;
}

/** Measures the memory of one process with many listeners of live events, and with many stalled downloads. */
export async function measureConnections(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size } = options;
  const machine = await describeMachine(workspace.path);
  const waybill = await Waybill.start(workspace, {
    label: 'Waybill as one process',
    program: programs.waybill,
    environment: { ...environment, TRUST_PROXY: '1' },
  });
  const load = workspace.own(LoadProcess.start(programs.load));
  const upload = { kind: 'upload', ...waybill.uploadTarget(), size } as const;
  waybill.uploaded(FILE, (await load.run(upload)).answer);
  await waybill.account.totalViewsOnceKnown(FILE);
  const atRest = (await residentBytes(waybill.program.pid)).now;

  const rows = [await withListeners(waybill)];
  for (const count of STALLED) rows.push(await withStalledDownloads(waybill, count));
  return [
    `\`${options.command}\``,
    machine,
    `Resident memory of Waybill’s process before: ${mib(atRest)} MiB. Each connection is of a network of its own, with the limits that are set by default. PostgreSQL is not included.`,
    table(
      ['Connections', 'Answers', 'Peak MiB', 'Metadata ms, median', ''],
      rows.map((row) => [row.connections, row.statuses, mib(row.peak), row.latency.toFixed(1), row.note]),
    ),
  ].join('\n\n');
}

/** Disk space needed, in bytes. */
export function diskForConnections({ size }: Options): number {
  return 2 * size;
}

async function withListeners(waybill: Waybill): Promise<Row> {
  const { headers } = waybill.uploadTarget();
  const began = new Map<number, number>();
  return hold(waybill, `${LISTENERS} listeners of live events`, async (held) => {
    await held.open(`${waybill.origin}/api/live`, headers, LISTENERS, (response) => {
      const listener = began.size;
      began.set(listener, Infinity);
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('visit.started')) began.set(listener, performance.now());
      });
      // Expected: the benchmark itself destroys the connection at its end.
      response.on('error', () => undefined);
    });
    await new Promise((done) => setTimeout(done, LISTENS_MS));
    const sent = performance.now();
    const target = waybill.downloadTarget(FILE);
    await (
      await fetch(`${target.url}?visit=${randomUUID()}`, { headers: { range: 'bytes=0-99' } })
    ).arrayBuffer();
    const arrivals = () => [...began.values()].filter((time) => time < Infinity);
    while (arrivals().length < began.size && performance.now() - sent < EVENT_DEADLINE_MS)
      await new Promise((done) => setTimeout(done, 20));
    const last = Math.max(...arrivals()) - sent;
    return `a visit reached ${arrivals().length} of them within ${last.toFixed(0)} ms`;
  });
}

async function withStalledDownloads(waybill: Waybill, count: number): Promise<Row> {
  const { url } = waybill.downloadTarget(FILE);
  return hold(waybill, `${count} stalled downloads`, async (held) => {
    await held.open(url, {}, count, (response) => response.pause().on('error', () => undefined));
    // Leave the server time to fill the buffers of its sockets.
    await new Promise((done) => setTimeout(done, 5000));
    return '';
  });
}

async function hold(
  waybill: Waybill,
  connections: string,
  work: (held: HeldConnections) => Promise<string>,
): Promise<Row> {
  const held = new HeldConnections();
  const peak = await PeakSampler.watch(async () => (await residentBytes(waybill.program.pid)).now);
  const { result: note, probes } = await probeWhile(waybill.metadataUrl(FILE), work(held));
  held.close();
  const statuses = [...held.statuses].map(([status, number]) => `${number} × ${status}`).join(', ');
  return { connections, statuses, peak: await peak.end(), latency: median(probes), note };
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}
