import { INVISIBLE } from '@waybill/contracts';
import { uploadName } from '../file/file-name.js';

/** Longest path in UTF-16 code units. Longer and deeper ones lose their outermost folders. */
const MAX_PATH_LENGTH = 1024;
/** Most parts of a path. An archive compares every folder of every path. */
const MAX_PARTS = 64;

/** `C:` and repetitions of it, at the start of a part. */
const drive = /^(?:[a-z]:)+/i;

/**
 * A relative path that is safe to unpack (no zip slip): parts in NFC without control characters, drive letters, `.` and
 * `..`. Both kinds of slashes separate parts. A part of dots and blanks alone is left out, because Windows drops those
 * at the end of a name.
 * @param fallback name of the file, used where nothing is left
 */
export function bundlePath(sent: string, fallback: string): string {
  const parts = sent
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .split(/[/\\]/)
    .map((part) => part.trim().replace(drive, '').trim())
    .filter((part) => !/^[. ]*$/.test(part))
    .map(uploadName);
  return parts.length === 0 ? uploadName(fallback) : joined(parts);
}

/** The path of a file after it was renamed. A path that does not end with the former name was chosen, and stays. */
export function renamedPath(path: string, former: string, name: string): string {
  const folders = path.split('/');
  return folders.pop() === bundlePath(former, former) ? joined([...folders, bundlePath(name, name)]) : path;
}

/** Joins parts to a path that is neither too long nor too deep. */
function joined(parts: readonly string[]): string {
  const kept = parts.slice(-MAX_PARTS);
  while (kept.length > 1 && kept.join('/').length > MAX_PATH_LENGTH) kept.shift();
  return kept.join('/');
}
