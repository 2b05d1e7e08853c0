/** Country, region and city of an address. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2; empty when unknown. */
  readonly countryCode: string;
  /** Code of the region within the country (ISO 3166-2); empty when unknown. */
  readonly region: string;
  /** Empty when unknown. */
  readonly city: string;
}

/**
 * Geolocation of an IP address from the GeoLite2 data of `geoip-lite`, without network access. Loads the data with
 * the first call, because it takes 115 MB of memory.
 */
export async function locateAddress(address: string): Promise<GeoLocation> {
  const { default: geoip } = await import('geoip-lite');
  const found = geoip.lookup(address);
  return { countryCode: found?.country ?? '', region: found?.region ?? '', city: found?.city ?? '' };
}

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** English name of an ISO 3166-1 code: "Germany" for "DE". Empty for an unknown code. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (englishNames.of(code) ?? '') : '';
}
