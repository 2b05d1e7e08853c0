import { isStorableText, rejectUnstorableText, storablePath } from './storable-text.js';

const refused = expect.objectContaining({ code: 'request.malformed', status: 400 });

describe('isStorableText', () => {
  it.each(['\0', 'a\0b', '\ud800', '\udc00', 'a\udc00\ud800b'])('PostgreSQL cannot store %j', (text) => {
    expect(isStorableText(text)).toBe(false);
  });

  it.each(['', 'plain', 'Größe 荷物 🧾', '\ud83e\uddfe', '\u0001', '\\u0000'])(
    'PostgreSQL can store %j',
    (text) => {
      expect(isStorableText(text)).toBe(true);
    },
  );
});

describe('storablePath', () => {
  it.each([
    ['a\0b/c.txt', 'ab/c.txt'],
    ['\ud800/c.txt', '\ufffd/c.txt'],
    [`${'x'.repeat(4096)}/c.txt`, `${'x'.repeat(4090)}/c.txt`],
    [`🧾${'x'.repeat(4095)}`, `\ufffd${'x'.repeat(4095)}`],
    ['../C:\\ä 🧾.txt', '../C:\\ä 🧾.txt'],
  ])('keeps of the path %j what PostgreSQL can store', (sent, kept) => {
    expect(storablePath(sent)).toBe(kept);
  });
});

describe('rejectUnstorableText', () => {
  it.each([['\ud800'], { name: 'a\0' }, { deep: [{ name: '\udfff' }] }, { 'key\0': 1 }, '\0'])(
    'refuses %j at any depth',
    (body) => {
      expect(() => rejectUnstorableText(body)).toThrow(refused);
    },
  );

  it.each([undefined, null, 5, true, {}, { name: 'Ada 🧾', tags: ['a'] }])('accepts %j', (body) => {
    expect(() => rejectUnstorableText(body)).not.toThrow();
  });

  it('accepts the most deeply nested body of 64 KiB', () => {
    const deep = JSON.parse('['.repeat(32_768) + ']'.repeat(32_768)) as unknown;
    expect(() => rejectUnstorableText(deep)).not.toThrow();
  });

  it('accepts the widest body of 4 MiB', () => {
    expect(() => rejectUnstorableText(Array(2 ** 21).fill(0))).not.toThrow();
  });
});
