import { eventually } from '@waybill/testing';
import { spawnSync } from 'node:child_process';
import { MEBIBYTE, HOUR_MS } from '@waybill/contracts';
import { OPERATOR } from '../support/program.js';
import { Standalone } from '../support/standalone.js';
import { binaryFile, failure, PASSWORD, ApiClient } from '../support/api-client.js';

const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString();

describe('limits of plans', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    waybill = await Standalone.start();
  });
  afterAll(() => waybill.dispose());

  const give = async (person: ApiClient, plan: 'free' | 'basic' | 'pro') => {
    const { email } = (await (await person.get('/api/user')).json()) as { email: string };
    const { PATH = '', HOME = '' } = process.env;
    spawnSync(process.execPath, [OPERATOR, 'plan', email, plan], {
      env: { PATH, HOME, DATA_DIR: waybill.dataDir },
    });
    await eventually(async () =>
      expect(await (await person.get('/api/user')).json()).toMatchObject({ subscription: plan }),
    );
  };
  const person = () => ApiClient.signedIn(waybill.url);

  it('limits of plans allow on Basic files over 20 MB, a password and an expiry of up to 365 days, with twelve hours by default', async () => {
    const owner = await person();
    await give(owner, 'basic');
    const id = await eventually(() => owner.upload(binaryFile(20 * MEBIBYTE + 1)));
    const { createdAt, deleteAt } = await owner.file(id);
    expect(Date.parse(deleteAt.Time!) - Date.parse(createdAt)).toBe(12 * HOUR_MS);
    expect((await owner.settings(id, { deleteAt: inDays(365), password: PASSWORD })).status).toBe(200);
    for (const later of [inDays(366), null]) {
      const response = await owner.settings(id, { deleteAt: later });
      expect(await failure(response)).toMatchObject({ statusCode: 403, code: 'files.expiry-not-in-plan' });
    }
  });

  it('limits of plans allow on Pro any expiry or none', async () => {
    const owner = await person();
    await give(owner, 'pro');
    const id = await owner.upload();
    await eventually(async () =>
      expect((await owner.settings(id, { deleteAt: inDays(4000) })).status).toBe(200),
    );
    const forever = await owner.settings(id, { deleteAt: null });
    expect(await forever.json()).toMatchObject({ deleteAt: { Time: null, Valid: false } });
  });

  it('limits of plans leave expiry and password of a file unchanged when the plan ends', async () => {
    const owner = await person();
    await give(owner, 'pro');
    const id = await owner.upload();
    await eventually(async () =>
      expect((await owner.settings(id, { deleteAt: null, password: PASSWORD })).status).toBe(200),
    );
    await give(owner, 'free');
    await eventually(async () =>
      expect((await owner.settings(id, { password: 'another one' })).status).toBe(403),
    );
    expect(await owner.file(id)).toMatchObject({ deleteAt: { Valid: false }, password: { Valid: true } });
    expect((await owner.settings(id, { originalName: 'still mine.txt', deleteAt: null })).status).toBe(200);
    expect((await owner.settings(id, { deleteAt: inDays(2) })).status).toBe(200);
    expect((await owner.settings(id, { deleteAt: inDays(3) })).status).toBe(403);
    expect((await owner.settings(id, { password: null })).status).toBe(200);
  });
});
