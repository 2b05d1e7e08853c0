import type { BundledFile } from '@waybill/contracts';

/** A folder of a bundle: the files whose paths begin with it. */
export interface BundleFolder {
  readonly name: string;
  /** Without a slash at its end. */
  readonly path: string;
  readonly fileCount: number;
  /** Bytes. */
  readonly size: number;
}

/** The folders and files that are directly in a folder, in the order of the bundle. */
export interface FolderContent {
  readonly folders: readonly BundleFolder[];
  readonly files: readonly BundledFile[];
}

/** @param folder path of the folder; empty for the bundle itself */
export function contentOf(files: readonly BundledFile[], folder: string): FolderContent {
  const prefix = folder === '' ? '' : `${folder}/`;
  const folders = new Map<string, BundleFolder>();
  const own: BundledFile[] = [];
  for (const file of files) {
    if (!file.path.startsWith(prefix)) continue;
    const rest = file.path.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash === -1) own.push(file);
    else {
      const name = rest.slice(0, slash);
      const path = prefix + name;
      const { fileCount, size } = folders.get(path) ?? { fileCount: 0, size: 0 };
      folders.set(path, { name, path, fileCount: fileCount + 1, size: size + file.size });
    }
  }
  return { folders: [...folders.values()], files: own };
}

/** Last part of a path. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders above a folder and itself, outermost first. */
export function trailOf(folder: string): Array<{ name: string; path: string }> {
  if (folder === '') return [];
  const parts = folder.split('/');
  return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') }));
}
