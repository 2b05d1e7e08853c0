import { readFile, writeFile } from 'node:fs/promises';
import officeCrypto from 'officecrypto-tool';
import { officeContainers } from '../office-formats.js';
import { decryptOpenDocument } from './decrypt-open-document.js';
import { EncryptedFileError } from './encrypted-file.js';

/**
 * Writes an Office file without its password. A file that has none is copied.
 * @throws EncryptedFileError when the password is wrong; other errors for a broken file or an unknown encryption
 */
export async function decryptDocument(input: string, output: string, password: string): Promise<void> {
  const bytes = await readFile(input);
  if (bytes.toString('latin1', 0, 8).startsWith(officeContainers.zip))
    return decryptOpenDocument(input, output, password);
  await writeFile(output, await decryptCompound(bytes, password), { flag: 'wx', mode: 0o600 });
}

/** Decrypts Office Open XML [MS-OFFCRYPTO] and the binary formats. */
async function decryptCompound(bytes: Buffer, password: string): Promise<Buffer> {
  try {
    return await officeCrypto.decrypt(bytes, { password });
  } catch (error) {
    const isWrong = error instanceof Error && /password is incorrect/i.test(error.message);
    throw isWrong ? new EncryptedFileError() : error;
  }
}
