import { open } from 'node:fs/promises';
import type { OfficeFormat } from '../office-formats.js';
import { somePiece, someStart } from './encrypted-file.js';

/** Class of the root of a compound file that PowerPoint 95 wrote. */
const POWERPOINT_95 = Buffer.from('70ae7bea3bfbcd11a90300aa00510ea3', 'hex');

/** Import filters of the formats before Office 97, and the sign of each in a compound file. */
const olderFilters: Readonly<Record<string, { filter: string; isIn: (piece: Buffer) => boolean }>> = {
  'MS Word 97': { filter: 'MS Word 95', isIn: (piece) => someStart(piece, (at) => isWord6(piece, at)) },
  'MS PowerPoint 97': { filter: 'PowerPoint 3', isIn: (piece) => piece.includes(POWERPOINT_95) },
};

/** LibreOffice's import filter for a document of Word 6, Word 95 or PowerPoint 95. Null for any other file. */
export async function olderFilterOf(path: string, { importFilter }: OfficeFormat): Promise<string | null> {
  const older = olderFilters[importFilter];
  if (!older) return null;
  await using file = await open(path);
  return (await somePiece(file, older.isIn)) ? older.filter : null;
}

/** The magic number and the version with which the stream of a document begins. */
function isWord6(piece: Buffer, at: number): boolean {
  const version = piece.readUInt16LE(at + 2);
  return piece.readUInt16LE(at) === 0xa5dc && version >= 0x65 && version <= 0x69;
}
