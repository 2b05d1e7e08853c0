import { decodeXml } from './decode-xml.js';

const NOWHERE = 'about:blank';

/** Starts of addresses outside an OpenDocument file: a scheme, a path from the root, a share, or a parent folder. */
const OUTSIDE = /^\s*([a-z][\w+.-]*:|[\\/]|\.\.)/i;

/** Addresses of hyperlinks that stay. LibreOffice loads a file as a picture, if the element of a picture names it. */
const CLICKABLE = /^\s*(https?:|mailto:|tel:|#)/i;

/** Element with bytes in its text, which could be an SVG with references. No file in ZIP format needs it. */
const BINARY_DATA = /(<\/?(?:[^ \t\r\n<>"'/:=!?]+:)?)binary-data(?=[ \t\r\n/>])/g;

/** Sign of an SVG. LibreOffice looks for it in the first two kibibytes of a picture. */
const SVG = /<svg|DOCTYPE\s+svg/i;
/** Bytes in which the sign is looked for here: more, in case another version of LibreOffice looks further. */
const SVG_START = 64 * 1024;

const DECLARATION = /^<\?xml\s[^>]*\?>/;
const UTF8_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Names may have letters of any script: `ä:image` means what `draw:image` means, if `ä` stands for its namespace. They
 * are separated by the four white-space characters of XML only: XML allows two of those that `\s` means in names.
 */
const TAG =
  /<([^ \t\r\n<>"'/:=!?]+:)?([^ \t\r\n<>"'/:=!?]+)((?:[ \t\r\n]+[^ \t\r\n=<>"']+[ \t\r\n]*=[ \t\r\n]*(?:"[^"<]*"|'[^'<]*'))*)([ \t\r\n]*\/?>)/g;
const ATTRIBUTE = /([^ \t\r\n=<>"']+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/g;

/** Whether a part of an Office file can name files to load. */
export function isReferencePart(name: string): boolean {
  return /\.rels$/i.test(name) || /(^|\/)(content|styles|settings)\.xml$/i.test(name);
}

/** Replaces addresses outside the file by one that loads nothing. @throws for a part with a document type */
export function cutReferences(name: string, part: Buffer): Buffer {
  const text = decodePart(part).replace(DECLARATION, '');
  // Entities declared by the part could hide addresses, or expand without bounds (billion laughs).
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error('A part has a document type');
  const cut = /\.rels$/i.test(name) ? cutRelationships(text) : cutLinks(text);
  // Always written in UTF-8: in the encoding that a part declares, LibreOffice could read another address.
  return Buffer.from(UTF8_DECLARATION + cut);
}

/** Office Open XML: cuts external targets of relationships, except hyperlinks, which load only when clicked. */
function cutRelationships(text: string): string {
  return text.replace(TAG, (tag, prefix = '', local: string, attributes: string, end: string) => {
    if (local !== 'Relationship') return tag;
    const { Type = '', Target = '', TargetMode = 'Internal' } = Object.fromEntries(attributesOf(attributes));
    const isExternal = TargetMode !== 'Internal' || /^\s*([a-z][\w+.-]*:|\\)/i.test(Target);
    if (!isExternal || (/\/hyperlink$/.test(Type) && CLICKABLE.test(Target))) return tag;
    return `<${String(prefix)}${local}${cutAttributes(attributes, (name) => name === 'Target')}${end}`;
  });
}

/** OpenDocument: cuts `href` and `src` of all elements but `a`, which loads only when clicked. */
function cutLinks(text: string): string {
  return text
    .replace(BINARY_DATA, '$1none')
    .replace(TAG, (tag, prefix = '', local: string, attributes: string, end: string) => {
      if (local === 'a' || !/href|src/.test(attributes)) return tag;
      const isCut = (name: string, value: string) => /(^|:)(href|src)$/.test(name) && OUTSIDE.test(value);
      return `<${String(prefix)}${local}${cutAttributes(attributes, isCut)}${end}`;
    });
}

/** Whether LibreOffice reads a part as a picture in SVG, whatever its name is. */
export function isSvg(part: Buffer): boolean {
  return SVG.test(part.toString('latin1', 0, SVG_START));
}

function cutAttributes(attributes: string, isCut: (name: string, value: string) => boolean): string {
  return attributes.replace(ATTRIBUTE, (attribute, name: string, one?: string, two?: string) =>
    isCut(name, decodeXml(one ?? two ?? '')) ? `${name}="${NOWHERE}"` : attribute,
  );
}

function attributesOf(text: string): [name: string, value: string][] {
  return [...text.matchAll(ATTRIBUTE)].map(([, name = '', one, two]) => [name, decodeXml(one ?? two ?? '')]);
}

/** Text of an XML part, in the encoding of its byte order mark, else the one that it declares, else UTF-8. */
export function decodePart(part: Buffer): string {
  if (part[0] === 0xff && part[1] === 0xfe) return new TextDecoder('utf-16le').decode(part);
  if (part[0] === 0xfe && part[1] === 0xff) return new TextDecoder('utf-16be').decode(part);
  const declaration = /^<\?xml\s[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(part.toString('latin1', 0, 256));
  return decoderOf(declaration?.[1]).decode(part);
}

function decoderOf(encoding = 'utf-8') {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder();
  }
}
