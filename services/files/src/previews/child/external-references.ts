import { decodeXml } from './decode-xml.js';

const NOWHERE = 'about:blank';

/** Starts of addresses outside an OpenDocument file: a scheme, a path from the root, a share, or a parent folder. */
const OUTSIDE = /^\s*([a-z][\w+.-]*:|[\\/]|\.\.)/i;

const TAG = /<([\w.-]+:)?([\w.-]+)((?:\s+[^\s=<>"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)(\s*\/?>)/g;
const ATTRIBUTE = /([^\s=<>"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/** Whether a part of an Office file can name files to load. */
export function isReferencePart(name: string): boolean {
  return /\.rels$/i.test(name) || /(^|\/)(content|styles|settings)\.xml$/i.test(name);
}

/** Replaces addresses outside the file by one that loads nothing. @throws for a part with a document type */
export function cutReferences(name: string, part: Buffer): Buffer {
  const text = decodePart(part);
  // Entities declared by the part could hide addresses, or expand without bounds (billion laughs).
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error('A part has a document type');
  const cut = /\.rels$/i.test(name) ? cutRelationships(text) : cutLinks(text);
  return cut === text
    ? part
    : Buffer.from(cut.replace(/^(<\?xml[^>]*encoding=)["'][^"']*["']/i, '$1"UTF-8"'));
}

/** Office Open XML: cuts external targets of relationships, except hyperlinks, which load only when clicked. */
function cutRelationships(text: string): string {
  return text.replace(TAG, (tag, _prefix: string | undefined, local: string, attributes: string) => {
    if (local !== 'Relationship') return tag;
    const values = Object.fromEntries(attributesOf(attributes));
    const isExternal =
      (values['TargetMode'] ?? 'Internal') !== 'Internal' ||
      /^\s*([a-z][\w+.-]*:|\\)/i.test(values['Target'] ?? '');
    if (!isExternal || /\/hyperlink$/.test(values['Type'] ?? '')) return tag;
    return tag.replace(/(\sTarget\s*=\s*)("[^"]*"|'[^']*')/, `$1"${NOWHERE}"`);
  });
}

/** OpenDocument: cuts `href` of all elements but `a`, which loads only when clicked. */
function cutLinks(text: string): string {
  return text.replace(TAG, (tag, prefix = '', local: string, attributes: string, end: string) => {
    if (local === 'a' || !attributes.includes('href')) return tag;
    const kept = attributes.replace(ATTRIBUTE, (attribute, name: string, one?: string, two?: string) =>
      /(^|:)href$/.test(name) && OUTSIDE.test(decodeXml(one ?? two ?? ''))
        ? `${name}="${NOWHERE}"`
        : attribute,
    );
    return `<${String(prefix)}${local}${kept}${end}`;
  });
}

function attributesOf(text: string): [name: string, value: string][] {
  return [...text.matchAll(ATTRIBUTE)].map(([, name = '', one, two]) => [name, decodeXml(one ?? two ?? '')]);
}

/** Text of an XML part. */
export function decodePart(part: Buffer): string {
  const encoding =
    part[0] === 0xff && part[1] === 0xfe
      ? 'utf-16le'
      : part[0] === 0xfe && part[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(part);
}
