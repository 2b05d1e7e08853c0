/** Key of session storage. Its entry exists only while links of uploads of the account are shown in the upload box. */
export function uploadResultsKey(account: string | null): string {
  return `waybill.upload-results.${account ?? 'browser'}`;
}
