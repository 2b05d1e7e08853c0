import { typedName, uploadName } from './file-name.js';

describe('uploadName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\report.pdf', 'report.pdf'],
    ['/', 'file'],
    ['', 'file'],
    ['..', 'file'],
    ['   ', 'file'],
    [' a b.txt ', 'a b.txt'],
    ['a\u0000b\r\nc\u007f.txt', 'abc.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['e\u0301te\u0301.txt', '\u00e9t\u00e9.txt'],
    ['.gitignore', '.gitignore'],
    ['\ud800.txt', '\ufffd.txt'],
    ['签名 ✍️.docx', '签名 ✍️.docx'],
  ])('converts %j to %j', (sent, kept) => {
    expect(uploadName(sent)).toBe(kept);
  });

  it('shortens a name to 255 UTF-16 units and keeps its extension', () => {
    const name = uploadName('x'.repeat(400) + '.docx');
    expect(name).toHaveLength(255);
    expect(name).toMatch(/^x+\.docx$/);
  });

  it('never cuts a name within a character', () => {
    const name = uploadName('x'.repeat(250) + '😀'.repeat(9) + '.pdf');
    expect(name.isWellFormed()).toBe(true);
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name.endsWith('.pdf')).toBe(true);
  });

  it('does not treat a long suffix as an extension', () => {
    expect(uploadName('a.' + 'b'.repeat(400))).toHaveLength(255);
  });
});

describe('typedName', () => {
  it('keeps the whole name and replaces slashes with dashes', () => {
    expect(typedName('Q1/Q2 figures')).toBe('Q1-Q2 figures');
  });

  it.each(['\u202e\u0007', ' ', '..'])(
    'returns an empty name for %j, which contains no visible character',
    (typed) => {
      expect(typedName(typed)).toBe('');
    },
  );
});
