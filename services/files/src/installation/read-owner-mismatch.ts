import type { ObjectStore } from '@waybill/storage';
import type { DataSource } from 'typeorm';
import {
  type CleanupRefusal,
  type OwnedInstallation,
  refusalMessages,
  refusalOfMarker,
} from './cleanup.policy.js';
import { databaseServer } from './database-identity.js';
import { readMarker } from './installation-marker.js';

/** With its schema, because the connection has none. */
const TABLE = 'files.installation';

/**
 * Compares the marker of the store with the installation in the database. Changes neither and runs no migration, so
 * that Waybill may run in another version.
 * @returns a sentence for the operator when the store belongs to another database; null otherwise, and without a marker
 */
export async function readOwnerMismatch(database: DataSource, store: ObjectStore): Promise<string | null> {
  const marker = await readMarker(store);
  if (marker === null) return null;
  const installation = await readInstallation(database);
  const { identity } = await databaseServer(database);
  const refusal: CleanupRefusal | null = refusalOfMarker(marker, installation, identity, store.isFolder);
  return refusal && refusalMessages[refusal];
}

async function readInstallation(database: DataSource): Promise<OwnedInstallation | null> {
  const [{ exists } = { exists: false }] = await database.query<{ exists: boolean }[]>(
    'SELECT to_regclass($1) IS NOT NULL AS "exists"',
    [TABLE],
  );
  if (!exists) return null;
  // By way of JSON, because version 0.2.0 has no column `place`.
  const [row] = await database.query<OwnedInstallation[]>(
    `SELECT id, token, previous_token AS "previousToken", to_jsonb(installation) ->> 'place' AS place FROM ${TABLE}`,
  );
  return row ?? null;
}
