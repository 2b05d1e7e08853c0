import { serverUrls } from '@waybill/service-kit';

export const busEnv = {
  /** One or several nodes of a cluster, comma-separated. Unset: the bus lives in the process and its database. */
  RABBITMQ_URL: serverUrls('amqp', 'amqps').optional(),
};
