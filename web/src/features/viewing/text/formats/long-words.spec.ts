import { partsOf, withBreaks } from './long-words.js';

const long = 'a'.repeat(200);

describe('partsOf', () => {
  it('leaves a text without long words whole', () => {
    const text = `${'a'.repeat(199)} ${'b'.repeat(199)}\n`.repeat(10);
    expect(partsOf(text)).toEqual([text]);
  });

  it('splits long words, but no letter from its marks', () => {
    expect(partsOf(`b ${long}\u0301${long}c d`)).toEqual([`b ${long}\u0301`, long, 'c d']);
    expect(partsOf('😀'.repeat(250))).toEqual(['😀'.repeat(200), '😀'.repeat(50)]);
  });
});

describe('withBreaks', () => {
  it('breaks long words', () => {
    expect(withBreaks(`<p>b ${long}${long}c</p>`)).toBe(`<p>b ${long}<wbr>${long}<wbr>c</p>`);
  });

  it('breaks neither attributes nor character references', () => {
    const link = `<a href="https://b.example/${long}" title="b > ${long}">`;
    expect(withBreaks(link)).toBe(link);
    expect(withBreaks(`${'a'.repeat(198)}&amp;b`)).toBe(`${'a'.repeat(198)}&amp;<wbr>b`);
  });
});
