import type { FileHandle } from 'node:fs/promises';

/** The file has a password of its own. */
export class EncryptedFileError extends Error {
  override readonly name = 'EncryptedFileError';
}

const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');
const PIECE = 1024 * 1024;

/** Whether a compound file contains an encrypted Office Open XML file. */
export async function isEncryptedPackage(file: FileHandle): Promise<boolean> {
  const buffer = Buffer.alloc(PIECE + ENCRYPTED_STREAM.length);
  for (let position = 0; ; position += PIECE) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (buffer.subarray(0, bytesRead).includes(ENCRYPTED_STREAM)) return true;
    if (bytesRead < buffer.length) return false;
  }
}
