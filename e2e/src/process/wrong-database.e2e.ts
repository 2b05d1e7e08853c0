import { eventually, freePort, startPostgres, temporaryFolder, type TestDatabase } from '@waybill/testing';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiClient, binaryFile } from '../support/api-client.js';
import { runProgram } from '../support/program.js';
import { Standalone } from '../support/standalone.js';

/** The reason depends on whether the store already had a marker when Waybill stopped. */
const REFUSED = /^waybill_store_cleanup_refused\{reason="[a-z-]+"\} 1$/m;

/**
 * Happens when DATABASE_URL is set before the data was moved, or the volume of PostgreSQL was created anew. The same on
 * S3: services/files/src/installation/wrong-database.int.spec.ts.
 */
describe('a start on an empty database with objects in a folder', () => {
  let waybill: Standalone;
  let empty: TestDatabase;

  beforeAll(async () => {
    [waybill, empty] = await Promise.all([Standalone.start(), startPostgres()]);
  });
  afterAll(() => Promise.all([waybill.dispose(), empty.stop()]));

  it('deletes nothing, says so in one line and in a metric, and serves the files once it is on its own database', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const file = binaryFile(30_000);
    const id = await owner.upload(file);
    await waybill.stop();
    const objects = await waybill.objects();
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const path of objects) await utimes(path, twoDaysAgo, twoDaysAgo);

    const port = await freePort();
    await waybill.run({ DATABASE_URL: empty.url, METRICS_PORT: String(port) });
    const refusals = () =>
      waybill.log.split('\n').filter((line) => line.includes('"level":50') && line.includes('object store'));
    await eventually(() => expect(refusals()).toHaveLength(1));
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await eventually(async () => expect(await metrics()).toMatch(REFUSED));
    await waybill.stop();
    expect(await waybill.objects()).toEqual(objects);

    await waybill.run();
    const response = await owner.get(`/api/files/${id}/download`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(file.bytes));
  });

  it('a backup of the wrong database removes no earlier backup', async () => {
    const folder = await temporaryFolder();
    const args = ['--to', join(folder.path, 'backup'), '--keep', '1'];
    const backUp = (DATABASE_URL?: string) =>
      runProgram('backup', args, { DATA_DIR: waybill.dataDir, ...(DATABASE_URL && { DATABASE_URL }) });
    try {
      for (const expected of ['There is 1 backup.', 'There is 1 backup.'])
        expect(await backUp()).toMatchObject({ status: 0, output: expect.stringContaining(expected) });
      for (const expected of ['There are 2 backups.', 'There are 3 backups.']) {
        const { status, output } = await backUp(empty.url);
        expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining(expected) });
        expect(output).toContain('No earlier backup was removed, because it may be of the right database.');
      }
      expect(await backUp()).toMatchObject({ output: expect.stringContaining('There is 1 backup.') });
    } finally {
      await folder.remove();
    }
  });

  it('a new installation keeps the backups of a lost one, and a restored one replaces its own', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload(binaryFile(20_000));
    const folder = await temporaryFolder();
    const run = (program: string, ...args: string[]) =>
      runProgram(program, args, { DATA_DIR: waybill.dataDir });
    const backUp = async () => (await run('backup', '--to', folder.path, '--keep', '1')).output;
    const states = async () => (await readdir(folder.path)).filter((name) => name.startsWith('state-'));
    const loseDisk = async () => {
      await waybill.stop();
      await rm(waybill.dataDir, { recursive: true, force: true });
    };
    try {
      await backUp();
      const [lost = ''] = await states();
      await loseDisk();
      await waybill.run();
      for (let n = 0; n < 2; n++) {
        const output = await backUp();
        expect(output).toContain('There are 2 backups.');
        expect(output).toContain(`because they are of another installation: ${lost}.`);
      }
      await loseDisk();
      const restored = await run('restore', '--from', folder.path, '--backup', lost);
      expect(restored).toMatchObject({ status: 0 });
      await waybill.run();
      expect((await owner.get(`/api/files/${id}/download`)).status).toBe(200);
      expect(await backUp()).toContain('There are 2 backups.');
      expect(await states()).not.toContain(lost);
    } finally {
      await folder.remove();
    }
  });
});
