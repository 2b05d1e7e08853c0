import { readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** LibreOffice's reader of SVG, with the component that has nothing else. */
const SVG_READER =
  /<component [^>]*>\s*<implementation (?:(?!<\/?component).)*"com\.sun\.star\.graphic\.SvgTools"(?:(?!<\/?component).)*<\/component>/s;

/**
 * Options with which LibreOffice reads no SVG: it loads each file that a picture in SVG names, also within another
 * picture. None where LibreOffice keeps its list of services elsewhere.
 */
export async function optionsWithoutSvg(sofficePath: string, folder: string): Promise<string[]> {
  const list = join(dirname(await realpath(sofficePath)), 'services', 'services.rdb');
  const services = await readFile(list, 'utf8').catch(() => null);
  if (services === null) return [];
  const reduced = join(folder, 'services.rdb');
  await writeFile(reduced, services.replace(SVG_READER, ''));
  return [`-env:URE_MORE_SERVICES=${pathToFileURL(reduced).href}`];
}
