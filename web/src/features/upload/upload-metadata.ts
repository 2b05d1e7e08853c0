import type { TransferJob } from './transfer.js';

/** Metadata of the tus upload. */
export function metadataOf({ file, path, bundleId, metadata }: TransferJob): Record<string, string> {
  const hasPlace = bundleId !== null || metadata?.['request'] !== undefined;
  return {
    filename: file.name,
    ...metadata,
    ...(file.type !== '' && { filetype: file.type }),
    ...(bundleId !== null && { bundle: bundleId }),
    ...(hasPlace && path !== null && { path }),
  };
}
