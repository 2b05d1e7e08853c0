import { archive } from '@waybill/testing';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const TYPE = 'application/vnd.oasis.opendocument';
const NAMESPACES = `xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0" xmlns:table="${ODF}:table:1.0" xmlns:draw="${ODF}:drawing:1.0" xmlns:svg="${ODF}:svg-compatible:1.0" xmlns:chart="${ODF}:chart:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`;
const LOAD = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"';

type Kind = 'text' | 'spreadsheet' | 'presentation' | 'chart';

const content = (kind: Kind, body: string) =>
  `<office:document-content ${NAMESPACES} office:version="1.2"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;

const frame = (place: string, shown: string) =>
  `<draw:frame ${place} svg:width="8cm" svg:height="8cm">${shown}</draw:frame>`;

/** An OpenDocument file with another one within. */
function nested(kind: Kind, body: string, innerKind: Kind, inner: string): Buffer {
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  const entries = [
    entry('/', `${TYPE}.${kind}`),
    entry('content.xml', 'text/xml'),
    entry('Object 1/', `${TYPE}.${innerKind}`),
    entry('Object 1/content.xml', 'text/xml'),
  ];
  return archive({
    mimetype: `${TYPE}.${kind}`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0">${entries.join('')}</manifest:manifest>`,
    'content.xml': content(kind, body),
    'Object 1/content.xml': content(innerKind, inner),
  });
}

const object = `<draw:object xlink:href="./Object 1" ${LOAD}/>`;

/** A spreadsheet with a presentation within, whose slide shows the picture at `address`. */
export function sheetWithSlide(address: string): Buffer {
  const slide = `<draw:page draw:name="One">${frame('svg:x="1cm" svg:y="1cm"', `<draw:image xlink:href="${address}" ${LOAD}/>`)}</draw:page>`;
  const cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>';
  const sheet = `<table:table table:name="One"><table:shapes>${frame('svg:x="1cm" svg:y="1cm"', object)}</table:shapes><table:table-row>${cell}</table:table-row></table:table>`;
  return nested('spreadsheet', sheet, 'presentation', slide);
}

/** A text with a chart of this title. */
export function textWithChart(title: string): Buffer {
  const row = (value: number) =>
    `<table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell></table:table-row>`;
  const table = `<table:table table:name="local-table"><table:table-header-columns><table:table-column/></table:table-header-columns><table:table-columns><table:table-column/></table:table-columns><table:table-header-rows>${row(0)}</table:table-header-rows><table:table-rows>${row(1)}${row(4)}</table:table-rows></table:table>`;
  const plot =
    '<chart:plot-area><chart:axis chart:dimension="x" chart:name="x"/><chart:axis chart:dimension="y" chart:name="y"/><chart:series chart:values-cell-range-address="local-table.B2:.B3" chart:class="chart:bar"><chart:data-point chart:repeated="2"/></chart:series></chart:plot-area>';
  const chart = `<chart:chart chart:class="chart:bar" svg:width="8cm" svg:height="8cm"><chart:title svg:x="2cm" svg:y="0.2cm"><text:p>${title}</text:p></chart:title>${plot}${table}</chart:chart>`;
  return nested('text', `<text:p>${frame('text:anchor-type="as-char"', object)}</text:p>`, 'chart', chart);
}
