import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import { type OfficeFormat, officeFormats } from '../office-formats.js';
import { word6 } from '../testing/older-documents.js';
import { olderFilterOf } from './older-filter.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe('olderFilterOf', () => {
  const powerpoint95 = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1_000),
    Buffer.from('70ae7bea3bfbcd11a90300aa00510ea3', 'hex'),
    Buffer.alloc(1_000),
  ]);

  it.each([
    ['Word 6', 'doc', word6('Dear Ada'), 'MS Word 95'],
    ['PowerPoint 95', 'ppt', powerpoint95, 'PowerPoint 3'],
    ['PowerPoint 95 by the name of another format', 'doc', powerpoint95, null],
    ['Word 6 by the name of another format', 'xls', word6('Dear Ada'), null],
    ['neither', 'doc', Buffer.alloc(5_000), null],
  ])('names a filter only for documents older than Office 97: %s', async (_of, ending, bytes, filter) => {
    const path = join(folder.path, 'a');
    await writeFile(path, bytes);
    await expect(olderFilterOf(path, officeFormats[ending] as OfficeFormat)).resolves.toBe(filter);
  });
});
