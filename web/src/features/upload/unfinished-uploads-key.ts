/** Key of local storage. Its entry exists only while uploads of the account are unfinished. */
export function unfinishedUploadsKey(account: string | null): string {
  return `waybill.uploads.${account ?? 'browser'}`;
}

/** Key of local storage. Its entry exists only while bundles of unfinished uploads of the account are kept. */
export function unfinishedBundlesKey(account: string | null): string {
  return `waybill.upload-bundles.${account ?? 'browser'}`;
}
