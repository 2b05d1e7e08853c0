import { parseJson } from '@waybill/contracts';
import { safeSessionStorage } from '../../lib/access/safe-storage.js';
import { hasFields } from '../../lib/api/answer-fields.js';
import type { BatchResult } from './batch-state.js';
import { outgoingNameOf } from './outgoing-file.js';
import { uploadResultsKey } from './upload-results-key.js';

const MAX_RESULTS = 20;

/** Part of a batch of several files that the upload box shows. */
export interface UploadedBatch extends Pick<BatchResult, 'bundleId' | 'inBundle'> {
  readonly links: readonly { readonly id: string; readonly name: string }[];
}

/** Batches whose links the box shows, newest first. They stay until they are forgotten, or the tab is closed. */
export function keptResults(account: string | null): readonly UploadedBatch[] {
  const entries = parseJson(safeSessionStorage.read(uploadResultsKey(account)) ?? '[]');
  return Array.isArray(entries) && entries.every(isBatch) ? entries : [];
}

/** Whether an upload has ended whose links were not shown yet. */
let hasUnseen = false;

/** Marks the links as shown. @returns whether an upload has ended since the last call */
export function markResultsSeen(): boolean {
  const hadUnseen = hasUnseen;
  hasUnseen = false;
  return hadUnseen;
}

/** Keeps the links of several files. A single file without a bundle is shown on its own page. */
export function keepResult(account: string | null, { files, bundleId, inBundle }: BatchResult): void {
  if (bundleId === null && files.length < 2) return;
  const links = bundleId === null ? files.map((file) => ({ id: file.id, name: outgoingNameOf(file) })) : [];
  const batches = [{ links, bundleId, inBundle }, ...keptResults(account)].slice(0, MAX_RESULTS);
  hasUnseen = true;
  safeSessionStorage.write(uploadResultsKey(account), JSON.stringify(batches));
}

export function forgetResults(account: string | null): void {
  safeSessionStorage.remove(uploadResultsKey(account));
}

function isBatch(entry: unknown): entry is UploadedBatch {
  if (!hasFields(entry, { inBundle: 'number', links: 'object' })) return false;
  const { bundleId, links } = entry as Record<'bundleId' | 'links', unknown>;
  return (
    (bundleId === null || typeof bundleId === 'string') &&
    Array.isArray(links) &&
    links.every((link) => hasFields(link, { id: 'string', name: 'string' }))
  );
}
