import { notYet } from '@waybill/service-kit';

export const busConfiguration = { RABBITMQ_URL: notYet('the RabbitMQ bus') };
