import { serverUrl } from '@waybill/service-kit';

export const busEnv = {
  /** Unset: the bus lives in the process and its database. */
  RABBITMQ_URL: serverUrl('amqp', 'amqps').optional(),
};
