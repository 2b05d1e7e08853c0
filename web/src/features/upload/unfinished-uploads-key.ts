/** Key of local storage that is there while uploads of an account are unfinished. */
export function unfinishedUploadsKey(account: string | null): string {
  return `waybill.uploads.${account ?? 'browser'}`;
}
