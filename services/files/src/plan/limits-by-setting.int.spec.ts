import { randomUUID } from 'node:crypto';
import {
  type Caller,
  changeFileSettings,
  createBundle,
  createRecipientLink,
  openUpload,
  planLimitsFrom,
} from '@waybill/contracts';
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
  it('refuses a bundle without an account where anonymous uploads are off', async () => {
    const form = { name: 'Log in at example.com' };
    await expect(files.request(createBundle, { caller: browser(), form })).rejects.toEqual(
      refused('auth.required'),
    );
    await expect(files.rows('SELECT 1 FROM bundles')).resolves.toEqual([]);
    await expect(files.request(createBundle, { caller: newAccount(), form })).resolves.toMatchObject(form);
  });

  it.each(['file', 'bundle'] as const)(
    'refuses a share mail without an account where anonymous uploads are off, for an earlier %s',
    async (kind) => {
      const owner = newAccount();
      const sender = browser();
      const { id: fileId } = await files.file(owner);
      const form = { fileIds: [fileId] };
      const bundle = kind === 'bundle' ? await files.request(createBundle, { caller: owner, form }) : null;
      // Gives both to a browser, as if they had been made before the setting was changed.
      for (const table of ['files', 'bundles']) {
        await files.rows(`UPDATE ${table} SET user_id = NULL, browser_id = $1 WHERE user_id = $2`, [
          sender.browserId,
          owner.userId,
        ]);
      }
      const target = { kind, id: bundle?.id ?? fileId };
      const recipient = { target, caller: sender, recipientName: 'Grace' };
      await expect(files.request(createRecipientLink, recipient)).rejects.toEqual(refused('auth.required'));
    },
  );
});
