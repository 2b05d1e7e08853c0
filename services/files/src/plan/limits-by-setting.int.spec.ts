import { randomUUID } from 'node:crypto';
import { type Caller, changeFileSettings, openUpload, planLimitsFrom } from '@waybill/contracts';
import { browser, FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';

const refused = (code: string) => expect.objectContaining({ code });

describe('limits by setting', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start({
      defaultPlan: 'basic',
      anonymousUploads: false,
      planLimits: planLimitsFrom({
        PLAN_BASIC_MAX_FILE_SIZE: 1000,
        PLAN_BASIC_MAX_FILES: 2,
        PLAN_BASIC_MAX_EXPIRY_HOURS: 48,
      }),
    });
  });
  afterAll(() => files.close());

  const newAccount = (): Caller => ({ userId: randomUUID(), browserId: null, address: '203.0.113.7' });
  const inHours = (hours: number) => new Date(files.clock.now().getTime() + hours * HOUR_MS).toISOString();

  it('gives every account the limits of the default plan', async () => {
    const caller = newAccount();
    await expect(files.request(openUpload, { caller })).resolves.toMatchObject({
      tier: 'basic',
      maxFileSize: 1000,
    });
    const { id: fileId } = await files.file(caller);
    await files.file(caller);
    await expect(files.request(openUpload, { caller })).rejects.toMatchObject({
      message: 'You can only upload up to 2 files with your basic tier',
    });
    const change = (hours: number) =>
      files.request(changeFileSettings, { fileId, caller, settings: { deleteAt: inHours(hours) } });
    await expect(change(48)).resolves.toMatchObject({ id: fileId });
    await expect(change(49)).rejects.toEqual(refused('files.expiry-not-in-plan'));
  });

  it('keeps a bought plan above the default plan', async () => {
    const caller = await files.account('pro');
    await expect(files.request(openUpload, { caller })).resolves.toMatchObject({ tier: 'pro' });
  });

  it('refuses an upload without an account where anonymous uploads are off', async () => {
    await expect(files.request(openUpload, { caller: browser() })).rejects.toEqual(refused('auth.required'));
    await expect(files.rows('SELECT 1 FROM uploads WHERE browser_id IS NOT NULL')).resolves.toEqual([]);
  });
});
