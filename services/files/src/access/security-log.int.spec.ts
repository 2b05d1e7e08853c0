import { type Caller, changeFileSettings, linkCodeRequested, verifyFilePassword } from '@waybill/contracts';
import { FilesTestApp, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

const ADDRESS = '203.0.113.60';

let files: FilesTestApp;
let owner: Caller;
let kit: LinkTestKit;
beforeAll(async () => {
  files = await FilesTestApp.start();
  owner = await files.account('pro');
  kit = new LinkTestKit(files, owner);
});
afterAll(() => files.close());

describe('security log of files', () => {
  it('the security log has wrong passwords of a file and the lock after ten, by the network of the client', async () => {
    const { id: fileId } = await files.file(owner);
    await files.request(changeFileSettings, { fileId, caller: owner, settings: { password: 'sesame' } });
    const verify = (password: string) =>
      files.request(verifyFilePassword, { fileId, password, address: ADDRESS, caller: stranger });
    for (let n = 0; n < 10; n += 1) await expect(verify('wrong')).rejects.toBeDefined();
    await expect(verify('sesame')).rejects.toBeDefined();

    const events = files.securityEvents();
    expect(events.map(({ securityEvent }) => securityEvent)).toEqual([
      ...Array<string>(10).fill('file-password.failed'),
      'file-password.locked',
    ]);
    expect(new Set(events.map(({ network }) => network))).toEqual(
      new Set([expect.stringMatching(/^[\w-]{22}$/)]),
    );
    expect(JSON.stringify(events)).not.toContain(ADDRESS);
    expect(JSON.stringify(events)).not.toContain(fileId);
  });

  it('the security log has wrong codes of a link, and codes that are refused untried', async () => {
    const before = files.securityEvents().length;
    const { link } = await kit.linked({ verifyEmail: true });
    const email = 'ada@example.org';
    const attempt = (code: string) =>
      kit.tryOpen(link.slug, { email, code }, { ...stranger, address: ADDRESS });
    for (let mail = 0; mail < 3; mail += 1) {
      await kit.tryOpen(link.slug, { email }, { ...stranger, address: ADDRESS });
      const { code } = files.published(linkCodeRequested).at(-1)?.data as { code: string };
      const wrong = code === '000000' ? '000001' : '000000';
      for (let n = 0; n < 5; n += 1) await expect(attempt(wrong)).rejects.toBeDefined();
    }
    await expect(attempt('000000')).rejects.toMatchObject({ code: 'links.too-many-wrong-codes' });

    const events = files.securityEvents().slice(before);
    expect(events.map(({ securityEvent }) => securityEvent)).toEqual([
      ...Array<string>(15).fill('link-code.failed'),
      'link-code.locked',
    ]);
    expect(events.every(({ network }) => typeof network === 'string')).toBe(true);
    expect(JSON.stringify(events)).not.toContain(link.slug);
    expect(JSON.stringify(events)).not.toContain(email);
  });
});
