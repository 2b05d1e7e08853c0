import { MINUTE_SECONDS } from '@waybill/contracts';
import { isSharedAddress, type Limit, type LimitedKey, networkTiers } from '@waybill/redis';

/** New visits of one file from one network in one visit window. Visits above the limit are not counted. */
export const newVisitsPerFileAndNetwork: Limit = {
  name: 'files.visits.file-network',
  points: 100,
  windowSeconds: 30 * MINUTE_SECONDS,
};

/**
 * New visits from one network of files in archives of bundles. One download of an archive writes a visit of each file.
 * Above the limit, only the visit of the bundle is counted.
 */
export const newVisitsInArchives: Limit = {
  name: 'files.visits.archived',
  points: 20_000,
  windowSeconds: 30 * MINUTE_SECONDS,
};

/** Reports of reading of one visit, each of which is written and published. A page sends one every five seconds. */
export const reportsPerVisit: Limit = {
  name: 'files.visits.reports',
  points: 120,
  windowSeconds: MINUTE_SECONDS,
};

/** New visits of one file from all networks. */
export const newVisitsPerFile: Limit = {
  name: 'files.visits.file',
  points: 600,
  windowSeconds: MINUTE_SECONDS,
};

/**
 * Counters of one new visit, which bound the rows that a caller with made-up visit ids can write. Machines have
 * counters of their own. A shared address has none: behind a proxy without TRUST_PROXY, all clients have the same
 * address.
 * @param targetId file or bundle
 */
export function newVisitCounters(
  targetId: string,
  { address, isBot = false }: { readonly address: string; readonly isBot?: boolean | undefined },
): LimitedKey[] {
  if (isSharedAddress(address)) return [];
  const subject = isBot ? `bots ${targetId}` : targetId;
  const ofNetwork = networkTiers(newVisitsPerFileAndNetwork, address);
  return [
    ...ofNetwork.map(([limit, network]): LimitedKey => [limit, `${subject} ${network}`]),
    [newVisitsPerFile, subject],
  ];
}
