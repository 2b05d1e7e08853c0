import { bundlePath, renamedPath } from './bundle-path.js';

describe('bundlePath', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['photos/2026/a.jpg', 'photos/2026/a.jpg'],
    ['photos\\2026\\a.jpg', 'photos/2026/a.jpg'],
    ['/etc/passwd', 'etc/passwd'],
    ['../../etc/passwd', 'etc/passwd'],
    ['a/./b//c/../d.txt', 'a/b/c/d.txt'],
    ['C:\\Windows\\system.ini', 'Windows/system.ini'],
    ['c:C:evil.txt', 'evil.txt'],
    ['a/D:/b.txt', 'a/b.txt'],
    ['\\\\server\\share\\b.txt', 'server/share/b.txt'],
    ['a\u0000b/\u001bc\n.txt', 'ab/c.txt'],
    ['.\u0000./secret', 'secret'],
    ['a/. . /b', 'a/b'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['Ру\u0441ский/файл.txt', 'Русский/файл.txt'],
    ['e\u0301te\u0301.txt', 'été.txt'],
    ['.hidden', '.hidden'],
    ['..', 'file.txt'],
    ['', 'file.txt'],
    ['C:', 'file.txt'],
    ['///', 'file.txt'],
  ])('turns %j into %j', (sent, expected) => {
    expect(bundlePath(sent, 'file.txt')).toBe(expected);
  });

  it('keeps the file and drops outer folders of a path that is too long', () => {
    const path = bundlePath(`${'folder/'.repeat(500)}a.txt`, 'file.txt');

    expect(path.length).toBeLessThanOrEqual(1024);
    expect(path).toMatch(/^folder\/.*\/a\.txt$/);
  });

  it('drops outer folders of a path that is too deep', () => {
    const path = bundlePath(`${'a/'.repeat(500)}b.txt`, 'file.txt');
    expect(path).toBe(`${'a/'.repeat(63)}b.txt`);
  });

  it('cuts a part that is too long before its extension', () => {
    expect(bundlePath(`a/${'x'.repeat(400)}.pdf`, 'file.txt')).toBe(`a/${'x'.repeat(251)}.pdf`);
  });
});

describe('renamedPath', () => {
  it.each([
    ['a.txt', 'b.txt', 'b.txt'],
    ['plans/a.txt', 'b.txt', 'plans/b.txt'],
    ['a.txt/a.txt', 'b.txt', 'a.txt/b.txt'],
    ['plans/A.txt', 'b.txt', 'plans/A.txt'],
    ['plans/a.txt', 'C:b.txt', 'plans/b.txt'],
    ['plans/a.txt', '...', 'plans/file'],
  ])('of %j after a.txt became another name', (path, name, expected) => {
    expect(renamedPath(path, 'a.txt', name)).toBe(expected);
  });

  it('is not too long', () => {
    const path = `${`${'y'.repeat(99)}/`.repeat(10)}a.txt`;
    expect(renamedPath(path, 'a.txt', `${'x'.repeat(251)}.pdf`)).toMatch(/^(?:y+\/){7}x+\.pdf$/);
  });
});
