import type { DataSource, EntityTarget } from 'typeorm';

interface SecretRow {
  wrappedSecret: string;
}

/**
 * Renews the wrapped secrets of one entity, in one pass. A secret that changes meanwhile is left to the next pass. Can
 * be repeated.
 * @param rewrap wraps the secret of a row anew; null if that is not necessary
 */
export async function rewrapSecrets<E extends SecretRow>(
  database: DataSource,
  entity: EntityTarget<E>,
  rewrap: (row: E) => string | null,
): Promise<{ rows: number; rewrapped: number; left: number }> {
  const metadata = database.getMetadata(entity);
  const rows = await database.manager.find<SecretRow>(entity);
  let stale = 0;
  let rewrapped = 0;
  for (const row of rows) {
    const renewed = rewrap(row as E);
    if (renewed === null) continue;
    const { affected } = await database.manager.update<SecretRow>(
      entity,
      { ...metadata.getEntityIdMap(row), wrappedSecret: row.wrappedSecret },
      { wrappedSecret: renewed },
    );
    stale += 1;
    rewrapped += affected ?? 0;
  }
  return { rows: rows.length, rewrapped, left: stale };
}
