import { analyticsDatabase } from '@waybill/analytics';
import { authDatabase } from '@waybill/auth';
import { billingDatabase } from '@waybill/billing';
import { deliveriesDatabase } from '@waybill/bus';
import type { SharedEnvironment } from '@waybill/composition';
import type { ServiceDatabase } from '@waybill/database';
import { filesDatabase } from '@waybill/files';
import { sharingDatabase } from '@waybill/sharing';

/** Schemas of all services. Those of jobs are left out: sweeps rebuild jobs from the services' rows. */
export const serviceSchemas: readonly ServiceDatabase[] = [
  authDatabase,
  filesDatabase,
  sharingDatabase,
  analyticsDatabase,
  billingDatabase,
];

/** Schema of the in-process bus; null where RabbitMQ is the bus. */
export function busSchema({ RABBITMQ_URL }: Pick<SharedEnvironment, 'RABBITMQ_URL'>): ServiceDatabase | null {
  return RABBITMQ_URL === undefined ? deliveriesDatabase : null;
}
