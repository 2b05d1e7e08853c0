import { eventually } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaryFile, ApiClient, textFile } from '../support/api-client.js';
import { launchProgram, runProgram } from '../support/program.js';
import { Standalone } from '../support/standalone.js';

const FILE = binaryFile(2_500_000);

describe('rotate-key command', () => {
  let waybill: Standalone;
  let owner: ApiClient;
  let stranger: ApiClient;
  let fileId: string;
  let anonymousFileId: string;
  let token: string;

  beforeAll(async () => {
    waybill = await Standalone.start({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' });
    owner = await ApiClient.signedIn(waybill.url);
    stranger = new ApiClient(waybill.url);
    fileId = await owner.upload(FILE);
    anonymousFileId = await stranger.upload(textFile());
    expect((await owner.settings(fileId, { password: 'open sesame' })).status).toBe(200);
    const answer = await stranger.json('POST', `/api/files/${fileId}/verify-password`, {
      password: 'open sesame',
    });
    ({ token } = (await answer.json()) as { token: string });
  });
  afterAll(() => waybill.dispose());

  const rotate = (args: string[] = [], more: Record<string, string> = {}) =>
    runProgram('rotate-key', args, { DATA_DIR: waybill.dataDir, ...more });
  const secrets = async () => {
    const text = await readFile(join(waybill.dataDir, 'keys', 'secrets.json'), 'utf8');
    const { SESSION_SECRET, ENCRYPTION_KEY } = JSON.parse(text) as Record<string, string>;
    return { session: SESSION_SECRET!.split(','), encryption: ENCRYPTION_KEY!.split(',') };
  };
  const expectEverythingToWork = async () => {
    expect((await owner.get('/api/user')).status).toBe(200);
    const opened = await stranger.get(`/api/files/${fileId}/download`, { 'x-verification-token': token });
    expect(opened.status).toBe(200);
    expect(Buffer.from(await opened.arrayBuffer()).equals(Buffer.from(FILE.bytes))).toBe(true);
    // The browser cookie still proves that this client uploaded the file.
    expect((await stranger.settings(anonymousFileId, { originalName: 'mine.txt' })).status).toBe(200);
  };

  it('refuses to run beside a Waybill on the same data folder, and with unknown arguments', async () => {
    expect(await rotate()).toMatchObject({
      status: 1,
      output: expect.stringMatching(/is in use by another/),
    });
    expect(await rotate(['--all'])).toEqual({
      status: 1,
      output: 'Usage: npm run rotate-key [-- --sessions]\n',
    });
  });

  it('replaces the key of all files, even after kill -9 during the rotation', async () => {
    const [former] = (await secrets()).encryption;
    await waybill.stop();
    const child = launchProgram('rotate-key', [], { DATA_DIR: waybill.dataDir });
    const ended = new Promise((done) => child.once('close', done));
    await eventually(async () => expect((await secrets()).encryption[0]).not.toBe(former), {
      timeoutMs: 60_000,
    });
    child.kill('SIGKILL');
    await ended;
    await waybill.run();
    await expectEverythingToWork();
    await waybill.stop();

    expect(await rotate()).toMatchObject({
      status: 0,
      output: expect.stringContaining('The former key is not needed any more and was removed.'),
    });
    expect((await secrets()).encryption).not.toContain(former);
    expect((await secrets()).encryption).toHaveLength(1);
    await waybill.run();
    await expectEverythingToWork();
  });

  it('replaces the session secret with --sessions and keeps sessions and browser cookies valid', async () => {
    const [former] = (await secrets()).session;
    await waybill.stop();
    expect(await rotate(['--sessions'])).toMatchObject({ status: 0 });
    expect((await secrets()).session).toEqual([expect.any(String), former]);
    await waybill.run();
    await expectEverythingToWork();
    const newcomer = new ApiClient(waybill.url);
    const theirs = await newcomer.upload(textFile());

    await waybill.stop();
    await rotate(['--sessions']);
    expect((await secrets()).session).not.toContain(former);
    await waybill.run();
    expect((await newcomer.settings(theirs, { originalName: 'mine.txt' })).status).toBe(200);
    // Sessions are rows and stay valid. A browser cookie signed with the removed secret does not.
    expect((await owner.get('/api/user')).status).toBe(200);
    const { status } = await stranger.settings(anonymousFileId, { originalName: 'mine.txt' });
    expect(status).toBe(401);
  });

  it('rotates to the first of the given keys beside a running Waybill, so that the second is not needed any more', async () => {
    const [former = ''] = (await secrets()).encryption;
    const next = randomBytes(32).toString('base64');
    await waybill.stop();
    const keys = { ENCRYPTION_KEY: `${next},${former}` };
    await waybill.run(keys);
    expect(await rotate([], keys)).toMatchObject({
      status: 0,
      output: expect.stringContaining('3 of 3 files were wrapped by the new key.'),
    });
    expect(await contentOf(owner, fileId)).toEqual(Buffer.from(FILE.bytes));

    await waybill.stop();
    await waybill.run({ ENCRYPTION_KEY: next });
    expect(await contentOf(owner, fileId)).toEqual(Buffer.from(FILE.bytes));
    expect(await rotate([], { ENCRYPTION_KEY: next })).toMatchObject({
      status: 0,
      output: expect.stringContaining('0 of 3 files were wrapped by the new key.'),
    });

    const folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
    const stale = { DATA_DIR: waybill.dataDir, ENCRYPTION_KEY: former };
    expect(await runProgram('backup', ['--to', folder], stale)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^ENCRYPTION_KEY holds no key with the id/),
    });
    await rm(folder, { recursive: true });
  });
});

async function contentOf(person: ApiClient, id: string): Promise<Buffer> {
  const answer = await person.get(`/api/files/${id}/download`);
  return Buffer.from(await answer.arrayBuffer());
}
