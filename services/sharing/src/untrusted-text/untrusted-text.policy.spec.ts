import { safeFileName, safePersonName, safeText } from './untrusted-text.policy.js';

const ZWSP = '\u200B';

describe('safePersonName', () => {
  it.each([
    'https://evil.example',
    'evil.com',
    'Win at www.evil.com',
    'a@b.org',
    'evil/now',
    'Приз на пример.рф',
    'evil。com',
    '192.168.0.1',
    'javascript:alert(1)',
    'you have won 500 EUR, claim today - Waybill prize team, call now',
    'Your account is locked, call 08005550199',
    'Bank, 0800 55 50',
    'call ٠٨٠٠٥٥٥',
    '<b>Ada</b>',
    'Ada\nBcc: eve@example.org',
  ])('removes the name %j', (name) => {
    expect(safePersonName(name)).toBe('');
  });

  it.each([
    'Ada Lovelace',
    'Dr. Müller',
    "O'Brien, Jr.",
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    '山田太郎',
    'María del Carmen Fernández de la Cruz',
    'Studio 54 & Co. (Berlin)',
    'Jean-Luc',
    'Louis XIV',
    'R2D2',
    'Ada 3rd',
    'Class of 2026',
  ])('keeps the name %j', (name) => {
    expect(safePersonName(name)).toBe(name);
  });
});

describe('safeFileName', () => {
  it.each([
    'Plans.pdf',
    'two words.docx',
    'Bericht 2026-01.xlsx',
    '報告書.txt',
    'no extension',
    'Takt 12345.pdf',
  ])('keeps the name %j', (name) => {
    expect(safeFileName(name)).toBe(name);
  });

  it.each([
    ['evil.com', `evil.${ZWSP}com`],
    ['claim at evil.example.pdf', `claim at evil.${ZWSP}example.pdf`],
    ['archive.zip', `archive.${ZWSP}zip`],
    ['mail eve@evil.example now.pdf', `mail eve@${ZWSP}evil.${ZWSP}example now.pdf`],
    ['пример.рф', `пример.${ZWSP}рф`],
    ['tel:+1234', `tel:${ZWSP}+1234`],
    ['call 08005550199.pdf', `call 080${ZWSP}055${ZWSP}501${ZWSP}99.pdf`],
    ['٠٨٠٠٥٥', `٠٨٠${ZWSP}٠٥٥`],
  ])('breaks up %j, so that mail clients do not link it', (name, broken) => {
    expect(safeFileName(name)).toBe(broken);
  });

  it('shortens a long name and keeps its extension', () => {
    expect(safeFileName(`${'x'.repeat(200)}.pdf`)).toBe(`${'x'.repeat(72)}….pdf`);
  });
});

describe('safeText', () => {
  it('breaks up an address, so that mail clients do not link it', () => {
    expect(safeText('eve@evil.example')).toBe(`eve@${ZWSP}evil.${ZWSP}example`);
  });
});
