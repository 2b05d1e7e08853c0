import type { DataOf, fileAccessed } from '@waybill/contracts';
import { readUserAgent } from '@waybill/service-kit/user-agent';
import type { AnalyticsModuleOptions } from '../analytics.module-options.js';
import type { TalliedVisit } from '../roll-ups/tally.js';
import { type GeoLocation, locateAddress } from '../visitors/geo-ip.js';
import { hostOf } from '../visitors/host-of.js';
import { keptAddress } from '../visitors/kept-address.js';
import { readableAddress } from '../visitors/readable-address.js';
import { newestSaltOf, personHash, visitorHash } from '../visitors/visitor-hash.js';

/** A visit with the values derived from its address and user agent. */
export interface EnrichedVisit extends GeoLocation {
  readonly id: string;
  readonly fileId: string;
  readonly accessedAt: Date;
  /** The part that VISITOR_ADDRESSES keeps. */
  readonly address: string;
  readonly userAgent: string;
  /** Browser and system with version, for people. */
  readonly browser: string;
  readonly browserFamily: string;
  readonly system: string;
  readonly device: string;
  readonly referer: string;
  /** Id of the share mail whose link the visitor followed. */
  readonly via: string | null;
  /** The link that was opened. The own address of the file, or of its bundle, is the link with that id. */
  readonly linkId: string;
  readonly bundleId: string | null;
  readonly email: string;
  readonly isBot: boolean;
  readonly isOwner: boolean;
  /** Hashes of the visitor (see `visitorHash`): the first is stored, the others are under former salts. */
  readonly visitors: readonly Buffer[];
  /** Hash of the person over all files (see `personHash`). Kept only while the visit lasts. */
  readonly person: Buffer;
}

/** Derives location and hashes from the full address, then keeps only the part of it that may be kept. */
export async function enrichVisit(
  data: DataOf<typeof fileAccessed>,
  { visitorSalts, visitorAddresses }: AnalyticsModuleOptions,
): Promise<EnrichedVisit> {
  const { visitId, fileId, userAgent, referer, via, linkId, bundleId, email, isBot, hidesAddress } = data;
  const address = readableAddress(data.address);
  const mode = hidesAddress ? 'none' : visitorAddresses;
  const { countryCode, region, city } = await locateAddress(address);
  const agent = readUserAgent(userAgent);
  return {
    id: visitId,
    fileId,
    accessedAt: new Date(data.accessedAt),
    address: keptAddress(address, mode),
    countryCode,
    region: mode === 'none' ? '' : region,
    city: mode === 'none' ? '' : city,
    userAgent,
    browser: agent.label,
    browserFamily: agent.browser,
    system: agent.system,
    device: agent.device,
    referer,
    via,
    linkId: linkId ?? bundleId ?? fileId,
    bundleId: bundleId ?? null,
    email: email ?? '',
    isBot: isBot ?? false,
    isOwner: data.isOwner ?? false,
    visitors: visitorSalts.map((salt) => visitorHash(salt, { fileId, address, userAgent })),
    person: personHash(newestSaltOf(visitorSalts), { address, userAgent }),
  };
}

/** The values of a visit that the roll-ups count. */
export function talliedVisit(visit: EnrichedVisit): TalliedVisit {
  return {
    accessedAt: visit.accessedAt,
    visitor: visit.visitors[0] ?? Buffer.alloc(16),
    values: {
      country: visit.countryCode,
      city: visit.city,
      device: visit.device,
      system: visit.system,
      browser: visit.browserFamily,
      referrer: hostOf(visit.referer),
      link: visit.linkId,
    },
  };
}
