import { gzipSync } from 'node:zlib';
import { archive } from '@waybill/testing';
import { metafileOf } from './metafile.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const OOXML = 'application/vnd.openxmlformats-officedocument';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006';

interface Part {
  readonly type: string;
  readonly xml: string | Buffer;
  /** Relationship type and target by id. URLs and network shares are external. */
  readonly links?: Readonly<Record<string, readonly [type: string, target: string]>>;
}

type WriteRelationships = (text: string) => string | Buffer;

/** An Office Open XML package. The first part is the document itself. */
function ooxml(parts: Readonly<Record<string, Part>>, write: WriteRelationships = String): Buffer {
  const entries: Record<string, string | Buffer> = {};
  const overrides = Object.entries(parts).map(
    ([name, { type }]) => `<Override PartName="/${name}" ContentType="${OOXML}.${type}+xml"/>`,
  );
  entries['[Content_Types].xml'] =
    `<Types xmlns="${RELATIONS}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join('')}</Types>`;
  entries['_rels/.rels'] = relationships({ rId1: ['officeDocument', Object.keys(parts)[0] ?? ''] });
  for (const [name, { xml, links }] of Object.entries(parts)) {
    entries[name] = xml;
    if (links) entries[name.replace(/([^/]+)$/, '_rels/$1.rels')] = write(relationships(links));
  }
  return archive(entries);
}

function relationships(links: NonNullable<Part['links']>): string {
  const items = Object.entries(links).map(([id, [type, target]]) => {
    const mode = /^(\w+:|[\\/]{2})/.test(target) ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
  });
  return `<Relationships xmlns="${RELATIONS}/relationships">${items.join('')}</Relationships>`;
}

const picture = (link: string) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="P"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name=""/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${link}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

const field = (instruction: string) =>
  `<w:p><w:fldSimple w:instr=" ${instruction} "><w:r><w:t>field</w:t></w:r></w:fldSimple></w:p>`;

/** A Word file with every kind of reference to `base`, the start of an address. */
function wordFile(base: string): Buffer {
  return ooxml({
    'word/document.xml': {
      type: 'wordprocessingml.document.main',
      xml: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:v="urn:schemas-microsoft-com:vml"><w:body><w:p><w:r><w:t>Dear Ada</w:t></w:r>${picture('picture')}</w:p>${field(`INCLUDEPICTURE &quot;${base}field.png&quot;`)}${field(`INCLUDETEXT &quot;${base}field.txt&quot;`)}${field(`DDEAUTO &quot;soffice&quot; &quot;${base}dde.ods&quot; &quot;A1&quot;`)}<w:p><w:r><w:pict><v:shape style="width:90pt;height:90pt"><v:imagedata r:id="picture" r:href="picture"/></v:shape></w:pict></w:r><w:r><w:object><v:shape id="o" style="width:90pt;height:90pt"/><o:OLEObject Type="Link" ProgID="Excel.Sheet.12" ShapeID="o" DrawAspect="Content" ObjectID="_1" r:id="object" UpdateMode="Always"/></w:object></w:r></w:p><w:altChunk r:id="chunk"/><w:subDoc r:id="subdocument"/></w:body></w:document>`,
      links: {
        picture: ['image', `${base}picture.png`],
        object: ['oleObject', `${base}object.xlsx`],
        chunk: ['aFChunk', `${base}chunk.html`],
        subdocument: ['subDocument', `${base}sub.docx`],
        settings: ['settings', 'settings.xml'],
      },
    },
    'word/settings.xml': {
      type: 'wordprocessingml.settings',
      xml: `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:attachedTemplate r:id="template"/><w:linkStyles/></w:settings>`,
      links: { template: ['attachedTemplate', `${base}template.dotm`] },
    },
  });
}

/** A workbook with every kind of reference to `base`. */
function excelFile(base: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return ooxml({
    'xl/workbook.xml': {
      type: 'spreadsheetml.sheet.main',
      xml: `<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="sheet"/></sheets><externalReferences><externalReference r:id="book"/><externalReference r:id="dde"/></externalReferences><calcPr fullCalcOnLoad="1"/></workbook>`,
      links: {
        sheet: ['worksheet', 'sheet.xml'],
        book: ['externalLink', 'book.xml'],
        dde: ['externalLink', 'dde.xml'],
        connections: ['connections', 'connections.xml'],
      },
    },
    'xl/sheet.xml': {
      type: 'spreadsheetml.worksheet',
      xml: `<worksheet xmlns="${main}" xmlns:r="${OFFICE}"><sheetData><row r="1"><c r="A1"><f>_xlfn.WEBSERVICE("${base}webservice")</f></c><c r="B1"><f>[1]Sheet1!A1</f></c><c r="C1"><f>'${base}[other.xlsx]Sheet1'!A1</f></c><c r="D1"><f>DDE("soffice","${base}dde.ods","A1")</f></c><c r="E1"><f>[2]!A1</f></c></row></sheetData><drawing r:id="drawing"/></worksheet>`,
      links: { drawing: ['drawing', 'drawing.xml'] },
    },
    'xl/drawing.xml': {
      type: 'drawing',
      xml: `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}"><xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="2000000" cy="2000000"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="P"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="picture"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"/></xdr:spPr></xdr:pic><xdr:clientData/></xdr:absoluteAnchor></xdr:wsDr>`,
      links: { picture: ['image', `${base}picture.png`] },
    },
    'xl/book.xml': {
      type: 'spreadsheetml.externalLink',
      xml: `<externalLink xmlns="${main}" xmlns:r="${OFFICE}"><externalBook r:id="path"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook></externalLink>`,
      links: { path: ['externalLinkPath', `${base}book.xlsx`] },
    },
    'xl/dde.xml': {
      type: 'spreadsheetml.externalLink',
      xml: `<externalLink xmlns="${main}"><ddeLink ddeService="soffice" ddeTopic="${base}dde.ods"><ddeItems><ddeItem name="A1" advise="1"/></ddeItems></ddeLink></externalLink>`,
    },
    'xl/connections.xml': {
      type: 'spreadsheetml.connections',
      xml: `<connections xmlns="${main}"><connection id="1" name="web" type="4" refreshOnLoad="1"><webPr url="${base}query.html"/></connection></connections>`,
    },
  });
}

/** A presentation whose slide has linked pictures, videos and objects at `base`. */
function powerPointFile(base: string, write?: WriteRelationships): Buffer {
  const namespaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}"`;
  const tree = (shapes: string) =>
    `<p:cSld><p:bg><p:bgPr><a:blipFill><a:blip r:link="picture"/><a:stretch/></a:blipFill></p:bgPr></p:bg><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
  const place = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="4000000"/></a:xfrm>';
  const shapes = `<p:pic><p:nvPicPr><p:cNvPr id="2" name="V"/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="video"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:link="picture"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${place}<a:prstGeom prst="rect"/></p:spPr></p:pic><p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="O"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj name="O" r:id="object" progId="Excel.Sheet.12"><p:link updateAutomatic="1"/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`;
  const picture = ['image', `${base}picture.png`] as const;
  const parts = {
    'ppt/presentation.xml': {
      type: 'presentationml.presentation.main',
      xml: `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="master"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="slide"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
      links: { slide: ['slide', 'slide.xml'], master: ['slideMaster', 'master.xml'] },
    },
    'ppt/slide.xml': {
      type: 'presentationml.slide',
      xml: `<p:sld ${namespaces}>${tree(shapes)}</p:sld>`,
      links: {
        layout: ['slideLayout', 'layout.xml'],
        picture,
        video: ['video', `${base}video.mp4`],
        object: ['oleObject', `${base}object.xlsx`],
      },
    },
    'ppt/layout.xml': {
      type: 'presentationml.slideLayout',
      xml: `<p:sldLayout ${namespaces}>${tree('')}</p:sldLayout>`,
      links: { master: ['slideMaster', 'master.xml'], picture },
    },
    'ppt/master.xml': {
      type: 'presentationml.slideMaster',
      xml: `<p:sldMaster ${namespaces}>${tree('')}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="layout"/></p:sldLayoutIdLst></p:sldMaster>`,
      links: { layout: ['slideLayout', 'layout.xml'], picture },
    },
  } as const;
  return ooxml(parts, write);
}

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const odfNamespaces = `xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0" xmlns:table="${ODF}:table:1.0" xmlns:draw="${ODF}:drawing:1.0" xmlns:svg="${ODF}:svg-compatible:1.0" xmlns:script="${ODF}:script:1.0" xmlns:of="${ODF}:of:1.2" xmlns:xlink="http://www.w3.org/1999/xlink"`;

function odf(kind: 'text' | 'spreadsheet', base: string, body: string): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  return archive({
    mimetype: type,
    'meta.xml': `<office:document-meta ${odfNamespaces} xmlns:meta="${ODF}:meta:1.0" office:version="1.2"><office:meta><meta:template xlink:type="simple" xlink:actuate="onRequest" xlink:title="T" xlink:href="${base}template.ott" meta:date="2020-01-01T00:00:00"/><meta:auto-reload xlink:type="simple" xlink:show="replace" xlink:actuate="onLoad" xlink:href="${base}reload.odt" meta:delay="PT0S"/></office:meta></office:document-meta>`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="meta.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `<office:document-content ${odfNamespaces} office:version="1.2"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  });
}

const place = 'text:anchor-type="paragraph" svg:width="4cm" svg:height="4cm"';
const load = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"';

function openDocumentText(base: string): Buffer {
  return odf(
    'text',
    base,
    `<text:p>Dear Ada<draw:frame ${place}><draw:image xlink:href="${base}picture.png" ${load}/></draw:frame><draw:frame ${place}><draw:object xlink:href="${base}object.ods" ${load}/></draw:frame><draw:frame ${place}><draw:plugin xlink:href="${base}video.mp4" ${load}/></draw:frame><draw:frame ${place}><draw:floating-frame xlink:href="${base}frame.html" ${load}/></draw:frame></text:p><text:section text:name="S"><text:section-source xlink:href="${base}section.txt" text:filter-name="Text"/><text:p>old</text:p></text:section><text:section text:name="D"><office:dde-source office:dde-application="soffice" office:dde-topic="${base}dde.ods" office:dde-item="A1" office:automatic-update="true"/><text:p>old</text:p></text:section>`,
  );
}

function openDocumentSheet(base: string): Buffer {
  const cell = (formula: string) =>
    `<table:table-cell table:formula="of:=${formula}" office:value-type="string"><text:p>old</text:p></table:table-cell>`;
  const q = '&quot;';
  return odf(
    'spreadsheet',
    base,
    `<table:table table:name="One"><table:shapes><draw:frame ${place}><draw:image xlink:href="${base}picture.png" ${load}/></draw:frame></table:shapes><table:table-row>${cell(`WEBSERVICE(${q}${base}webservice${q})`)}${cell(`'${base}other.ods'#$Sheet1.A1`)}${cell(`DDE(${q}soffice${q};${q}${base}dde.ods${q};${q}A1${q})`)}<table:table-cell><table:cell-range-source table:name="A1" xlink:href="${base}range.html" table:filter-name="HTML" table:last-column-spanned="1" table:last-row-spanned="1" table:refresh-delay="PT1S"/></table:table-cell></table:table-row></table:table><table:table table:name="Two"><table:table-source xlink:href="${base}table.csv" table:filter-name="Text - txt - csv (StarCalc)" table:mode="copy-all"/><table:table-row><table:table-cell/></table:table-row></table:table>`,
  );
}

function richText(base: string): Buffer {
  const control = base.replaceAll('\\', '\\\\');
  const include = (kind: string, name: string) =>
    `{\\field{\\*\\fldinst { ${kind} "${control}${name}" \\\\d }}{\\fldrslt old}}`;
  return Buffer.from(
    `{\\rtf1{\\*\\template ${control}template.dot}Dear Ada ${include('INCLUDEPICTURE', 'field.png')}${include('INCLUDETEXT', 'field.txt')}${include('DDEAUTO soffice', 'dde.ods')}{\\object\\objlink\\objupdate{\\*\\objclass Word.Document.8}{\\*\\objdata 0105}}}`,
  );
}

/** Files with every kind of reference of their format, by extension. */
export const referencingFiles: Readonly<Record<string, (base: string) => Buffer>> = {
  docx: wordFile,
  xlsx: excelFile,
  pptx: powerPointFile,
  odt: openDocumentText,
  ods: openDocumentSheet,
  rtf: richText,
};

/** A Word file within a Word file, as a part of its text. Its shape is filled with a linked picture. */
function nestedWordFile(base: string): Buffer {
  const type = 'wordprocessingml.document.main';
  const word = (body: string) =>
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><w:body>${body}</w:body></w:document>`;
  const shape = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="S"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:blipFill><a:blip r:link="picture"/><a:stretch/></a:blipFill></wps:spPr><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const inner = ooxml({
    'word/document.xml': { type, xml: word(shape), links: { picture: ['image', `${base}picture.png`] } },
  });
  const body = '<w:p><w:r><w:t>Dear Ada</w:t></w:r></w:p><w:altChunk r:id="chunk"/>';
  return ooxml({
    'word/document.xml': { type, xml: word(body), links: { chunk: ['aFChunk', 'inner.bin'] } },
    'word/inner.bin': { type, xml: inner },
  });
}

const svgPicture = (base: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="300"><image width="300" height="300" xlink:href="${base}picture.png"/></svg>`,
  );

/** A text whose only picture is `bytes`. */
function openDocumentOf(bytes: Buffer): Buffer {
  const type = 'application/vnd.oasis.opendocument.text';
  const entries = ['content.xml', 'Pictures/a.png'].map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type=""/>`,
  );
  return archive({
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>${entries.join('')}</manifest:manifest>`,
    'content.xml': `<office:document-content ${odfNamespaces} office:version="1.2"><office:body><office:text><text:p>Dear Ada<draw:frame ${place}><draw:image xlink:href="Pictures/a.png" ${load}/></draw:frame></text:p></office:text></office:body></office:document-content>`,
    'Pictures/a.png': bytes,
  });
}

function openDocumentWithBytes(base: string): Buffer {
  const bytes = `<office:binary-data>${svgPicture(base).toString('base64')}</office:binary-data>`;
  const body = `<text:p>Dear Ada<draw:frame ${place}><draw:image>${bytes}</draw:image></draw:frame></text:p>`;
  return odf('text', 'about:', body);
}

const declared = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?>${text}`;
const presentation = (write: WriteRelationships) => ({
  ending: 'pptx',
  bytes: (base: string) => powerPointFile(base, write),
});

/** Files whose references are hard to see, but which LibreOffice would load even with its settings. */
export const disguisedFiles: Readonly<
  Record<string, { readonly ending: string; readonly bytes: (base: string) => Buffer }>
> = {
  'elements of another script': presentation((text) =>
    text.replaceAll(/<(\/?)Relationship/g, '<$1ä:Relationship').replace('xmlns=', 'xmlns:ä='),
  ),
  'UTF-16 without its mark': presentation((text) => Buffer.from(declared('UTF-16', text), 'utf16le')),
  'UTF-7': presentation((text) => declared('UTF-7', text.replaceAll('<Relationship ', '+ADw-Relationship '))),
  'names with letters that look like spaces': presentation((text) =>
    text.replaceAll(' Target=', ' a\ufeffb="" c\u1680d="" Target='),
  ),
  hyperlinks: presentation((text) => text.replaceAll('/image"', '/hyperlink"')),
  'attributes behind their like': presentation((text) =>
    text.replaceAll(' Target=', ` Note=' Target="none"' Target=`),
  ),
  'a document within': { ending: 'docx', bytes: nestedWordFile },
  'a picture within': { ending: 'odt', bytes: (base) => openDocumentOf(svgPicture(base)) },
  'a compressed picture within': {
    ending: 'odt',
    bytes: (base) => openDocumentOf(gzipSync(svgPicture(base))),
  },
  'a picture within a metafile': {
    ending: 'odt',
    bytes: (base) => openDocumentOf(metafileOf(svgPicture(base))),
  },
  'a picture within its text': { ending: 'odt', bytes: openDocumentWithBytes },
  'a picture within rich text': {
    ending: 'rtf',
    bytes: (base) =>
      Buffer.from(
        `{\\rtf1 Dear Ada {\\pict\\pngblip\\picwgoal4000\\pichgoal4000 ${svgPicture(base).toString('hex')}}}`,
      ),
  },
};
