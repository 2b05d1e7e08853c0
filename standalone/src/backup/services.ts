import { analyticsDatabase } from '@waybill/analytics';
import { authDatabase } from '@waybill/auth';
import { billingDatabase } from '@waybill/billing';
import { deliveriesDatabase } from '@waybill/bus';
import type { ServiceDatabase } from '@waybill/database';
import { filesDatabase } from '@waybill/files';
import { sharingDatabase } from '@waybill/sharing';
import type { StandaloneEnvironment } from '../environment.js';

/** The schemas of all services. Those of jobs are no part of a Waybill: the services' rows tell what there is to do. */
export const services: readonly ServiceDatabase[] = [
  authDatabase,
  filesDatabase,
  sharingDatabase,
  analyticsDatabase,
  billingDatabase,
];

/** The schema of the bus; null where RabbitMQ keeps what is under way. */
export function busOf({ RABBITMQ_URL }: Pick<StandaloneEnvironment, 'RABBITMQ_URL'>): ServiceDatabase | null {
  return RABBITMQ_URL === undefined ? deliveriesDatabase : null;
}
