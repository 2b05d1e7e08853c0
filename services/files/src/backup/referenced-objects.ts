import type { Keyring } from '@waybill/storage';
import type { EntityManager } from 'typeorm';

const BATCH = 1000;

interface ReferencingRow {
  readonly id: string;
  readonly keys: string[];
  readonly wrapped: string[];
}

/**
 * Keys of all objects that files reference. Reservations are left out: an upload cannot continue after a restore.
 * @throws UnknownKeyError when the keyring lacks the key of an object
 */
export async function* referencedObjects(manager: EntityManager, keyring: Keyring): AsyncGenerator<string> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await manager.query<ReferencingRow[]>(
      `SELECT id, array_remove(ARRAY[object_key, thumbnail ->> 'objectKey', rendition ->> 'objectKey'], NULL) AS keys,
         array_remove(ARRAY[wrapped_key, thumbnail ->> 'wrappedKey', rendition ->> 'wrappedKey'], NULL) AS wrapped
       FROM files WHERE id > $1 ORDER BY id LIMIT $2`,
      [last, BATCH],
    );
    for (const { keys, wrapped } of rows) {
      for (const key of wrapped) keyring.requireKeyOf(key);
      yield* keys;
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
