/** Host of a referer; empty for direct visits. */
export function hostOf(referer: string): string {
  return URL.canParse(referer) ? new URL(referer).host : '';
}
