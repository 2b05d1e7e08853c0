import { shareOf } from '../testing/sharing-test-app.js';
import { presentShareMail } from './share-mail.presenter.js';

describe('share mail presenter', () => {
  it('presents name, size, expiry and link of the file', () => {
    const deleteAt = '2026-03-01T12:00:00.000Z';
    const { file, ...rest } = shareOf();
    const values = presentShareMail({ ...rest, file: { ...file, deleteAt } }, 'https://x.example/1');
    expect(values).toEqual({
      recipientName: 'Ada',
      senderName: 'Bob',
      fileName: 'Plans.pdf',
      fileSize: '2.38 MB',
      isBundle: false,
      expiresAt: '1 March 2026 at 12:00 UTC',
      isPasswordProtected: false,
      link: 'https://x.example/1',
    });
  });

  it('presents the number of files of a bundle', () => {
    const { file, ...rest } = shareOf();
    const bundle = { ...file, kind: 'bundle', fileCount: 3 } as const;
    expect(presentShareMail({ ...rest, file: bundle }, 'https://x.example/b/1')).toMatchObject({
      fileSize: '3 files, 2.38 MB',
      isBundle: true,
    });
  });

  it('leaves expiry and sender empty when there are none', () => {
    const values = presentShareMail(shareOf({ senderName: null }), 'https://x.example/1');
    expect([values.expiresAt, values.senderName]).toEqual(['', '']);
  });
});
