import {
  type Caller,
  changeFileSettings,
  createRecipientLink,
  revokeLink,
  takeDownFile,
} from '@waybill/contracts';
import { BundleTestKit } from '../testing/bundle-test-kit.js';
import { browser, FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
let owner: Caller;
let kit: LinkTestKit;
let bundles: BundleTestKit;
beforeAll(async () => {
  files = await FilesTestApp.start();
  bundles = new BundleTestKit(files);
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
  kit = new LinkTestKit(files, owner);
});

const share = (id: string, caller: Caller, kind: 'file' | 'bundle' = 'file') =>
  files.request(createRecipientLink, { target: { kind, id }, caller, recipientName: 'Grace' });

describe('link for the recipient of a share mail', () => {
  it('the recipient of a share mail gets a link on paid plans, with the password of the file', async () => {
    const { fileId } = await kit.linked();
    await files.request(changeFileSettings, { fileId, caller: owner, settings: { password: 'sesame' } });
    const { slug } = await share(fileId, owner);
    await expect(kit.show(slug!)).resolves.toMatchObject({ needs: { password: true } });
    await expect(kit.open(slug!, { password: 'sesame' })).resolves.toHaveProperty('token');
    expect(await kit.list(fileId)).toContainEqual(expect.objectContaining({ name: 'Grace', slug }));
  });

  it('the recipient of a share mail gets a link on free only while the first link is switched off', async () => {
    const caller = browser();
    const { id: fileId } = await files.file(caller);
    await expect(share(fileId, caller)).resolves.toMatchObject({ slug: null });
    await kit.change(fileId, { isActive: false }, caller);
    await expect(share(fileId, caller)).resolves.toMatchObject({
      slug: expect.stringMatching(/^[a-z0-9]{12}$/) as unknown,
    });
  });

  it('the link of a share mail is named with its id, so that it can be revoked when the mail is refused', async () => {
    const { fileId } = await kit.linked();
    const before = await kit.list(fileId);
    const { linkId } = await share(fileId, owner);
    await files.request(revokeLink, { linkId: linkId!, caller: owner });
    await expect(kit.list(fileId)).resolves.toEqual(before);
  });

  describe('of a bundle', () => {
    const empty = refused('sharing.empty-bundle');

    it.each(['free', 'pro'] as const)(
      'refuses a share mail of a bundle without files, on %s, and makes no link',
      async (plan) => {
        const caller = await files.account(plan);
        const { id } = await bundles.create(caller, [], 'Log in at example.com');
        await expect(share(id, caller, 'bundle')).rejects.toEqual(empty);
        expect(await kit.listOfBundle(id, caller)).toHaveLength(1);
      },
    );

    it('refuses a share mail of a bundle whose files have expired, were taken down or are infected', async () => {
      const [takenDown = '', infected = '', expired = ''] = await bundles.upload(owner, ['a', 'b', 'c']);
      const { id } = await bundles.create(owner, [takenDown, infected, expired]);
      const deleteAt = new Date(files.clock.now().getTime() + HOUR_MS).toISOString();
      await files.request(changeFileSettings, { fileId: expired, caller: owner, settings: { deleteAt } });
      await files.request(takeDownFile, { fileId: takenDown, reason: 'phishing' });
      await files.rows(`UPDATE files SET scan_state = 'infected' WHERE id = $1`, [infected]);
      await expect(share(id, owner, 'bundle')).resolves.toHaveProperty('linkId');
      files.clock.advance(HOUR_MS);
      await expect(share(id, owner, 'bundle')).rejects.toEqual(empty);
    });
  });
});
