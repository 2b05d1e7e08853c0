import type { AnalyticsReport } from '@waybill/contracts';
import { eventually, isProcessRunning } from '@waybill/testing';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaryFile, PASSWORD, ApiClient, textFile } from '../support/api-client.js';
import { BackgroundUser } from '../support/background-user.js';
import { launchProgram, runProgram } from '../support/program.js';
import { Standalone } from '../support/standalone.js';

describe('backup and restore on one machine', () => {
  let waybill: Standalone;
  let folder: string;

  beforeEach(async () => {
    waybill = await Standalone.start({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' });
    folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
  });
  afterEach(async () => {
    await waybill.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const launch = (name: string, ...args: string[]) =>
    launchProgram(name, args, { DATA_DIR: waybill.dataDir });
  const run = (name: string, ...args: string[]) => runProgram(name, args, { DATA_DIR: waybill.dataDir });
  const backUp = (...options: string[]) => run('backup', '--to', folder, ...options);
  const states = async () => (await readdir(folder)).filter((name) => name.startsWith('state-'));
  const destroy = async () => {
    await waybill.stop();
    await rm(waybill.dataDir, { recursive: true, force: true });
  };

  it('restores a backup taken under load', async () => {
    const owner = new ApiClient(waybill.url);
    const { email } = await owner.signUpAndLogIn();
    const kept = new Map<string, Buffer>();
    for (let n = 0; n < 12; n++) {
      const file = binaryFile(n === 0 ? 9_000_000 : 40_000 + n, `file-${n}.bin`);
      kept.set(await owner.upload(file), Buffer.from(file.bytes));
    }
    const [opened = ''] = kept.keys();
    for (let n = 0; n < 3; n++) await new ApiClient(waybill.url).get(`/api/files/${opened}/download`);
    const reportFor = async (person: ApiClient) =>
      (await (await person.get(`/api/files/${opened}/analytics`)).json()) as AnalyticsReport;
    await eventually(async () => expect((await reportFor(owner)).summary.totalViews).toBe(3));
    await backUp();

    const enough = new AbortController();
    const during: string[] = [];
    const user = new BackgroundUser('uploads', async () => {
      const person = new ApiClient(waybill.url);
      const n = during.length;
      const id = await person.upload(textFile(`busy-${n}.txt`, `busy ${n}`));
      during.push(id);
      await new ApiClient(waybill.url).get(`/api/files/${id}/download`);
      if (n % 3 === 0) await person.json('DELETE', `/api/files/${id}`);
    });
    const load = user.runUntil(enough.signal);
    const backup = await backUp();
    enough.abort();
    await load;
    expect(backup).toMatchObject({ status: 0 });
    expect(user.failures).toEqual([]);
    expect(during.length).toBeGreaterThan(2);

    const before = await reportFor(owner);
    await destroy();
    const restored = await run('restore', '--from', folder);
    process.stderr.write(`${backup.output}${restored.output}`);
    expect(restored).toMatchObject({ status: 0 });

    await waybill.run();
    // Before any download, because downloads are counted.
    expect(await reportFor(owner)).toEqual(before);
    for (const [id, bytes] of kept) await expectBytes(owner, id, bytes);
    const again = new ApiClient(waybill.url);
    expect((await again.json('POST', '/api/login', { email, password: 'wrong password' })).status).toBe(401);
    expect((await again.json('POST', '/api/login', { email, password: PASSWORD })).status).toBe(200);
    await eventually(async () => expect(await owner.files()).toHaveLength(kept.size));

    // Files that came or went during the backup are complete or missing.
    for (const id of during) {
      const { status } = await new ApiClient(waybill.url).get(`/api/files/${id}/download`);
      expect([200, 404, 410]).toContain(status);
    }
  });

  it('copies only new objects, drops deleted ones and protects the secrets by file mode', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const first = await person.upload(binaryFile(100_000));
    await person.upload(binaryFile(50_000));
    expect((await backUp()).output).toContain('2 objects were new');
    await person.upload(binaryFile(10_000));
    await person.json('DELETE', `/api/files/${first}`);
    expect((await backUp('--keep', '1')).output).toMatch(/ 2 objects of .* 1 objects were new/);
    expect((await backUp('--prune')).output).toBe(`There is 1 backup in ${folder}.\n`);
    const mistyped = `${folder}-mistyped`;
    expect((await run('backup', '--to', mistyped, '--prune')).output).toContain(
      `There is no folder ${mistyped}.`,
    );
    expect(existsSync(mistyped)).toBe(false);
    expect(await objectsIn(folder)).toHaveLength(2);
    const [state = '', ...others] = (await states()).map((name) => join(folder, name));
    expect(others).toEqual([]);
    expect((await stat(join(state, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(state)).mode & 0o777).toBe(0o700);
  });

  it('makes backups by itself at an interval, and the next start waits for the rest of it', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const id = await person.upload(binaryFile(20_000));
    await waybill.stop();
    const scheduled = { BACKUP_TO: folder, LOG_LEVEL: 'info' };
    await waybill.run(scheduled);
    await eventually(() => expect(waybill.log).toContain('Made a backup'), { timeoutMs: 30_000 });
    const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
    await waybill.stop();
    await waybill.run(scheduled);
    await person.get('/api/files');
    await waybill.stop();
    expect(waybill.log).not.toContain('Made a backup');
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(manifest);

    await rm(waybill.dataDir, { recursive: true, force: true });
    expect(await run('restore', '--from', folder)).toMatchObject({ status: 0 });
    await waybill.run();
    await expectBytes(person, id, Buffer.from(binaryFile(20_000).bytes));
  });

  it('refuses to restore over a running Waybill or existing data, and from a missing or damaged backup', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const id = await person.upload(binaryFile(70_000));
    await backUp();
    expect(await run('restore', '--from', folder)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^The data folder .* is in use by another Waybill/),
    });
    await waybill.stop();
    expect(await run('restore', '--from', folder)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^There is a Waybill with data here already .*--force/),
    });
    expect((await run('restore', '--from', join(folder, 'none'))).output).toMatch(/^There is no backup in/);

    const [object = ''] = await objectsIn(folder);
    const whole = await readFile(object);
    await writeFile(object, Buffer.concat([whole.subarray(0, -1), Buffer.of(whole.at(-1)! ^ 1)]));
    const damaged = await run('restore', '--from', folder, '--force');
    expect(damaged.output).toMatch(/^The backup is damaged: .* Nothing was restored\.\n$/);
    await writeFile(object, whole);

    await waybill.run();
    await expectBytes(person, id, Buffer.from(binaryFile(70_000).bytes));
    await waybill.stop();
    expect(await run('restore', '--from', folder, '--force')).toMatchObject({ status: 0 });
    await waybill.run();
    await expectBytes(person, id, Buffer.from(binaryFile(70_000).bytes));
  });

  it('shows a file as expired after a restore when its object was missing in the backup', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const id = await person.upload(binaryFile(30_000));
    const other = await person.upload(binaryFile(20_000));
    await waybill.stop();
    const [object = ''] = (await waybill.objects()).toSorted();
    await rm(object);
    expect(await backUp()).toMatchObject({
      status: 2,
      output: expect.stringContaining('The bytes of 1 objects are not in the store'),
    });
    await destroy();
    await run('restore', '--from', folder);
    await waybill.run();
    await eventually(async () => {
      const statuses = await Promise.all([id, other].map((each) => contentStatus(person, each)));
      expect(statuses.toSorted()).toEqual([200, 410]);
    });
  });

  it('starts after a restore with both keys in the environment', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const file = binaryFile(20_000);
    const id = await person.upload(file);
    await backUp();
    const text = await readFile(join(waybill.dataDir, 'keys', 'secrets.json'), 'utf8');
    const keys = JSON.parse(text) as Record<string, string>;
    await destroy();
    const restored = await runProgram('restore', ['--from', folder], { DATA_DIR: waybill.dataDir, ...keys });
    expect(restored).toMatchObject({ status: 0 });
    await waybill.run(keys);
    await expectBytes(person, id, Buffer.from(file.bytes));
  });

  it('an interrupted verification leaves neither rows nor a PostgreSQL behind', async () => {
    await backUp();
    const scratch = join(folder, 'tmp');
    await mkdir(scratch);
    const environment = { DATA_DIR: waybill.dataDir, TMPDIR: scratch };
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGHUP', 129],
    ] as const) {
      const verification = launchProgram('verify', ['--from', folder], environment);
      const ended = once(verification, 'exit');
      const server = await eventually(async () => {
        const [name = ''] = await readdir(scratch);
        const lock = await readFile(join(scratch, name, 'cluster', 'postmaster.pid'), 'utf8');
        return Number.parseInt(lock, 10);
      });
      verification.kill(signal);
      expect(await ended).toEqual([code, null]);
      await eventually(() => expect(isProcessRunning(server)).toBe(false));
      expect(await readdir(scratch)).toEqual([]);
    }
  });

  it('leaves the old or the restored data after kill -9 during a restore', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const kept = new Map<string, Buffer>();
    for (let n = 0; n < 4; n++) {
      const file = binaryFile(200_000 + n);
      kept.set(await person.upload(file), Buffer.from(file.bytes));
    }
    await backUp();
    const later = await person.upload(binaryFile(1000));
    await waybill.stop();

    for (const afterMs of [900, 1700]) {
      const child = launch('restore', '--from', folder, '--force');
      const ended = new Promise((done) => child.once('close', done));
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
      await ended;
      clearTimeout(timer);
      // Waybill has either all of the old or all of the restored data.
      await waybill.run();
      for (const [id, bytes] of kept) await expectBytes(person, id, bytes);
      expect([200, 404]).toContain(await contentStatus(person, later));
      await waybill.stop();
    }
    expect(await run('restore', '--from', folder, '--force')).toMatchObject({ status: 0 });
    await waybill.run();
    for (const [id, bytes] of kept) await expectBytes(person, id, bytes);
    expect(await contentStatus(person, later)).toBe(404);
  });
});

describe('backup and restore without arguments', () => {
  it('backup and restore without arguments print their usage', async () => {
    for (const name of ['backup', 'restore']) {
      expect(await runProgram(name, [], {})).toEqual({
        status: 1,
        output: expect.stringMatching(`^Usage: npm run ${name} -- \\[?--`),
      });
    }
  });
});

async function expectBytes(person: ApiClient, id: string, bytes: Buffer): Promise<void> {
  const response = await person.get(`/api/files/${id}/download`);
  expect(response.status).toBe(200);
  const received = Buffer.from(await response.arrayBuffer());
  expect(sha256(received)).toBe(sha256(bytes));
}

async function contentStatus(person: ApiClient, id: string): Promise<number> {
  const response = await person.get(`/api/files/${id}/download`);
  await response.arrayBuffer();
  return response.status;
}

async function objectsIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
