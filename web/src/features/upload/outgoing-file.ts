/** A chosen file. `path`: its relative path in a chosen folder, or null. */
export interface OutgoingFile {
  readonly file: File;
  readonly path: string | null;
}

/** Reads the path that the folder chooser or the drop zone added to a file. */
export function toOutgoingFile(file: File & { readonly relativePath?: string }): OutgoingFile {
  const path = (file.webkitRelativePath || file.relativePath || '').replace(/^\.?\//, '');
  return { file, path: path.includes('/') ? path : null };
}

/** Name to show: the path in its folder, or the file's name. */
export function outgoingNameOf({ file, path }: OutgoingFile): string {
  return path ?? file.name;
}

/** Key of a file. Equal if the same file is chosen twice. */
export function identityOf(outgoing: OutgoingFile): string {
  const { size, lastModified } = outgoing.file;
  return JSON.stringify([outgoingNameOf(outgoing), size, lastModified]);
}

/** Leaves out files that are in `present` or earlier in the list. */
export function withoutDuplicates(
  files: readonly OutgoingFile[],
  present: readonly OutgoingFile[],
): readonly OutgoingFile[] {
  const seen = new Set(present.map(identityOf));
  return files.filter((file) => {
    const identity = identityOf(file);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/** Name of the one folder that contains all files, or null. */
export function commonFolder(files: readonly OutgoingFile[]): string | null {
  const folders = new Set(files.map(({ path }) => path?.split('/', 1)[0] ?? null));
  return folders.size === 1 ? ([...folders][0] ?? null) : null;
}

/** Key of a selection of files. Equal if the same files are chosen again. */
export function selectionOf(files: readonly OutgoingFile[]): string {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const newest = files.reduce((latest, { file }) => Math.max(latest, file.lastModified), 0);
  return JSON.stringify([commonFolder(files), files.length, bytes, newest]);
}

/** False for a file that was changed, moved or deleted after it was chosen. */
export function isReadable(file: File): Promise<boolean> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(true);
    reader.onerror = () => resolve(false);
    reader.readAsArrayBuffer(file.slice(0, 1));
  });
}
