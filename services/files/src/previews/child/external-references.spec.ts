import { cutReferences } from './external-references.js';

const cut = (name: string, part: string | Buffer) =>
  cutReferences(name, Buffer.from(part)).toString().replace('<?xml version="1.0" encoding="UTF-8"?>\n', '');

describe('cutReferences in relationships', () => {
  const relate = (attributes: string) =>
    `<Relationships><Relationship Id="a" ${attributes}/></Relationships>`;

  it.each([
    'Type="x/image" Target="http://a.example/p.png" TargetMode="External"',
    'TargetMode="External" Target="relative.png" Type="x/image"',
    "Type='x/image' Target='file:///etc/passwd' TargetMode='External'",
    'Type="x/image" Target="&#104;ttp://a.example/" TargetMode="&#69;xternal"',
    'Type="x/image" Target="\\\\host\\share"',
    'Type="x/hyperlink" Target="file:///etc/passwd" TargetMode="External"',
    'Type="x/hyperlink" Target="../secret.png" TargetMode="External"',
  ])('replaces the target of %s', (attributes) => {
    expect(cut('word/_rels/document.xml.rels', relate(attributes))).toMatch(/Target="about:blank"/);
  });

  it.each([
    'Type="x/hyperlink" Target="http://a.example/" TargetMode="External"',
    'Type="x/hyperlink" Target="mailto:ada@a.example" TargetMode="External"',
    'Type="x/image" Target="../media/image1.png"',
    'Type="x/image" Target="/word/media/image1.png" TargetMode="Internal"',
  ])('keeps %s', (attributes) => {
    expect(cut('word/_rels/document.xml.rels', relate(attributes))).toBe(relate(attributes));
  });

  it('cuts the target itself, and no text that looks like one in another attribute', () => {
    const target = 'Id=\' Target="x"\' Target="file:///etc/passwd"';
    expect(cut('a.rels', `<Relationship ${target}/>`)).not.toContain('passwd');
  });

  it('cuts the target of an element whose name has letters of any script', () => {
    const part = '<ä:Relationship Type="x/image" Target="file:///etc/passwd" TargetMode="External"/>';
    expect(cut('a.rels', part)).toBe(
      '<ä:Relationship Type="x/image" Target="about:blank" TargetMode="External"/>',
    );
  });

  it.each(['\ufeff', '\u1680'])('cuts the target behind a name with the letter %j', (letter) => {
    const part = `<Relationship a${letter}b="" Target="file:///etc/passwd" TargetMode="External"/>`;
    expect(cut('a.rels', part)).toContain('Target="about:blank"');
  });

  it.each([
    ['UTF-7', '<?xml version="1.0" encoding="UTF-7"?>+ADw-Relationship Target="file:///etc/passwd"/>'],
    [
      'UTF-16 without its mark',
      Buffer.from(
        '<?xml version="1.0" encoding="UTF-16"?><Relationship Target="file:///etc/passwd"/>',
        'utf16le',
      ),
    ],
  ])('writes a part in UTF-8, also one that declares %s', (_encoding, part) => {
    const written = cutReferences('a.rels', Buffer.from(part)).toString();
    expect(written.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n')).toBe(true);
    expect(written.lastIndexOf('encoding="UTF-')).toBe(written.indexOf('encoding="UTF-'));
  });

  it.each([
    ['ISO-8859-1', 'Müller', Buffer.from('Müller', 'latin1')],
    ['windows-1251', 'Привет', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
  ])('keeps the letters of a part in %s', (encoding, name, bytes) => {
    const declaration = Buffer.from(`<?xml version='1.0' encoding='${encoding}'?>`);
    expect(cut('content.xml', Buffer.concat([declaration, bytes]))).toBe(name);
  });

  it('refuses a part with entities of its own', () => {
    expect(() => cut('a.rels', '<!DOCTYPE a [<!ENTITY b "c">]>')).toThrow('document type');
  });
});

describe('cutReferences in OpenDocument content', () => {
  it.each([
    'http://a.example/',
    'file:///etc/passwd',
    '../secret.png',
    '/etc/passwd',
    '//host/share',
    '\\\\host',
  ])('replaces the address %s of a picture', (address) => {
    expect(cut('content.xml', `<draw:image xlink:type="simple" xlink:href="${address}"/>`)).toBe(
      '<draw:image xlink:type="simple" xlink:href="about:blank"/>',
    );
  });

  it('replaces the address of the data of a form', () => {
    expect(cut('content.xml', '<xforms:instance id="i" src="file:///etc/passwd"/>')).toBe(
      '<xforms:instance id="i" src="about:blank"/>',
    );
  });

  it.each(['\ufeff', '\u1680'])('cuts bytes whose prefix has the letter %j', (letter) => {
    expect(cut('content.xml', `<a${letter}:binary-data>PHN2Zz4=</a${letter}:binary-data>`)).not.toContain(
      'binary-data',
    );
  });

  it.each([
    '<text:a xlink:href="http://a.example/">x</text:a>',
    '<draw:image xlink:href="Pictures/1.png"/>',
    '<draw:object xlink:href="./Object 1"/>',
    '<draw:image xlink:href="#Pictures/1.png"/>',
  ])('keeps %s', (text) => {
    expect(cut('content.xml', text)).toBe(text);
  });
});
