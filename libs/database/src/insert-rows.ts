import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/**
 * Inserts whole rows of one entity with one statement, whose length does not depend on their number: all rows are one
 * JSON parameter. TypeORM's own insert has a parameter for each value of each row.
 * @param rows a value for each column
 */
export async function insertRows<E extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  rows: readonly E[],
): Promise<void> {
  if (rows.length === 0) return;
  const { sql, value } = insertion(manager, entity, rows, 1);
  await manager.query(sql, [value]);
}

/**
 * The statement of `insertRows`, to be joined with others by WITH.
 * @param parameter number of the parameter for its value
 */
export function insertion<E extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  rows: readonly E[],
  parameter: number,
): { sql: string; value: string } {
  const { columns, tableName } = manager.dataSource.getMetadata(entity);
  const names = columns.map(({ databaseName }) => `"${databaseName}"`).join(', ');
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(({ databaseName, propertyName }) => [databaseName, row[propertyName]])),
  );
  return {
    sql: `INSERT INTO "${tableName}" (${names})
       SELECT ${names} FROM json_populate_recordset(NULL::"${tableName}", $${parameter})`,
    value: JSON.stringify(records),
  };
}
