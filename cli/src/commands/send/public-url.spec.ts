import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeWaybill } from '../../testing/fake-waybill.js';
import { Program } from '../../testing/program.js';

describe('the link that waybill send prints', () => {
  let waybill: FakeWaybill;
  let program: Program;
  beforeEach(async () => {
    waybill = await FakeWaybill.start();
    program = await Program.logIn(waybill.url);
    await mkdir(join(program.folder, 'offer'));
    await writeFile(join(program.folder, 'offer/report.txt'), 'figures');
  });
  afterEach(async () => {
    waybill.close();
    await program.dispose();
  });

  const send = (path: string) => program.run('send', join(program.folder, path));

  it('begins with the public address of Waybill, also after a log-in at another one', async () => {
    waybill.publicUrl = 'https://share.example.org';
    const file = await send('offer/report.txt');
    const [id] = waybill.files.keys();
    expect(file).toMatchObject({ code: 0, output: `https://share.example.org/${id}\n` });
    const folder = await send('offer');
    const [bundle] = waybill.bundles.keys();
    expect(folder).toMatchObject({ code: 0, output: `https://share.example.org/b/${bundle}\n` });
  });

  it('begins with the address of the log-in where a Waybill of an earlier version does not say its own', async () => {
    const { code, output } = await send('offer/report.txt');
    const [id] = waybill.files.keys();
    expect({ code, output }).toEqual({ code: 0, output: `${waybill.url}/${id}\n` });
  });

  it('begins with the address of the log-in where the operator has set no public address', async () => {
    waybill.publicUrl = 'http://localhost:3000';
    const { code, output } = await send('offer/report.txt');
    const [id] = waybill.files.keys();
    expect({ code, output }).toEqual({ code: 0, output: `${waybill.url}/${id}\n` });
  });

  it('is not missing for a file that was sent: nothing is sent while Waybill does not say its address', async () => {
    waybill.failureOf = (line) => (line === 'GET /api/config' ? { status: 503, retryAfter: 3600 } : null);
    expect((await send('offer/report.txt')).code).toBe(3);
    expect(waybill.files.size).toBe(0);
  });
});
