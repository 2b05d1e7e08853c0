import { cutReferences } from './external-references.js';

const cut = (name: string, text: string) => cutReferences(name, Buffer.from(text)).toString();

describe('cutReferences in relationships', () => {
  const relate = (attributes: string) =>
    `<Relationships><Relationship Id="a" ${attributes}/></Relationships>`;

  it.each([
    'Type="x/image" Target="http://a.example/p.png" TargetMode="External"',
    'TargetMode="External" Target="relative.png" Type="x/image"',
    "Type='x/image' Target='file:///etc/passwd' TargetMode='External'",
    'Type="x/image" Target="&#104;ttp://a.example/" TargetMode="&#69;xternal"',
    'Type="x/image" Target="\\\\host\\share"',
  ])('replaces the target of %s', (attributes) => {
    expect(cut('word/_rels/document.xml.rels', relate(attributes))).toMatch(/Target="about:blank"/);
  });

  it.each([
    'Type="x/hyperlink" Target="http://a.example/" TargetMode="External"',
    'Type="x/image" Target="../media/image1.png"',
    'Type="x/image" Target="/word/media/image1.png" TargetMode="Internal"',
  ])('keeps %s', (attributes) => {
    expect(cut('word/_rels/document.xml.rels', relate(attributes))).toBe(relate(attributes));
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

  it.each([
    '<text:a xlink:href="http://a.example/">x</text:a>',
    '<draw:image xlink:href="Pictures/1.png"/>',
    '<draw:object xlink:href="./Object 1"/>',
    '<draw:image xlink:href="#Pictures/1.png"/>',
  ])('keeps %s', (text) => {
    expect(cut('content.xml', text)).toBe(text);
  });
});
