import type { FileHandle } from 'node:fs/promises';
import { readZipDirectory } from './zip-directory.js';
import { inflate, MAX_ENTRIES, readRaw } from './zip-part.js';

/** The file has a password of its own. */
export class EncryptedFileError extends Error {
  override readonly name = 'EncryptedFileError';
}

const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');
const ENCRYPTED_SUMMARY = Buffer.from('EncryptedSummary', 'utf16le');
/** [MS-PPT] Start of a CurrentUserAtom: its size, and the token of an encrypted presentation. */
const ENCRYPTED_PRESENTATION = Buffer.from('14000000dfc4d1f3', 'hex');
const PIECE = 1024 * 1024;
/** Bytes that a piece shares with the next one. No sign of encryption is longer. */
const OVERLAP = 64;
/** Entry of an OpenDocument file that describes how the other entries are encrypted. It is never encrypted itself. */
export const MANIFEST = 'META-INF/manifest.xml';

/** Whether a compound file contains an encrypted Office Open XML file. */
export function isEncryptedPackage(file: FileHandle): Promise<boolean> {
  return somePiece(file, (piece) => piece.includes(ENCRYPTED_STREAM));
}

/**
 * Whether an OpenDocument file has a password.
 * @throws when the archive is broken
 */
export async function isEncryptedArchive(file: FileHandle): Promise<boolean> {
  const manifest = (await readZipDirectory(file, MAX_ENTRIES)).find(({ name }) => name === MANIFEST);
  if (!manifest) return false;
  const text = inflate(manifest, await readRaw(file, manifest)).toString();
  return /<([\w.-]+:)?encryption-data[\s/>]/.test(text);
}

/** Whether a compound file has signs of an encrypted document of Word, Excel or PowerPoint 97. */
export function isEncryptedBinary(file: FileHandle): Promise<boolean> {
  return somePiece(file, (piece) => isDocument(piece) || isWorkbook(piece) || isPresentation(piece));
}

/** [MS-DOC] `fEncrypted` of FibBase, with which the stream begins. */
function isDocument(piece: Buffer): boolean {
  return someStart(piece, (at) => {
    const version = piece.readUInt16LE(at + 2);
    const isStart = piece.readUInt16LE(at) === 0xa5ec && version >= 0xc0 && version <= 0x112;
    return isStart && (piece.readUInt16LE(at + 10) & 0x100) !== 0;
  });
}

/** [MS-XLS] The record FilePass after BOF and, if there is one, WriteProtect. */
function isWorkbook(piece: Buffer): boolean {
  return someStart(piece, (at) => {
    const length = piece.readUInt16LE(at + 2);
    const isStart = piece.readUInt16LE(at) === 0x809 && piece.readUInt16LE(at + 6) === 5;
    if (!isStart || (length !== 8 && length !== 16)) return false;
    const next = at + 4 + length;
    const isProtected = piece.readUInt16LE(next) === 0x86;
    return piece.readUInt16LE(isProtected ? next + 4 : next) === 0x2f;
  });
}

function isPresentation(piece: Buffer): boolean {
  return piece.includes(ENCRYPTED_SUMMARY) || piece.includes(ENCRYPTED_PRESENTATION);
}

/** Tests each offset at which a stream of a compound file can begin: short ones are stored in sectors of 64 bytes. */
export function someStart(piece: Buffer, test: (at: number) => boolean): boolean {
  for (let at = 0; at + OVERLAP <= piece.length; at += 64) if (test(at)) return true;
  return false;
}

/** Reads a file in pieces, until one passes the test. */
export async function somePiece(file: FileHandle, test: (piece: Buffer) => boolean): Promise<boolean> {
  const buffer = Buffer.alloc(PIECE + OVERLAP);
  for (let position = 0; ; position += PIECE) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (test(buffer.subarray(0, bytesRead))) return true;
    if (bytesRead < buffer.length) return false;
  }
}
