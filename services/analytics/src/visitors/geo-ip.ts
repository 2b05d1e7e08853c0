/** Where an address is, as far as it is known. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2; empty when unknown. */
  readonly countryCode: string;
  /** Empty when unknown. */
  readonly city: string;
}

/**
 * Where an address is, by GeoLite2 data that ships with the product: no look-up leaves the house. The data takes
 * 115 MB of memory, so it is loaded with the first visit and not before.
 */
export async function locateAddress(address: string): Promise<GeoLocation> {
  const { default: geoip } = await import('geoip-lite');
  const found = geoip.lookup(address);
  return { countryCode: found?.country ?? '', city: found?.city ?? '' };
}

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** "Germany" for "DE"; empty for a code that is no country's. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (englishNames.of(code) ?? '') : '';
}
