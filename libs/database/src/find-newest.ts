import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { PagePosition } from './page-cursor.js';

/** A condition on rows, in SQL, with the alias of `findNewest`. */
export interface Search {
  readonly condition: string;
  readonly parameters: Record<string, unknown>;
}

/**
 * Rows of a list that is ordered by `createdAt` and `id`, both descending. Runs the searches in turn until one finds as
 * many rows as the limit, and returns the rows of the search that ran last.
 * @param position of the last row of the page before, or null for the first page
 */
export async function findNewest<T extends ObjectLiteral>(
  manager: EntityManager,
  [entity, alias]: readonly [EntityTarget<T>, alias: string],
  searches: readonly Search[],
  position: PagePosition | null,
  limit: number,
): Promise<readonly T[]> {
  let found: readonly T[] = [];
  for (const { condition, parameters } of searches) {
    const rows = manager
      .createQueryBuilder(entity, alias)
      .where(condition, parameters)
      .orderBy(`${alias}.createdAt`, 'DESC')
      .addOrderBy(`${alias}.id`, 'DESC')
      .limit(limit);
    if (position) {
      const { createdAt: lastAt, id: lastId } = position;
      rows.andWhere(`(${alias}.created_at, ${alias}.id) < (:lastAt, :lastId)`, { lastAt, lastId });
    }
    found = await rows.getMany();
    if (found.length === limit) break;
  }
  return found;
}
