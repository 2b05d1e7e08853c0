import { randomUUID } from 'node:crypto';
import { type DataOf, noticeAddressed } from '@waybill/contracts';
import { publicUrl, SharingTestApp } from '../testing/sharing-test-app.js';

describe('NoticeMailConsumer', () => {
  let sharing: SharingTestApp;
  beforeEach(async () => void (sharing = await SharingTestApp.start()));
  afterEach(() => sharing.close());

  async function mailOf(notice: DataOf<typeof noticeAddressed>['notice'], detail = ''): Promise<string> {
    const data = {
      userId: randomUUID(),
      name: 'Ada',
      email: 'ada@example.org',
      notice,
      fileId: '7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa',
      fileName: 'bank.html',
      detail,
    };
    await sharing.service.publish(noticeAddressed, data.userId, data);
    return (await sharing.arrived(1))[0] ?? '';
  }

  it('mails the owner of a file the reason of its takedown', async () => {
    const mail = await mailOf('file-taken-down', 'It imitates a bank');
    expect(mail).toMatch(/^To: ada@example\.org$/m);
    expect(mail).toContain('It imitates a bank');
    expect(mail).toContain(`${publicUrl}/upload`);
  });

  it('mails the owner of a file that was restored', async () => {
    expect(await mailOf('file-restored')).toContain('available again');
  });

  it('mails the owner of an infected file the finding of the scan', async () => {
    expect(await mailOf('file-infected', 'Eicar-Test')).toContain('Eicar-Test');
  });

  it('mails the owner of a file whose bytes are lost', async () => {
    expect(await mailOf('file-content-missing')).toContain('is missing on our server');
  });

  it('mails an administrator about an infected file, with a link to it', async () => {
    const mail = await mailOf('infected-file-found', 'Eicar-Test');
    expect(mail).toContain(`${publicUrl}/admin/files?query=7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa`);
  });
});
