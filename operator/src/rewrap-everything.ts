import { authDatabase, rewrapTotpSecrets } from '@waybill/auth';
import { MIGRATION_CONNECTIONS, openDatabase, type ServiceDatabase } from '@waybill/database';
import { filesDatabase, rewrapKeys } from '@waybill/files';
import { createLogger } from '@waybill/service-kit';
import { rewrapWebhookSecrets, sharingDatabase } from '@waybill/sharing';
import { Keyring, type RewrapResult } from '@waybill/storage';

/** Maximum number of rounds. While processes go on wrapping with a former key, no round finds nothing to do. */
const ROUNDS = 5;

interface WrappedKind {
  readonly noun: string;
  readonly database: ServiceDatabase;
  readonly rewrap: typeof rewrapKeys;
}

/** Everything that ENCRYPTION_KEY wraps. */
const kinds: readonly WrappedKind[] = [
  { noun: 'secrets of two-step log-in', database: authDatabase, rewrap: rewrapTotpSecrets },
  { noun: 'secrets of webhooks', database: sharingDatabase, rewrap: rewrapWebhookSecrets },
  { noun: 'files', database: filesDatabase, rewrap: rewrapKeys },
];

export interface RewrapReport extends RewrapResult {
  readonly noun: string;
}

/**
 * Wraps everything with the first key. Repeats all kinds until a round finds nothing to do, because a process with a
 * former key may have wrapped a secret while the files were rewrapped. `left` is 0 only after such a round.
 */
export async function rewrapEverything(url: string, keys: readonly Buffer[]): Promise<RewrapReport[]> {
  const keyring = new Keyring(keys);
  let reports = kinds.map(({ noun }): RewrapReport => ({ noun, rows: 0, rewrapped: 0, left: 0 }));
  for (let round = 1; round <= ROUNDS; round++) {
    const next: RewrapReport[] = [];
    for (const [at, kind] of kinds.entries()) {
      const { rows, rewrapped, left } = await rewrapKind(url, kind, keyring);
      const before = reports[at]?.rewrapped ?? 0;
      next.push({ noun: kind.noun, rows, rewrapped: before + rewrapped, left: Math.max(rewrapped, left) });
    }
    reports = next;
    if (reports.every(({ left }) => left === 0)) break;
  }
  return reports;
}

async function rewrapKind(
  url: string,
  { database, rewrap }: WrappedKind,
  keyring: Keyring,
): Promise<RewrapResult> {
  const logger = createLogger('rotate-key', 'warn');
  const dataSource = await openDatabase(url, database, logger, { poolSize: MIGRATION_CONNECTIONS });
  try {
    return await rewrap(dataSource, keyring);
  } finally {
    await dataSource.destroy();
  }
}
