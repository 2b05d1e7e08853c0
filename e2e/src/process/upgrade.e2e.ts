import type { AnalyticsReport } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiClient, textFile } from '../support/api-client.js';
import { Standalone } from '../support/standalone.js';

const FIXTURE = join(__dirname, '../../../scripts/fixtures/installation-0.1.0.mjs');

interface Installation {
  readonly email: string;
  readonly password: string;
  readonly recipient: string;
  readonly files: readonly { readonly id: string; readonly name: string; readonly content: string }[];
}

/** Fills the data folder as version 0.1.0 left it. */
async function installPrevious(dataDir: string): Promise<Installation> {
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [FIXTURE, dataDir], { env: { PATH, HOME } });
  return JSON.parse(stdout) as Installation;
}

describe('an upgrade from 0.1.0', () => {
  let waybill: Standalone;
  let previous: Installation;
  let owner: ApiClient;

  beforeAll(async () => {
    waybill = await Standalone.prepare();
    previous = await installPrevious(waybill.dataDir);
    await waybill.run();
    owner = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  it('keeps accounts, plans, files, their bytes, passwords and expiry', async () => {
    const { email, password, files } = previous;
    expect((await owner.json('POST', '/api/login', { email, password })).status).toBe(200);
    const [first, locked, expired] = files;
    const listed = await owner.files();
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: first!.id, originalName: 'first.txt', password: { Valid: false } }),
        expect.objectContaining({ id: locked!.id, originalName: 'protected.txt', password: { Valid: true } }),
      ]),
    );
    const visitor = new ApiClient(waybill.url);
    const download = await visitor.get(`/api/files/${first!.id}/download`);
    expect([download.status, await download.text()]).toEqual([200, first!.content]);
    expect((await visitor.get(`/api/files/${locked!.id}/download`)).status).toBe(401);
    expect((await visitor.get(`/api/files/${expired!.id}/download`)).status).toBe(410);
  });

  it('keeps views, and counts new ones with them', async () => {
    const [first] = previous.files;
    const read = async () =>
      (await (await owner.get(`/api/files/${first!.id}/analytics`)).json()) as AnalyticsReport;
    await eventually(async () => expect((await read()).summary.totalViews).toBe(2));
    expect(JSON.stringify(await read())).toContain('Berlin');
  });

  it('accepts new uploads beside the old files', async () => {
    const id = await owner.upload(textFile('new.txt', 'new'));
    const listed = await owner.files();
    expect(listed.map((file) => file.id)).toContain(id);
  });
});
