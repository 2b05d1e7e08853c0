import { randomUUID } from 'node:crypto';
import {
  fileContentMissing,
  fileInfected,
  fileRestored,
  fileTakenDown,
  noticeAddressed,
  suspendPerson,
} from '@waybill/contracts';
import { AuthTestApp } from '../testing/auth-test-app.js';

describe('NoticeConsumer', () => {
  let app: AuthTestApp;
  const root = 'root@example.org';
  const other = 'other@example.org';
  beforeAll(async () => void (app = await AuthTestApp.start({ adminEmails: [root, other] })));
  afterAll(() => app.close());

  const fileOf = (userId: string | null) => ({ fileId: randomUUID(), userId, originalName: 'bank.html' });

  it('adds the address of the owner to what happened to the file', async () => {
    const { user, email } = await app.signUpAndLogIn();
    const file = fileOf(user.id);
    await app.service.publish(fileTakenDown, file.fileId, { ...file, reason: 'Phishing' });
    await app.service.publish(fileRestored, file.fileId, file);
    await app.service.publish(fileInfected, file.fileId, { ...file, finding: 'Eicar-Test' });
    await app.service.publish(fileContentMissing, file.fileId, file);
    const notice = { userId: user.id, name: 'Ada', email, fileId: file.fileId, fileName: 'bank.html' };
    expect(app.publishedOf(noticeAddressed, user.id)).toEqual([
      { ...notice, notice: 'file-taken-down', detail: 'Phishing' },
      { ...notice, notice: 'file-restored', detail: '' },
      { ...notice, notice: 'file-infected', detail: 'Eicar-Test' },
      { ...notice, notice: 'file-content-missing', detail: '' },
    ]);
  });

  it('addresses a notice of an infected file to every activated administrator', async () => {
    await app.signUp({ email: root });
    const file = fileOf(null);
    await app.service.publish(fileInfected, file.fileId, { ...file, finding: 'Eicar-Test' });
    expect(app.publishedOf(noticeAddressed, root)).toEqual([
      expect.objectContaining({ notice: 'infected-file-found', fileId: file.fileId, detail: 'Eicar-Test' }),
    ]);
  });

  it('addresses no notice of an infected file to a suspended administrator', async () => {
    await app.signUp({ email: other });
    const { user } = await app.logIn(other);
    await app.service.bus.request(suspendPerson, { userId: user.id, suspended: true });
    const file = fileOf(null);
    await app.service.publish(fileInfected, file.fileId, { ...file, finding: 'Eicar-Test' });
    expect(app.publishedOf(noticeAddressed, other)).toEqual([]);
  });

  it('addresses no notice for a file of a browser or of a deleted account', async () => {
    const before = app.service.published().length;
    for (const userId of [null, randomUUID()]) {
      const file = fileOf(userId);
      await app.service.publish(fileTakenDown, file.fileId, { ...file, reason: 'Phishing' });
    }
    expect(app.service.published()).toHaveLength(before);
  });
});
