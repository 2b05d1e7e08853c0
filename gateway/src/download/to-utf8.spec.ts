import { toUtf8 } from './to-utf8.js';

describe('toUtf8', () => {
  it.each([
    ['ASCII', Buffer.from('plain'), 'plain'],
    ['UTF-8', Buffer.from('Grüße, 世界'), 'Grüße, 世界'],
    ['UTF-16, little-endian', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
    ['UTF-16, big-endian', Buffer.from('\ufeffGrüße', 'utf16le').swap16(), 'Grüße'],
    ['Windows-1252', Buffer.from('Grüße', 'latin1'), 'Grüße'],
    ['empty text', Buffer.alloc(0), ''],
  ])('reads %s', (_name, bytes, text) => {
    expect(toUtf8(bytes, false).toString()).toBe(text);
  });

  it('leaves out a character that the end of a cut text splits', () => {
    for (const cut of [1, 2]) {
      const bytes = Buffer.from('a世');
      expect(toUtf8(bytes.subarray(0, bytes.length - cut), true).toString()).toBe('a');
    }
    expect(toUtf8(Buffer.from('a世'), true).toString()).toBe('a世');
  });
});
