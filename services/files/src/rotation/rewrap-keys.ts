import type { Keyring } from '@waybill/storage';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { StoredObject } from '../file/shared-file.entity.js';

const BATCH = 500;
/** A row that somebody else has locked is left to the next pass. */
const PASSES = 20;
const PAUSE_MS = 250;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Locked = Pick<StoredObject, 'objectKey' | 'wrappedKey'>;

interface Row extends Locked {
  readonly id: string;
  readonly thumbnail: StoredObject | null;
  readonly rendition: StoredObject | null;
}

/** A table whose rows keep data keys. */
interface Place {
  /** Rows after an id, in their order. */
  readonly page: string;
  /** Those of the rows that nobody else is changing, for us to change. */
  readonly lock: string;
  readonly update: string;
}

const RESERVATION = `r.file_id AS id, r.object_key AS "objectKey", r.wrapped_key AS "wrappedKey",
  NULL AS thumbnail, NULL AS rendition`;
const FILE = `id, object_key AS "objectKey", wrapped_key AS "wrappedKey", thumbnail, rendition`;

/**
 * Reservations first: what a commit makes of them meanwhile is found among the files. Their upload is locked as a
 * commit locks it, so none carries a key on that has just been wrapped anew.
 */
const places: readonly Place[] = [
  {
    page: `SELECT ${RESERVATION} FROM reservations r WHERE r.file_id > $1 ORDER BY r.file_id LIMIT $2`,
    lock: `SELECT ${RESERVATION} FROM reservations r JOIN uploads u ON u.id = r.upload_id
           WHERE r.file_id = ANY ($1::uuid[]) FOR UPDATE OF u, r SKIP LOCKED`,
    update: `UPDATE reservations r SET wrapped_key = n."wrappedKey"
             FROM jsonb_to_recordset($1) AS n (id uuid, "wrappedKey" text) WHERE r.file_id = n.id`,
  },
  {
    page: `SELECT ${FILE} FROM files WHERE id > $1 ORDER BY id LIMIT $2`,
    lock: `SELECT ${FILE} FROM files WHERE id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED`,
    update: `UPDATE files f SET wrapped_key = n."wrappedKey", thumbnail = n.thumbnail, rendition = n.rendition
             FROM jsonb_to_recordset($1) AS n (id uuid, "wrappedKey" text, thumbnail jsonb, rendition jsonb)
             WHERE f.id = n.id`,
  },
];

export interface RewrapResult {
  /** Rows that keep data keys. */
  readonly rows: number;
  /** Those of them that were wrapped anew. */
  readonly rewrapped: number;
  /** Those that still need another key than the first: somebody goes on to use it. */
  readonly left: number;
}

/**
 * Wraps all data keys by the first key of the ring, while Waybill runs or not, without touching a file. What was done
 * is done: broken off, it goes on where it was. Whoever reads meanwhile needs the former key and the new one.
 * @throws UnknownKeyError when a row needs a key that the ring has not
 */
export async function rewrapKeys(database: DataSource, keyring: Keyring): Promise<RewrapResult> {
  let rewrapped = 0;
  for (let pass = 1; ; pass++) {
    let rows = 0;
    let stale = 0;
    for (const place of places) {
      for await (const page of pagesOf(database, place)) {
        const ids = page.filter((row) => renewed(row, keyring) !== null).map(({ id }) => id);
        rows += page.length;
        stale += ids.length;
        if (ids.length > 0) rewrapped += await rewrapRows(database, place, ids, keyring);
      }
    }
    if (stale === 0 || pass === PASSES) return { rows, rewrapped, left: stale };
    await sleep(PAUSE_MS);
  }
}

async function* pagesOf({ manager }: DataSource, { page }: Place): AsyncGenerator<Row[]> {
  let last = FIRST_ID;
  for (;;) {
    const rows = await manager.query<Row[]>(page, [last, BATCH]);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.id;
  }
}

/** @returns how many of the rows were there and nobody else's */
async function rewrapRows(
  database: DataSource,
  { lock, update }: Place,
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

/** The row with all its data keys wrapped by the first key; null when they are already. */
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
