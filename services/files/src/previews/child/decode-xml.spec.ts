import { decodeXml } from './decode-xml.js';

describe('decodeXml', () => {
  it.each([
    ['a name', '&lt;a&gt; &amp; &quot;b&apos;', `<a> & "b'`],
    ['a decimal number', 'part&#45;1', 'part-1'],
    ['a hexadecimal number', '&#x1F600;', '😀'],
  ])('decodes %s', (_, text, decoded) => {
    expect(decodeXml(text)).toBe(decoded);
  });

  it.each(['&unknown;', '&#x110000;', 'a & b'])('leaves %s as it is', (text) => {
    expect(decodeXml(text)).toBe(text);
  });

  it('decodes a text once', () => {
    expect(decodeXml('&amp;lt;')).toBe('&lt;');
  });
});
