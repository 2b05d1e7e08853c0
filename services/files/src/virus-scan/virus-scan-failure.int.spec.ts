import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { metrics } from '@waybill/service-kit';
import { CLAMD_STREAM_MAX, describeWithServer, eventually, metricIn, startClamd } from '@waybill/testing';
import { FilesTestApp } from '../testing/files-test-app.js';
import { VirusScanSweep } from './virus-scan.sweep.js';

const HOUR_MS = 3_600_000;

const metric = async (series: string) => metricIn(await metrics.render(), series);
const scans = (outcome: string) => metric(`waybill_virus_scans_total{outcome="${outcome}"}`);

let files: FilesTestApp;
afterEach(() => files.close());

/** Milliseconds until the next scan of the only file; null while none is planned. */
async function nextScan(): Promise<number | null> {
  const [row] = (await files.rows('SELECT scan_after AS at FROM files')) as { at: Date | null }[];
  return row?.at ? row.at.getTime() - files.clock.now().getTime() : null;
}

describe('failed scans', () => {
  let server: Server;
  /** `failing`: answers a PING, and no scan. `crashing`: is gone once it gets bytes to scan. */
  let mode: 'gone' | 'failing' | 'crashing';

  beforeEach(async () => {
    mode = 'gone';
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        const isPing = data.toString('latin1').startsWith('zPING');
        if (isPing && mode !== 'gone') socket.end('PONG\0');
        else if (!isPing && mode === 'failing')
          socket.end('INSTREAM: Can not create temporary file. ERROR\0');
        else socket.destroy();
        if (!isPing && mode === 'crashing') mode = 'gone';
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const clamdUrl = new URL(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    files = await FilesTestApp.start({ work: true, virusScan: { clamdUrl, onFailure: 'block' } });
    await files.upload(await files.account('pro'));
    await eventually(async () => expect(await nextScan()).toBe(30_000));
    files.clock.advance(HOUR_MS);
  });
  afterEach(() => server.close());

  it('a file waits, and is tried again soon, while clamd answers a PING and scans no file', async () => {
    mode = 'failing';
    const failed = await scans('failed');
    await files.get(VirusScanSweep).sweep();
    await eventually(async () => expect(await scans('failed')).toBe(failed + 1));
    await eventually(async () => expect(await nextScan()).toBe(30_000));
    expect(await metric('waybill_virus_scan_waiting_seconds')).toBe(HOUR_MS / 1000);
  });

  it('a file at which clamd crashes is tried ever less often, so that others are scanned', async () => {
    mode = 'crashing';
    const failed = await scans('failed');
    await files.get(VirusScanSweep).sweep();
    await eventually(async () => expect(await scans('failed')).toBe(failed + 1));
    await eventually(async () => expect(await nextScan()).toBe(HOUR_MS / 2));
  });
});

describeWithServer('a file that clamd refuses', startClamd, (server) => {
  it('counts as refused and not as failed, because clamd scans other files', async () => {
    const [failed, refused] = [await scans('failed'), await scans('refused')];
    const virusScan = { clamdUrl: new URL(server().url), onFailure: 'allow' as const };
    files = await FilesTestApp.start({ work: true, virusScan });
    await files.upload(await files.account('pro'), [{ bytes: Buffer.alloc(CLAMD_STREAM_MAX + 1024 ** 2) }]);
    await eventually(async () => expect(await scans('refused')).toBe(refused + 1));
    expect(await scans('failed')).toBe(failed);
  });
});
