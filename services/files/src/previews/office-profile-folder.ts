import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folders of LibreOffice's socket, regardless of TMPDIR. It uses the second if it cannot write to the first. */
const SOCKET_FOLDERS = ['/tmp', '/var/tmp'];

/** Folder of LibreOffice's settings for one conversion. */
export function officeProfileFolder(folder: string): string {
  return join(folder, 'profile');
}

/**
 * Removes the socket by which LibreOffice detects another instance with the same profile. A killed instance leaves it.
 * @param uid user that LibreOffice ran as
 */
export function removeOfficeSocket(folder: string, uid: number): void {
  for (const parent of SOCKET_FOLDERS) rmSync(join(parent, officeSocketName(folder, uid)), { force: true });
}

/** The name contains the MD5 of the profile's UTF-16 URL. LibreOffice writes its bytes without leading zeros. */
export function officeSocketName(folder: string, uid: number): string {
  const address = Buffer.from(pathToFileURL(officeProfileFolder(folder)).href, 'utf16le');
  const digest = createHash('md5').update(address).digest();
  return `OSL_PIPE_${uid}_SingleOfficeIPC_${[...digest].map((byte) => byte.toString(16)).join('')}`;
}
