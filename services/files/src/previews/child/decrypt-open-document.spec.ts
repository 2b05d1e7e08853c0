import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archive, temporaryFolder } from '@waybill/testing';
import { decryptOpenDocument } from './decrypt-open-document.js';
import { EncryptedFileError } from './encrypted-file.js';

const BLOCK = Buffer.alloc(16);
const AES = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';

const entry = (name: string, iterations: number) =>
  `<manifest:file-entry manifest:full-path="${name}"><manifest:encryption-data manifest:checksum-type="SHA256/1K" manifest:checksum="AAAA"><manifest:algorithm manifest:algorithm-name="${AES}" manifest:initialisation-vector="${BLOCK.toString('base64')}"/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:iteration-count="${iterations}" manifest:salt="AAAA"/></manifest:encryption-data></manifest:file-entry>`;

describe('decryptOpenDocument', () => {
  it.each([
    ['one entry', [2_147_483_647]],
    ['all entries together', [30_000_000, 30_000_000]],
    ['an entry without a number', [NaN]],
    ['a negative number that makes room for a large one', [2_147_483_647, -2_147_483_647]],
  ])('refuses a document whose keys take too many iterations to derive: %s', async (_, iterations) => {
    const folder = await temporaryFolder();
    const input = join(folder.path, 'input.odt');
    const entries = iterations.map((count, at) => entry(`part-${at}.xml`, count));
    const manifest = `<manifest:manifest>${entries.join('')}</manifest:manifest>`;
    await writeFile(input, archive({ 'META-INF/manifest.xml': manifest, 'part-0.xml': 'x' }));
    await expect(decryptOpenDocument(input, join(folder.path, 'output.odt'), 'guess')).rejects.toThrow(
      'too many iterations',
    );
    await folder.remove();
  });

  it('decrypts an entry whose path the manifest writes with a numeric entity', async () => {
    const folder = await temporaryFolder();
    const input = join(folder.path, 'input.odt');
    const manifest = `<manifest:manifest>${entry('part&#45;0.xml', 1)}</manifest:manifest>`;
    await writeFile(input, archive({ 'META-INF/manifest.xml': manifest, 'part-0.xml': BLOCK.toString() }));
    // Only an entry that is decrypted fails for a wrong password: any other is copied.
    await expect(decryptOpenDocument(input, join(folder.path, 'output.odt'), 'guess')).rejects.toBeInstanceOf(
      EncryptedFileError,
    );
    await folder.remove();
  });
});
