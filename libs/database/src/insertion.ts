import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/**
 * SQL that inserts whole rows of one entity, to be joined with other statements by WITH. Its length does not depend on
 * the number of rows: they are one JSON parameter. TypeORM's own insert has a parameter for each value of each row.
 * @param rows a value for each column
 * @param parameter number of the parameter for `value`
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
