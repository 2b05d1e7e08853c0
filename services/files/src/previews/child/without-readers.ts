import { readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OfficeFormat } from '../office-formats.js';

/** Elements of LibreOffice's list of services. It cannot be read with a component that has no implementation. */
const IMPLEMENTATION = /<implementation [^>]*[^/]>(?:(?!<\/?implementation).)*<\/implementation>/gs;
const EMPTY_COMPONENT = /<component [^>]*>\s*<\/component>/g;

const SVG_READER = /"com\.sun\.star\.graphic\.SvgTools"/;
/** Readers of Office Open XML, OpenDocument and the documents of other programs, but not that of RTF. */
const DOCUMENT_READER =
  /^(?!.*Writer\.RtfFilter").*"com\.sun\.star\.(document\.ImportFilter|comp\.\w+\.XML\w*Importer)"/s;
/** LibreOffice crashes if it has charts, but no reader of them. Excel files describe them in their own way. */
const CHARTS = /"com\.sun\.star\.chart2\.ChartDocument"/;

/**
 * Options with which LibreOffice reads no SVG, because it loads each file that a picture in SVG names. A file in one of
 * the old formats is read without the readers of others, too: a document within it would be loaded with all that it
 * names. Its picture is shown instead. None where LibreOffice keeps its list of services elsewhere.
 */
export async function optionsWithoutReaders(
  sofficePath: string,
  folder: string,
  format: OfficeFormat,
): Promise<string[]> {
  const list = join(dirname(await realpath(sofficePath)), 'services', 'services.rdb');
  const services = await readFile(list, 'utf8').catch(() => null);
  if (services === null) return [];
  const removed = removedFor(format);
  const reduced = services
    .replace(IMPLEMENTATION, (text) => (removed.some((pattern) => pattern.test(text)) ? '' : text))
    .replace(EMPTY_COMPONENT, '');
  const path = join(folder, 'services.rdb');
  await writeFile(path, reduced);
  return [`-env:URE_MORE_SERVICES=${pathToFileURL(path).href}`];
}

/** The readers of Word, Excel and PowerPoint 97 are no services, so they stay. */
function removedFor({ container, exportFilter }: OfficeFormat): RegExp[] {
  if (container === 'zip') return [SVG_READER];
  const isWorkbook = exportFilter === 'calc_pdf_Export';
  return [SVG_READER, DOCUMENT_READER, ...(isWorkbook ? [] : [CHARTS])];
}
