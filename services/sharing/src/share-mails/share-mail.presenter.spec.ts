import { shareOf } from '../testing/sharing-under-test.js';
import { withoutLinks, formatSize, presentShareMail } from './share-mail.presenter.js';

describe('a share mail', () => {
  it('tells of the file what its receiver has to know', () => {
    const deleteAt = '2026-03-01T12:00:00.000Z';
    const { file, ...rest } = shareOf();
    const values = presentShareMail({ ...rest, file: { ...file, deleteAt } }, 'https://x.example/1');
    expect(values).toEqual({
      recipientName: 'Ada',
      senderName: 'Bob',
      fileName: 'Plans.pdf',
      fileSize: '2.38 MB',
      expiresAt: '1 March 2026 at 12:00 UTC',
      isPasswordProtected: false,
      link: 'https://x.example/1',
    });
  });

  it('says nothing of an expiry or a sender that there is not', () => {
    const values = presentShareMail(shareOf({ senderName: null }), 'https://x.example/1');
    expect([values.expiresAt, values.senderName]).toEqual(['', '']);
  });

  it.each(['https://evil.example', 'evil.com', 'Win at www.evil.com', 'a@b.org', 'evil/now'])(
    'carries no link that comes as the name %s',
    (name) => expect(withoutLinks(name)).toBe(''),
  );

  it.each(['Ada Lovelace', 'Dr. Müller', "O'Brien, Jr.", '山田太郎'])('carries the name %s', (name) => {
    expect(withoutLinks(name)).toBe(name);
  });

  it.each([
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [20_971_520, '20.00 MB'],
    [2 ** 31, '2.00 GB'],
    [2 ** 42, '4096.00 GB'],
  ])('writes %d bytes as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));
});
