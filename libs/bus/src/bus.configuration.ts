import { serverUrl } from '@waybill/service-kit';

export const busConfiguration = {
  /** Unset, the bus is within the process and its database. */
  RABBITMQ_URL: serverUrl('amqp', 'amqps').optional(),
};
