import { advisoryLock } from '@waybill/database';
import type { EntityManager } from 'typeorm';

/** Serialises all changes to one customer's payments until the transaction ends. */
export async function lockCustomer(manager: EntityManager, customerId: string): Promise<void> {
  await advisoryLock(manager, `billing.customer.${customerId}`);
}

/** Key of the customer of a deleted account in `newest_versions`. */
export function customerKey(customerId: string): string {
  return `customer ${customerId}`;
}
