import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { checkHealthOf, listFiles } from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import { CLAMD_STREAM_MAX, describeWithServer, eventually, startClamd } from '@waybill/testing';
import { FilesTestApp } from '../testing/files-test-app.js';
import { VirusScanSweep } from './virus-scan.sweep.js';

const healthOf = async (files: FilesTestApp) =>
  (await files.request(checkHealthOf('files'), {})).components['virus-scan'];
/** Seconds for which the oldest file has waited, or undefined where the metric is left out. */
const waitingSeconds = async () =>
  /^waybill_virus_scan_waiting_seconds (.+)$/m.exec(await metrics.render())?.[1];

describeWithServer('health and metrics of the virus scan', startClamd, (server) => {
  let files: FilesTestApp;
  beforeEach(async () => {
    const virusScan = { clamdUrl: new URL(server().url), onFailure: 'block' as const };
    files = await FilesTestApp.start({ work: true, virusScan });
  });
  afterEach(() => files.close());

  /** Enqueues scans until `check` passes. */
  const afterScans = (check: () => Promise<void>) =>
    eventually(async () => {
      await files.get(VirusScanSweep).sweep();
      await check();
    });

  it('reports clamd as down while it is unavailable, and as ok once it is back', async () => {
    expect(await healthOf(files)).toBe('ok');
    await server().kill();
    expect(await healthOf(files)).toBe('down');
    await server().restart();
    expect(await healthOf(files)).toBe('ok');
  });

  it('a metric shows for how long the oldest file has waited for its scan', async () => {
    expect(await waitingSeconds()).toBe('0');
    await server().kill();
    const owner = await files.account('pro');
    await files.upload(owner);
    files.clock.advance(600_000);
    await files.get(VirusScanSweep).sweep();
    expect(await waitingSeconds()).toBe('600');
    await server().restart();
    files.clock.advance(120_000);
    await afterScans(async () => {
      const list = await files.request(listFiles, { caller: owner });
      expect(list.files).toMatchObject([{ scanState: 'clean' }]);
    });
    expect(await waitingSeconds()).toBe('0');
  });

  it('the metric of waiting files leaves out a file that clamd refuses', async () => {
    await server().kill();
    await files.upload(await files.account('pro'), [{ bytes: Buffer.alloc(CLAMD_STREAM_MAX + 1024 ** 2) }]);
    files.clock.advance(3_600_000);
    expect(await waitingSeconds()).toBe('3600');
    await server().restart();
    files.clock.advance(120_000);
    await afterScans(async () => expect(await waitingSeconds()).toBe('0'));
  });
});

describe('health of a clamd that hangs', () => {
  it('counts as down after a minute where files wait for it, and is not reported where they open without it', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined).resume());
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const clamdUrl = new URL(`tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const states = [];
    for (const onFailure of ['block', 'allow'] as const) {
      const files = await FilesTestApp.start({ virusScan: { clamdUrl, onFailure } });
      states.push(await healthOf(files));
      files.clock.advance(60_000);
      states.push(await healthOf(files));
      await files.close();
    }
    silent.close();
    expect(states).toEqual(['ok', 'down', undefined, undefined]);
  });
});
