import { deflatedBomb, zlibZeros } from './hostile-bytes.js';
import { type Bait, hostile } from './hostile-file.js';

type PdfObject = string | Buffer;

function stream(dictionary: string, data: string | Buffer): Buffer {
  const bytes = Buffer.from(data);
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF file of these objects, numbered from 1. The first is the catalogue. */
function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let offset = 9;
  const entries = objects.map((object, index) => {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    offset += part.length;
    return `${String(offset - part.length).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = (more: string, box = '0 0 595 842') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${more} >>`;

/** A PDF of one page with this content. `more` objects are numbered from 5. */
function onePage(content: PdfObject, resources = '', more: readonly PdfObject[] = [], box?: string): Buffer {
  return pdfOf([
    CATALOGUE,
    PAGES,
    page(`/Contents 4 0 R /Resources << ${resources} >>`, box),
    content,
    ...more,
  ]);
}

const draw = (content: string) => stream('', content);

/**
 * Forms that each draw the next form twice. The last form draws the first again. The number of drawings grows
 * exponentially.
 */
const doubling = Array.from({ length: 40 }, (_, level) =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F ${level === 39 ? 5 : level + 6} 0 R >> >>`,
    '/F Do /F Do',
  ),
);

function withActions({ http, file, folder }: Bait): Buffer {
  const script = `app.launchURL("${http}launch");this.submitForm("${http}submit");app.openDoc("${folder}/field.txt");util.readFileIntoStream("${folder}/field.txt");`;
  const actions = [
    `<< /S /JavaScript /JS (${script}) >>`,
    `<< /S /Launch /F (${folder}/run.sh) /Unix << /F (/usr/bin/touch) /P (${folder}/ran) >> /Win << /F (cmd.exe) >> >>`,
    `<< /S /URI /URI (${http}uri) >>`,
    `<< /S /GoToR /F << /FS /URL /F (${http}other.pdf) >> /D [0 /Fit] >>`,
    `<< /S /SubmitForm /F << /FS /URL /F (${http}form) >> >>`,
    `<< /S /ImportData /F (${folder}/field.txt) >>`,
    `<< /S /Rendition /R << /S /MR /C << /S /MCD /D << /FS /URL /F (${http}movie.mp4) >> >> >> >>`,
  ];
  const form = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><!DOCTYPE a [<!ENTITY x SYSTEM "${file}field.txt">]><template>&x;</template></xdp:xdp>`;
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${actions[0]} /AA << /WC ${actions[1]} >> /Names << /JavaScript << /Names [(a) ${actions[0]}] >> >> /AcroForm << /XFA 6 0 R /Fields [] >> >>`,
    PAGES,
    page(
      `/Contents 4 0 R /Resources << /XObject << /E 5 0 R /R 7 0 R >> >> /AA << /O ${actions[1]} >> /Annots [${actions.map((action) => `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A ${action} >>`).join('')}]`,
    ),
    draw('300 0 0 300 9 9 cm /E Do /R Do'),
    `<< /Type /XObject /Subtype /Image /Width 300 /Height 300 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Length 0 /F (${folder}/picture.png) /FFilter /FlateDecode >>\nstream\n\nendstream`,
    stream('', form),
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Ref << /F << /FS /URL /F (${http}reference.pdf) >> /Page 0 >>`,
      '',
    ),
  ]);
}

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)} ${close.repeat(depth)}`;

const twiceDeflated = stream(
  '/Filter [/FlateDecode /FlateDecode]',
  Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    deflatedBomb(0, Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedBomb(2_048)]).toString('latin1')),
  ]),
);

export const hostilePdfs = hostile('pdf', 'pdf', {
  'a page tree that contains itself': () =>
    pdfOf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R] /Count 3 /Parent 2 0 R >>']),
  'two billion pages that are not there': () =>
    pdfOf([CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>', page('')]),
  'a page tree of 20,000 levels': () =>
    pdfOf([
      CATALOGUE,
      ...Array.from(
        { length: 20_000 },
        (_, level) => `<< /Type /Pages /Kids [${level + 3} 0 R] /Count 1 /Parent ${level + 1} 0 R >>`,
      ),
      '<< /Type /Page /Parent 20001 0 R /MediaBox [0 0 9 9] >>',
    ]),
  'a content of two gibibytes, deflated': () =>
    onePage(stream('/Filter /FlateDecode', Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedBomb(2_048)]))),
  'a content of gibibytes, deflated twice': () => onePage(twiceDeflated),
  'actions and scripts of every kind': withActions,
  'a tiling pattern of tiny steps': () =>
    onePage(draw('/Pattern cs /P scn 0 0 595 842 re f'), '/Pattern << /P 5 0 R >>', [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.005 /YStep 0.005 /Resources << >>',
        '1 0 1 rg 0 0 1 1 re f',
      ),
    ]),
  'a form that draws itself': () =>
    onePage(draw('/F Do'), '/XObject << /F 5 0 R >>', [
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>',
        '/F Do',
      ),
    ]),
  'forms that double forty times': () => onePage(draw('/F Do'), '/XObject << /F 5 0 R >>', doubling),
  'a cross-reference table that continues with itself': () => {
    const text = pdfOf([CATALOGUE, PAGES, page('')]).toString('latin1');
    const at = text.lastIndexOf('xref\n0');
    return Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${at}`), 'latin1');
  },
  'a length that refers to itself': () =>
    pdfOf([
      CATALOGUE,
      PAGES,
      page('/Contents 4 0 R'),
      '<< /Length 4 0 R >>\nstream\n0 0 9 9 re f\nendstream',
    ]),
  'a page of a billion points': () => onePage(draw('0 0 9 9 re f'), '', [], '0 0 1000000000 1000000000'),
  'a page without height': () => onePage(draw('0 0 9 9 re f'), '', [], '0 0 14400 0.0001'),
  'a picture of 60,000 by 60,000 pixels': () =>
    onePage(draw('595 0 0 842 0 0 cm /I Do'), '/XObject << /I 5 0 R >>', [
      stream(
        '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
        zlibZeros(1_000_000_000),
      ),
    ]),
  'a million nested arrays': () =>
    pdfOf([CATALOGUE, PAGES, page(''), nested('[', ']', 1_000_000)], '/Info 4 0 R'),
  'a million nested dictionaries': () =>
    pdfOf([CATALOGUE, PAGES, page(`/A ${nested('<< /A ', '>>', 300_000)}`)]),
  'a title of five mebibytes': () =>
    pdfOf([CATALOGUE, PAGES, page(''), `<< /Title (${'A'.repeat(5 * 1024 * 1024)}) >>`], '/Info 4 0 R'),
});
