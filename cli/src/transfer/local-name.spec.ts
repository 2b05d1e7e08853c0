import { localName } from './local-name.js';

describe('localName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Übersicht 2026.xlsx', 'Übersicht 2026.xlsx'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
    ['.bashrc', 'bashrc'],
    ['..', 'download'],
    ['', 'download'],
    ['a\u0000b\u001B[2J\u202Egpj.exe', 'ab[2Jgpj.exe'],
    ['nul.txt', '_nul.txt'],
    ['trailing dot. ', 'trailing dot'],
  ])('turns %j into %j', (name, expected) => {
    expect(localName(name)).toBe(expected);
  });

  it('shortens a name before its extension, so that a file system accepts it', () => {
    const name = localName(`${'ü'.repeat(300)}.pdf`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^ü+\.pdf$/);
  });
});
