/** Host of an address, with its port; null for any other text. */
export function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
