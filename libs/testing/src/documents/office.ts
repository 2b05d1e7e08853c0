import { archive } from './archive.js';

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const OOXML = 'application/vnd.openxmlformats-officedocument';

/** Builds a Word document with a paragraph for each line. `pictureAt` adds an external picture with that URL. */
export function docx(text: string, pictureAt?: string): Buffer {
  const picture =
    pictureAt === undefined
      ? ''
      : `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="Picture"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name=""/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const links =
    pictureAt === undefined
      ? ''
      : `<Relationship Id="rId1" Type="${OFFICE}/image" Target="${pictureAt}" TargetMode="External"/>`;
  const paragraphs = forEachOf(text, '\n', (line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`);
  return archive({
    ...packageOf('word/document.xml', `${OOXML}.wordprocessingml.document.main+xml`),
    'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONS}">${links}</Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture"><w:body>${paragraphs}${picture}</w:body></w:document>`,
  });
}

/** One sheet of a workbook: a row for each line of `text`, and a cell for each part between tabs. */
export interface WorkbookSheet {
  readonly name: string;
  readonly text: string;
  readonly state?: 'visible' | 'hidden' | 'veryHidden';
  /** Such as `$A$1:$B$2`. */
  readonly printArea?: string;
}

/** Builds a workbook with one sheet. */
export function xlsx(text: string): Buffer {
  return workbook([{ name: 'One', text }]);
}

export function workbook(sheets: readonly WorkbookSheet[]): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const parts = sheets.map(({ text }, index) => [`sheet${index + 1}.xml`, sheetOf(main, text)] as const);
  const each = (write: (sheet: WorkbookSheet, index: number) => string) => sheets.map(write).join('');
  const areas = each(({ name, printArea }, index) =>
    printArea === undefined
      ? ''
      : `<definedName name="_xlnm.Print_Area" localSheetId="${index}">'${name}'!${printArea}</definedName>`,
  );
  return archive({
    ...packageOf(
      'xl/workbook.xml',
      `${OOXML}.spreadsheetml.sheet.main+xml`,
      Object.fromEntries(
        parts.map(([name]) => [`/xl/${name}`, `${OOXML}.spreadsheetml.worksheet+xml`] as const),
      ),
    ),
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}">${each((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="sheet${index + 1}.xml"/>`)}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="${sheets.findIndex(({ state = 'visible' }) => state === 'visible')}"/></bookViews><sheets>${each(({ name, state }, index) => `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`)}</sheets>${areas === '' ? '' : `<definedNames>${areas}</definedNames>`}</workbook>`,
    ...Object.fromEntries(parts.map(([name, part]) => [`xl/${name}`, part] as const)),
  });
}

function sheetOf(namespace: string, text: string): string {
  const rows = forEachOf(text, '\n', (line, row) => {
    const cells = forEachOf(line, '\t', (value, column) => {
      const reference = `${columnName(column)}${row + 1}`;
      return `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
    });
    return `<row r="${row + 1}">${cells}</row>`;
  });
  return `<worksheet xmlns="${namespace}"><sheetData>${rows}</sheetData></worksheet>`;
}

/** A, B, … Z, AA, AB, … */
function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/** Builds a presentation with one slide and a paragraph for each line. */
export function pptx(text: string): Buffer {
  const namespaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}"`;
  const relate = (kind: string, target: string) =>
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;
  const tree = (shapes: string) =>
    `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
  const paragraphs = forEachOf(text, '\n', (line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`);
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="100000"/><a:ext cx="4000000" cy="1000000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
  const part = `${OOXML}.presentationml`;
  return archive({
    ...packageOf('ppt/presentation.xml', `${part}.presentation.main+xml`, {
      '/ppt/slide.xml': `${part}.slide+xml`,
      '/ppt/layout.xml': `${part}.slideLayout+xml`,
      '/ppt/master.xml': `${part}.slideMaster+xml`,
    }),
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/slide" Target="slide.xml"/><Relationship Id="rId2" Type="${OFFICE}/slideMaster" Target="master.xml"/></Relationships>`,
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId2"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/slide.xml.rels': relate('slideLayout', 'layout.xml'),
    'ppt/slide.xml': `<p:sld ${namespaces}>${tree(shape)}</p:sld>`,
    'ppt/_rels/layout.xml.rels': relate('slideMaster', 'master.xml'),
    'ppt/layout.xml': `<p:sldLayout ${namespaces}>${tree('')}</p:sldLayout>`,
    'ppt/_rels/master.xml.rels': relate('slideLayout', 'layout.xml'),
    'ppt/master.xml': `<p:sldMaster ${namespaces}>${tree('')}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
  });
}

/** Renders each part of `text` between separators. */
function forEachOf(text: string, separator: string, render: (part: string, index: number) => string): string {
  return text.split(separator).map(render).join('');
}

function packageOf(main: string, type: string, parts: Record<string, string> = {}): Record<string, string> {
  const overrides = Object.entries({ [`/${main}`]: type, ...parts })
    .map(([name, contentType]) => `<Override PartName="${name}" ContentType="${contentType}"/>`)
    .join('');
  return {
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="${main}"/></Relationships>`,
  };
}
