import type { Marker } from './installation-marker.js';
import type { Installation } from './installation.entity.js';
import { mayBeSameDatabase, parseIdentity, type DatabaseIdentity } from './database-identity.js';

/** Reasons not to delete any object of the store. */
export type CleanupRefusal =
  | 'other-installation'
  | 'other-copy'
  | 'moved-database'
  | 'contested'
  | 'unconfirmed'
  | 'unknown-objects'
  | 'no-objects'
  | 'unreadable-marker';

const REMEDY =
  'Nothing is deleted from the store. Check DATABASE_URL and the S3 settings (or DATA_DIR); when both are the right ' +
  'ones, run `npm run storage -- adopt`.';

/** One sentence on the state and one on the remedy, for the operator. */
export const refusalMessages: Readonly<Record<CleanupRefusal, string>> = {
  'other-installation': `The object store belongs to another installation than the database. ${REMEDY}`,
  'other-copy': `The object store was last used by another copy, or a later state, of this database. ${REMEDY}`,
  'moved-database': `The database was copied or moved since it last used the object store, which the original may still use. ${REMEDY}`,
  contested: `Another Waybill with a copy of this database uses the object store at this moment. Stop the one that should not. Nothing is deleted from the store until then, or until \`npm run storage -- adopt\`.`,
  unconfirmed:
    'PostgreSQL was started since this database last used the object store. Nothing is deleted from the store until it is ' +
    'certain that no copy of the database uses it too, which takes a few minutes of a running Waybill.',
  'unknown-objects': `The database does not know most objects of the object store. ${REMEDY}`,
  'no-objects': `The object store is empty, but the database has files. ${REMEDY}`,
  'unreadable-marker': `The object "waybill-installation" of the object store cannot be read. ${REMEDY}`,
};

/** The columns that are compared with the marker. */
export type OwnedInstallation = Pick<Installation, 'id' | 'token' | 'previousToken' | 'place'>;

/**
 * Compares a marker with this database.
 * @returns why the marker does not name this database; null when it does
 * @param identity of the database now
 * @param ignoresFolder see `mayBeSameDatabase`
 */
export function refusalOfMarker(
  marker: Marker | 'unreadable',
  installation: OwnedInstallation | null,
  identity: DatabaseIdentity,
  ignoresFolder: boolean,
): CleanupRefusal | null {
  if (marker === 'unreadable') return 'unreadable-marker';
  if (marker.installation !== installation?.id) return 'other-installation';
  if (![installation.token, installation.previousToken].includes(marker.token)) return 'other-copy';
  return mayBeSameDatabase(parseIdentity(installation.place), identity, ignoresFolder)
    ? null
    : 'moved-database';
}

/** Number of objects in a store without a marker, by whether a row names them. */
export interface StoreCensus {
  readonly named: number;
  readonly unnamed: number;
  /** Whether the database has files or uploads under way. */
  readonly hasFiles: boolean;
}

/**
 * Whether a database may take over a store without a marker. It may if both are empty. It also may if rows name at
 * least half of the objects: then a version without markers filled the store, and left few orphans.
 * @returns null when it may
 */
export function refusalOfUnmarked({ named, unnamed, hasFiles }: StoreCensus): CleanupRefusal | null {
  if (named + unnamed === 0) return hasFiles ? 'no-objects' : null;
  return named > 0 && unnamed <= named ? null : 'unknown-objects';
}
