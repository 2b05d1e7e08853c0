import { deflatedBomb, type PackedEntry, packed, zipOf } from './hostile-bytes.js';
import { type Bait, hostile } from './hostile-file.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const OOXML = 'application/vnd.openxmlformats-officedocument';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const EXCEL = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const GIBIBYTE = 1024;

type Content = string | PackedEntry;

const related = (kind: string, target: string) =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

function ooxml(main: string, types: Readonly<Record<string, string>>): Record<string, Content> {
  const overrides = Object.entries(types)
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${OOXML}.${type}+xml"/>`)
    .join('');
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides}</Types>`,
    '_rels/.rels': related('officeDocument', main),
  };
}

function docx(
  document: Content,
  more: Readonly<Record<string, Content>> = {},
  overlapping?: string[],
): Buffer {
  const type = 'wordprocessingml.document.main';
  return zipOf(
    {
      ...ooxml('word/document.xml', { 'word/document.xml': type }),
      'word/document.xml': document,
      ...more,
    },
    overlapping,
  );
}

function xlsx(sheet: Content, more: Readonly<Record<string, Content>> = {}): Buffer {
  const types = {
    'xl/workbook.xml': 'spreadsheetml.sheet.main',
    'xl/sheet.xml': 'spreadsheetml.worksheet',
    'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings',
  };
  return zipOf({
    ...ooxml('xl/workbook.xml', types),
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r" Type="${OFFICE}/worksheet" Target="sheet.xml"/><Relationship Id="s" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${EXCEL} xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="r"/></sheets></workbook>`,
    'xl/sheet.xml': sheet,
    ...more,
  });
}

const odfNamespaces = `xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0" xmlns:table="${ODF}:table:1.0" xmlns:script="${ODF}:script:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ooo="http://openoffice.org/2004/office" xmlns:library="http://openoffice.org/2000/library"`;

export function odf(
  kind: 'text' | 'spreadsheet',
  content: Content,
  more: Readonly<Record<string, Content>> = {},
) {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const entries = ['content.xml', ...Object.keys(more)].map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`,
  );
  return zipOf({
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>${entries.join('')}</manifest:manifest>`,
    'content.xml': content,
    ...more,
  });
}

export const odfContent = (kind: 'text' | 'spreadsheet', body: string, head = '', prologue = '') =>
  `${prologue}<office:document-content ${odfNamespaces} office:version="1.2">${head}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;

const laughs = (root: string) =>
  `<!DOCTYPE ${root} [<!ENTITY e0 "hahahahaha">${Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join('')}]>`;

const otherFile = ({ file, http }: Bait, root: string) =>
  `<!DOCTYPE ${root} [<!ENTITY % outside SYSTEM "${http}outside.dtd"> %outside; <!ENTITY e12 SYSTEM "${file}field.txt">]>`;

const word = (content: string, prologue = '') =>
  `${prologue}<w:document ${WORD}><w:body>${content}</w:body></w:document>`;
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const bomb = (mebibytes: number, head: string, tail: string): PackedEntry =>
  packed(deflatedBomb(mebibytes, head, tail), 0xffff_fff0);

/** A text document with a macro that runs when the document is opened. */
function withMacro({ folder, http }: Bait): Buffer {
  const events = ['dom:load', 'office:load-finished', 'office:print', 'office:view-created']
    .map(
      (event) =>
        `<script:event-listener script:language="ooo:script" script:event-name="${event}" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/>`,
    )
    .join('');
  const library = `<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">`;
  return odf(
    'text',
    odfContent(
      'text',
      '<text:p>Dear Ada</text:p>',
      `<office:scripts><office:event-listeners>${events}</office:event-listeners></office:scripts>`,
    ),
    {
      'Basic/script-lc.xml': `${library}<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>`,
      'Basic/Standard/script-lb.xml': `<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
      'Basic/Standard/Module1.xml': `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">Sub Main\nShell("/usr/bin/touch ${folder}/ran")\nCreateUnoService("com.sun.star.ucb.SimpleFileAccess").openFileRead("${http}macro")\nEnd Sub</script:module>`,
    },
  );
}

/** A compound file whose chain of sectors never ends. */
function endlessCompound(): Buffer {
  const bytes = Buffer.alloc(512 * 4, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt32LE(0x0003_003e, 24);
  bytes.writeUInt32LE(0x0009_fffe, 28);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(0x1000, 56);
  bytes.writeUInt32LE(1, 60);
  bytes.writeUInt32LE(0xffff_ffff, 64);
  bytes.writeUInt32LE(0xffff_fffe, 68);
  bytes.fill(0xff, 76, 512);
  bytes.writeUInt32LE(0, 76);
  // Sector 1 continues with 2, and 2 with 1.
  bytes.writeUInt32LE(0xffff_fffd, 512);
  bytes.writeUInt32LE(2, 516);
  bytes.writeUInt32LE(1, 520);
  return bytes;
}

export const hostileOfficeFiles = [
  ...hostile('office', 'docx', {
    'a document of two gibibytes, deflated': () =>
      docx(
        bomb(
          2 * GIBIBYTE,
          `<w:document ${WORD}><w:body><w:p><w:r><w:t xml:space="preserve">`,
          '</w:t></w:r></w:p></w:body></w:document>',
        ),
      ),
    'relationships of two gibibytes, deflated': () =>
      docx(word(paragraph('x')), {
        'word/_rels/document.xml.rels': bomb(2 * GIBIBYTE, '<Relationships>', '</Relationships>'),
      }),
    '50,000 entries that share one of 16 mebibytes': () =>
      docx(
        word(paragraph('x')),
        { 'word/media/a.bin': packed(Buffer.alloc(16 * 1024 * 1024), 16 * 1024 * 1024) },
        Array.from({ length: 50_000 }, (_, index) => `word/media/${index}.bin`),
      ),
    'entities that multiply by ten, twelve times': () => docx(word(paragraph('&e12;'), laughs('w:document'))),
    'an entity of another file': (bait) => docx(word(paragraph('&e12;'), otherFile(bait, 'w:document'))),
  }),
  ...hostile('office', 'xlsx', {
    'a sheet of a gibibyte, deflated': () =>
      xlsx(bomb(GIBIBYTE, `<worksheet ${EXCEL}><sheetData>`, '</sheetData></worksheet>')),
    'texts whose entities multiply': () =>
      xlsx(
        `<worksheet ${EXCEL}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
        {
          'xl/sharedStrings.xml': `${laughs('sst')}<sst ${EXCEL} count="1" uniqueCount="1"><si><t>&e12;</t></si></sst>`,
        },
      ),
    'the last cell of the largest sheet': () =>
      xlsx(
        `<worksheet ${EXCEL}><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`,
      ),
  }),
  ...hostile('office', 'odt', {
    'a content of two gibibytes, deflated': () =>
      odf('text', bomb(2 * GIBIBYTE, odfContent('text', ''), ' ')),
    'entities that multiply by ten, twelve times': () =>
      odf('text', odfContent('text', '<text:p>&e12;</text:p>', '', laughs('office:document-content'))),
    'an entity of another file': (bait) =>
      odf(
        'text',
        odfContent('text', '<text:p>&e12;</text:p>', '', otherFile(bait, 'office:document-content')),
      ),
    'an entity of another file in a part of its own': (bait) =>
      odf('text', odfContent('text', '<text:p>Dear Ada</text:p>'), {
        'meta.xml': `${otherFile(bait, 'office:document-meta')}<office:document-meta ${odfNamespaces} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>&e12;</dc:title></office:meta></office:document-meta>`,
      }),
    'a macro that runs when it is opened': withMacro,
  }),
  ...hostile('office', 'ods', {
    'a cell that is repeated in every row and column': () =>
      odf(
        'spreadsheet',
        odfContent(
          'spreadsheet',
          '<table:table table:name="One"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
        ),
      ),
  }),
  ...hostile('office', 'rtf', {
    '100,000 nested groups': () => Buffer.from(`{\\rtf1 ${'{'.repeat(100_000)}x${'}'.repeat(100_000)}}`),
    'two billion bytes that are not there': () => Buffer.from('{\\rtf1 {\\pict\\pngblip\\bin2147483647 x}}'),
    '20,000 nested tables': () =>
      Buffer.from(
        `{\\rtf1 ${Array.from({ length: 20_000 }, (_, level) => `\\pard\\intbl\\itap${level + 1} x\\nestcell{\\*\\nesttableprops\\trowd\\cellx99\\nestrow}`).join('')}}`,
      ),
  }),
  ...hostile('office', 'doc', { 'a chain of sectors without an end': endlessCompound }),
  ...hostile('office', 'ppt', { 'a chain of sectors without an end': endlessCompound }),
];
