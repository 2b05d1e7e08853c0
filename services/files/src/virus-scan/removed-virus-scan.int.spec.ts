import { MINUTE_MS } from '@waybill/contracts';
import { browser, FilesTestApp } from '../testing/files-test-app.js';
import { VirusScanSweep } from './virus-scan.sweep.js';

const clamdUrl = new URL('tcp://127.0.0.1:1');

describe('a worker without CLAMD_URL', () => {
  let scanned: FilesTestApp;
  let unscanned: FilesTestApp;
  let waiting: string;

  beforeEach(async () => {
    scanned = await FilesTestApp.start({ virusScan: { clamdUrl, onFailure: 'block' } });
    waiting = (await scanned.file(browser())).id;
    const { store, url } = scanned;
    unscanned = await FilesTestApp.start({ store, url });
    for (const { clock } of [scanned, unscanned]) clock.advance(MINUTE_MS);
  });
  afterEach(async () => {
    await unscanned.close();
    await scanned.close();
  });

  const sweep = () => unscanned.get(VirusScanSweep).sweep();
  const stateOf = async (id: string) =>
    (await scanned.rows('SELECT scan_state FROM files WHERE id = $1', [id]))[0];

  it('opens files that waited for their scan once the scanner is removed from the settings', async () => {
    await sweep();
    expect(await stateOf(waiting)).toEqual({ scan_state: 'none' });
    expect(unscanned.warnings()).toEqual([]);
  });

  it('leaves files closed that wait for a scan since it started, and warns', async () => {
    const { id } = await scanned.file(browser());
    await sweep();
    expect(await stateOf(id)).toEqual({ scan_state: 'pending' });
    expect(unscanned.warnings()).toEqual(['Files wait for a virus scan, but this worker has no CLAMD_URL']);
  });
});
