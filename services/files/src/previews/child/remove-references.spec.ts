import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { archive, type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import { removeReferences } from './remove-references.js';
import { readZipDirectory } from './zip-directory.js';
import { inflate, readRaw } from './zip-part.js';

describe('The copy of an Office file without references', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => void (folder = await temporaryFolder()));
  afterEach(() => folder.remove());

  /** @returns the picture in the copy of a document that contains it */
  async function copyOf(picture: Buffer): Promise<Buffer> {
    const [input, output] = [join(folder.path, 'input.docx'), join(folder.path, 'output.docx')];
    await writeFile(input, archive({ 'word/document.xml': '<document/>', 'word/media/image1.emz': picture }));
    await removeReferences(input, output);
    await using file = await open(output);
    const entry = (await readZipDirectory(file, 10)).find(({ name }) => name.endsWith('.emz'));
    if (!entry) throw new Error('The picture is missing');
    return inflate(entry, await readRaw(file, entry));
  }

  it('keeps a compressed picture as it is', async () => {
    const picture = gzipSync('EMF');
    expect(await copyOf(picture)).toEqual(picture);
  });

  it('replaces a picture in SVG by its pixels, because LibreOffice would load the files that it names', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9" height="9"/></svg>';
    const drawn = await copyOf(gzipSync(svg));
    expect(drawn.toString('latin1', 1, 4)).toBe('PNG');
    expect([drawn.readUInt32BE(16), drawn.readUInt32BE(20)]).toEqual([640, 427]);
  });

  it('empties a picture in SVG that cannot be drawn', async () => {
    expect(await copyOf(Buffer.from('<svg'))).toHaveLength(0);
  });

  it('empties a compressed picture that is damaged, and keeps the document', async () => {
    const damaged = gzipSync(Buffer.alloc(1000, 'EMF')).subarray(0, 20);
    expect(await copyOf(damaged)).toHaveLength(0);
  });
});
