import { randomUUID } from 'node:crypto';
import {
  bundleDeleted,
  changeLink,
  claimFiles,
  firstLinkChanged,
  getOwnedFile,
  subscriptionChanged,
  subscriptionClosed,
  userActivated,
  userDeleted,
  userSuspensionChanged,
} from '@waybill/contracts';
import { BundleTestKit } from '../testing/bundle-test-kit.js';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';
import { browser, FilesTestApp } from '../testing/files-test-app.js';

/** Replicas consume a queue concurrently, and retries are delayed, so that events can arrive in any order. */
describe('Events of accounts that arrive late', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  it('a late event gives no file of a browser to an account that was deleted', async () => {
    const userId = randomUUID();
    const caller = browser();
    const browserId = caller.browserId ?? '';
    const file = await files.file(caller);
    await files.publish(userDeleted, userId, { userId });
    await files.publish(userActivated, userId, { userId, browserId });
    await expect(files.request(claimFiles, { userId, browserId })).resolves.toEqual({ moved: 0 });
    await expect(files.request(getOwnedFile, { fileId: file.id, caller })).resolves.toMatchObject({
      userId: null,
    });
  });

  it('a late event leaves no plan of an account that was deleted', async () => {
    const userId = randomUUID();
    const plans = () => files.rows('SELECT plan FROM account_plans WHERE user_id = $1', [userId]);
    await files.publish(subscriptionClosed, userId, { userId });
    await files.publish(subscriptionChanged, userId, { userId, plan: 'pro', version: 2 });
    expect(await plans()).toEqual([]);
  });

  it('the newest suspension of an account decides whether its file requests are closed', async () => {
    const owner = await files.account('pro');
    const userId = owner.userId ?? '';
    const kit = new FileRequestTestKit(files, owner);
    const { slug } = await kit.make();
    const suspend = (isSuspended: boolean, version: number) =>
      files.publish(userSuspensionChanged, userId, { userId, isSuspended, version });
    await suspend(false, 2);
    await suspend(true, 1);
    await expect(kit.show(slug)).resolves.toMatchObject({ ownerId: userId });
    await suspend(true, 3);
    await expect(kit.show(slug)).rejects.toMatchObject({ code: 'requests.closed' });
  });

  it('late events of accounts suspend no account that was deleted', async () => {
    const userId = randomUUID();
    await files.publish(userDeleted, userId, { userId });
    await files.publish(userSuspensionChanged, userId, { userId, isSuspended: true, version: 1 });
    expect(await files.rows('SELECT FROM suspended_accounts WHERE user_id = $1', [userId])).toEqual([]);
  });
});

describe('Events that others consume in any order', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  it('publishes a deletion event for each bundle of a deleted account', async () => {
    const owner = await files.account('pro');
    const kit = new BundleTestKit(files);
    const { id: bundleId } = await kit.create(owner, await kit.upload(owner, ['a.txt']));
    await files.publish(userDeleted, owner.userId ?? '', { userId: owner.userId ?? '' });
    expect(files.published(bundleDeleted)).toEqual([expect.objectContaining({ data: { bundleId } })]);
  });

  it('changes of a first link are published with increasing versions', async () => {
    const owner = await files.account('pro');
    const { id: linkId } = await files.file(owner);
    const changes = [
      { notify: false },
      { name: 'Homepage' },
      { notify: true },
      { name: null },
      { isActive: false },
    ];
    for (const settings of changes) await files.request(changeLink, { linkId, caller: owner, settings });
    expect(files.published(firstLinkChanged).map(({ data }) => data)).toEqual([
      { targetId: linkId, notify: false, name: null, version: 2 },
      { targetId: linkId, notify: false, name: 'Homepage', version: 3 },
      { targetId: linkId, notify: true, name: 'Homepage', version: 4 },
      { targetId: linkId, notify: true, name: null, version: 5 },
    ]);
  });
});
