import type { EntityManager } from 'typeorm';

/** Makes everyone who notes something of this customer take turns until the transaction ends. */
export async function lockCustomer(manager: EntityManager, customerId: string): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `billing.customer.${customerId}`,
  ]);
}
