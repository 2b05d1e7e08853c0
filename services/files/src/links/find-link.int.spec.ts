import { type Caller, findLink, revokeLink } from '@waybill/contracts';
import { FilesTestApp, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

describe('links of a file', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  it('links are found by their address, by their owner alone, until they are revoked', async () => {
    const owner = await files.account('pro');
    const kit = new LinkTestKit(files, owner);
    const { fileId, link } = await kit.linked({ password: 'sesame' });
    const find = (caller: Caller, slug = link.slug) => files.request(findLink, { slug, caller });
    await expect(find(owner)).resolves.toEqual({ link: { ...link, target: { kind: 'file', id: fileId } } });
    for (const other of [stranger, await files.account('pro')])
      await expect(find(other)).resolves.toEqual({ link: null });
    await expect(find(owner, 'unknown')).resolves.toEqual({ link: null });
    await files.request(revokeLink, { linkId: link.id, caller: owner });
    await expect(find(owner)).resolves.toEqual({ link: null });
  });
});
