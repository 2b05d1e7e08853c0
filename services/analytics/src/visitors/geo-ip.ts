import { openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { GeoDataFile } from './geo-data-file.js';

const require = createRequire(import.meta.url);

/** Country, region and city of an address. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2; empty when unknown. */
  readonly countryCode: string;
  /** Code of the region within the country (ISO 3166-2); empty when unknown. */
  readonly region: string;
  /** Empty when unknown. */
  readonly city: string;
}

const NOWHERE: GeoLocation = { countryCode: '', region: '', city: '' };

/**
 * Bytes of a place in its file: the country (2), the region (3), other data, and the city from byte 42. Short texts end
 * with a zero byte.
 */
const PLACE_BYTES = 88;

interface GeoData {
  readonly ipv4: GeoDataFile;
  readonly ipv6: GeoDataFile;
  /** Descriptor of the file of places. */
  readonly places: number;
}

let opened: Promise<GeoData> | undefined;

/**
 * Geolocation of an IP address from the GeoLite2 data of `geoip-lite`, without network access
 * (docs/decisions/analytics-roll-ups.md). Opens the data with the first call.
 */
export async function locateAddress(address: string): Promise<GeoLocation> {
  if (!ipaddr.isValid(address)) return NOWHERE;
  opened ??= openGeoData().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  const { ipv4, ipv6, places } = await opened;
  const parsed = ipaddr.process(address);
  const ranges = parsed.kind() === 'ipv4' ? ipv4 : ipv6;
  const place = ranges.placeOf(Uint8Array.from(parsed.toByteArray()));
  if (place === null) return NOWHERE;
  const record = Buffer.alloc(PLACE_BYTES);
  readSync(places, record, 0, PLACE_BYTES, place * PLACE_BYTES);
  return { countryCode: text(record, 0, 2), region: text(record, 2, 5), city: text(record, 42, PLACE_BYTES) };
}

async function openGeoData(): Promise<GeoData> {
  const folder = join(dirname(require.resolve('geoip-lite/package.json')), 'data');
  const [ipv4, ipv6] = await Promise.all([
    GeoDataFile.open(join(folder, 'geoip-city.dat'), { addressBytes: 4, recordBytes: 24 }),
    GeoDataFile.open(join(folder, 'geoip-city6.dat'), { addressBytes: 16, recordBytes: 48 }),
  ]);
  return { ipv4, ipv6, places: openSync(join(folder, 'geoip-city-names.dat'), 'r') };
}

function text(record: Buffer, start: number, end: number): string {
  const [value = ''] = record.toString('utf8', start, end).split('\0', 1);
  return value;
}

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** English name of an ISO 3166-1 code: "Germany" for "DE". Empty for an unknown code. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (englishNames.of(code) ?? '') : '';
}
