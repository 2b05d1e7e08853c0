import type { Keyring, RewrapResult } from '@waybill/storage';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { StoredObject } from '../file/shared-file.entity.js';

const BATCH = 500;
/** Maximum number of passes. A pass skips locked rows, and the next one tries them again. */
const PASSES = 20;
const PAUSE_MS = 250;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type WrappedObject = Pick<StoredObject, 'objectKey' | 'wrappedKey'>;

interface Row extends WrappedObject {
  readonly id: string;
  readonly thumbnail: StoredObject | null;
  readonly rendition: StoredObject | null;
}

/** A table whose rows have data keys. */
interface KeyTable {
  /** Selects the rows after an id, ordered by id. */
  readonly page: string;
  /** Locks and selects rows by id. Skips those that another transaction has locked. */
  readonly lock: string;
  readonly update: string;
}

const RESERVATION = `r.file_id AS id, r.object_key AS "objectKey", r.wrapped_key AS "wrappedKey",
  NULL AS thumbnail, NULL AS rendition`;
const UNLOCKED = `id, object_key AS "objectKey", wrapped_key AS "wrappedKey", NULL AS thumbnail, NULL AS rendition`;
const FILE = `id, object_key AS "objectKey", wrapped_key AS "wrappedKey", thumbnail, rendition`;

/**
 * Reservations come before files: if a concurrent commit turns a reservation into a file, the file is found later.
 * The upload of a reservation is locked as in a commit, so that no commit copies an old wrapped key.
 */
const tables: readonly KeyTable[] = [
  {
    page: `SELECT ${RESERVATION} FROM reservations r WHERE r.file_id > $1 ORDER BY r.file_id LIMIT $2`,
    lock: `SELECT ${RESERVATION} FROM reservations r JOIN uploads u ON u.id = r.upload_id
           WHERE r.file_id = ANY ($1::uuid[]) FOR UPDATE OF u, r SKIP LOCKED`,
    update: `UPDATE reservations r SET wrapped_key = n."wrappedKey"
             FROM jsonb_to_recordset($1) AS n (id uuid, "wrappedKey" text) WHERE r.file_id = n.id`,
  },
  {
    page: `SELECT ${UNLOCKED} FROM unlocked_previews
           WHERE id > $1 AND object_key IS NOT NULL ORDER BY id LIMIT $2`,
    lock: `SELECT ${UNLOCKED} FROM unlocked_previews
           WHERE id = ANY ($1::uuid[]) AND object_key IS NOT NULL FOR UPDATE SKIP LOCKED`,
    update: `UPDATE unlocked_previews u SET wrapped_key = n."wrappedKey"
             FROM jsonb_to_recordset($1) AS n (id uuid, "wrappedKey" text) WHERE u.id = n.id`,
  },
  {
    page: `SELECT ${FILE} FROM files WHERE id > $1 ORDER BY id LIMIT $2`,
    lock: `SELECT ${FILE} FROM files WHERE id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED`,
    update: `UPDATE files f SET wrapped_key = n."wrappedKey", thumbnail = n.thumbnail, rendition = n.rendition
             FROM jsonb_to_recordset($1) AS n (id uuid, "wrappedKey" text, thumbnail jsonb, rendition jsonb)
             WHERE f.id = n.id`,
  },
];

/**
 * Key rotation: wraps all data keys with the first key of the ring, without rewriting objects. Waybill may
 * run meanwhile. Can be interrupted and repeated.
 * @throws UnknownKeyError when a row needs a key that is not in the ring
 */
export async function rewrapKeys(database: DataSource, keyring: Keyring): Promise<RewrapResult> {
  let rewrapped = 0;
  for (let pass = 1; ; pass++) {
    let rows = 0;
    let stale = 0;
    for (const table of tables) {
      for await (const page of pagesOf(database, table)) {
        const ids = page.filter((row) => renewed(row, keyring) !== null).map(({ id }) => id);
        rows += page.length;
        stale += ids.length;
        if (ids.length > 0) rewrapped += await rewrapRows(database, table, ids, keyring);
      }
    }
    if (stale === 0 || pass === PASSES) return { rows, rewrapped, left: stale };
    await sleep(PAUSE_MS);
  }
}

async function* pagesOf({ manager }: DataSource, { page }: KeyTable): AsyncGenerator<Row[]> {
  let last = FIRST_ID;
  for (;;) {
    const rows = await manager.query<Row[]>(page, [last, BATCH]);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.id;
  }
}

/** Skips locked rows. @returns number of rows that were rewrapped */
async function rewrapRows(
  database: DataSource,
  { lock, update }: KeyTable,
  ids: readonly string[],
  keyring: Keyring,
): Promise<number> {
  return database.transaction(async (manager: EntityManager) => {
    const rows = await manager.query<Row[]>(lock, [ids]);
    const changes = rows.flatMap((row) => renewed(row, keyring) ?? []);
    await manager.query(update, [JSON.stringify(changes)]);
    return changes.length;
  });
}

/** The row with all data keys wrapped with the first key of the ring. Null when no key changes. */
function renewed(row: Row, keyring: Keyring): Row | null {
  const wrappedKey = keyring.rewrap(row.wrappedKey, row.objectKey);
  const [thumbnail, rendition] = [row.thumbnail, row.rendition].map((preview) => {
    const key = preview && keyring.rewrap(preview.wrappedKey, preview.objectKey);
    return key === null ? null : { ...preview, wrappedKey: key };
  }) as [StoredObject | null, StoredObject | null];
  if (wrappedKey === null && thumbnail === null && rendition === null) return null;
  return {
    ...row,
    wrappedKey: wrappedKey ?? row.wrappedKey,
    thumbnail: thumbnail ?? row.thumbnail,
    rendition: rendition ?? row.rendition,
  };
}
