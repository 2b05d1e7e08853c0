import type { EventMessage, promotionChanged } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';

/**
 * Stores the override of the promotion by administrators in a service's projection, the table `promotion_override`.
 * Ignores an older version that arrives late.
 */
export async function projectPromotionOverride(
  manager: EntityManager,
  { endsAt, replaces, version }: EventMessage<typeof promotionChanged>['data'],
): Promise<void> {
  await manager.query(
    `INSERT INTO promotion_override (ends_at, replaces, version) VALUES ($1, $2, $3)
     ON CONFLICT (is_only) DO UPDATE
     SET ends_at = excluded.ends_at, replaces = excluded.replaces, version = excluded.version
     WHERE promotion_override.version < excluded.version`,
    [endsAt, replaces, version],
  );
}
