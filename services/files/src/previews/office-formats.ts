/** First bytes of the three containers of Office files. */
export const officeContainers = {
  zip: 'PK\x03\x04',
  compound: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  rtf: '{\\rtf',
} as const;

/** LibreOffice's import and export filters of a format. */
export interface OfficeFormat {
  readonly mimeType: string;
  readonly container: keyof typeof officeContainers;
  /** Names of LibreOffice's filters. Without an import filter, LibreOffice detects the format from the content. */
  readonly importFilter: string;
  readonly exportFilter: 'writer_pdf_Export' | 'calc_pdf_Export' | 'impress_pdf_Export' | 'draw_pdf_Export';
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';
const MS_WORD = 'application/vnd.ms-word';
const MS_EXCEL = 'application/vnd.ms-excel';
const MS_POWERPOINT = 'application/vnd.ms-powerpoint';

const make =
  (container: OfficeFormat['container'], exportFilter: OfficeFormat['exportFilter']) =>
  (mimeType: string, importFilter: string): OfficeFormat => ({
    mimeType,
    container,
    importFilter,
    exportFilter,
  });
const text = make('zip', 'writer_pdf_Export');
const sheet = make('zip', 'calc_pdf_Export');
const slides = make('zip', 'impress_pdf_Export');
const drawing = make('zip', 'draw_pdf_Export');

/** Convertible formats by extension (spec §5). */
export const officeFormats: Readonly<Record<string, OfficeFormat>> = {
  docx: text(`${OOXML}.wordprocessingml.document`, 'MS Word 2007 XML'),
  docm: text(`${MS_WORD}.document.macroenabled.12`, 'MS Word 2007 XML VBA'),
  dotx: text(`${OOXML}.wordprocessingml.template`, 'MS Word 2007 XML Template'),
  dotm: text(`${MS_WORD}.template.macroenabled.12`, 'MS Word 2007 XML Template'),
  doc: make('compound', 'writer_pdf_Export')('application/msword', 'MS Word 97'),
  odt: text(`${ODF}.text`, 'writer8'),
  ott: text(`${ODF}.text-template`, 'writer8_template'),
  rtf: make('rtf', 'writer_pdf_Export')('application/rtf', 'Rich Text Format'),
  xlsx: sheet(`${OOXML}.spreadsheetml.sheet`, 'Calc MS Excel 2007 XML'),
  xlsm: sheet(`${MS_EXCEL}.sheet.macroenabled.12`, 'Calc MS Excel 2007 VBA XML'),
  xltx: sheet(`${OOXML}.spreadsheetml.template`, 'Calc MS Excel 2007 XML Template'),
  xltm: sheet(`${MS_EXCEL}.template.macroenabled.12`, 'Calc MS Excel 2007 XML Template'),
  xlsb: sheet(`${MS_EXCEL}.sheet.binary.macroenabled.12`, 'Calc MS Excel 2007 Binary'),
  xls: make('compound', 'calc_pdf_Export')(MS_EXCEL, 'MS Excel 97'),
  ods: sheet(`${ODF}.spreadsheet`, 'calc8'),
  ots: sheet(`${ODF}.spreadsheet-template`, 'calc8_template'),
  pptx: slides(`${OOXML}.presentationml.presentation`, 'Impress MS PowerPoint 2007 XML'),
  pptm: slides(`${MS_POWERPOINT}.presentation.macroenabled.12`, 'Impress MS PowerPoint 2007 XML VBA'),
  potx: slides(`${OOXML}.presentationml.template`, 'Impress MS PowerPoint 2007 XML Template'),
  potm: slides(`${MS_POWERPOINT}.template.macroenabled.12`, 'Impress MS PowerPoint 2007 XML Template'),
  ppsx: slides(`${OOXML}.presentationml.slideshow`, 'Impress MS PowerPoint 2007 XML AutoPlay'),
  ppsm: slides(`${MS_POWERPOINT}.slideshow.macroenabled.12`, 'Impress MS PowerPoint 2007 XML AutoPlay'),
  ppt: make('compound', 'impress_pdf_Export')(MS_POWERPOINT, 'MS PowerPoint 97'),
  odp: slides(`${ODF}.presentation`, 'impress8'),
  otp: slides(`${ODF}.presentation-template`, 'impress8_template'),
  odg: drawing(`${ODF}.graphics`, 'draw8'),
  otg: drawing(`${ODF}.graphics-template`, 'draw8_template'),
};

/** Media types of spreadsheets. */
export const spreadsheetTypes: readonly string[] = Object.values(officeFormats).flatMap(
  ({ exportFilter, mimeType }) => (exportFilter === 'calc_pdf_Export' ? mimeType : []),
);
