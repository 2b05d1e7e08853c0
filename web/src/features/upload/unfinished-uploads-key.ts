/** Key of local storage. Its entry exists only while uploads of the account are unfinished. */
export function unfinishedUploadsKey(account: string | null): string {
  return `waybill.uploads.${account ?? 'browser'}`;
}
