import type { BundledFile, BundleView } from '@waybill/contracts';

/** A file in the editor of a bundle. */
export type PlacedFile = Pick<BundledFile, 'id' | 'originalName' | 'path' | 'size' | 'mimeType'>;

/** Moves a file by one place. */
export function moved(files: readonly PlacedFile[], index: number, by: -1 | 1): PlacedFile[] {
  const next = [...files];
  const [file] = next.splice(index, 1);
  if (file) next.splice(Math.max(0, index + by), 0, file);
  return next;
}

export function withPath(files: readonly PlacedFile[], index: number, path: string): PlacedFile[] {
  return files.map((file, at) => (at === index ? { ...file, path } : file));
}

export function without(files: readonly PlacedFile[], index: number): PlacedFile[] {
  return files.filter((_, at) => at !== index);
}

/** Whether the list differs from the bundle in files, order or paths. */
export function isChanged(files: readonly PlacedFile[], bundle: Pick<BundleView, 'files'>): boolean {
  const keyOf = (list: readonly PlacedFile[]) => JSON.stringify(list.map(({ id, path }) => [id, path]));
  return keyOf(files) !== keyOf(bundle.files);
}
