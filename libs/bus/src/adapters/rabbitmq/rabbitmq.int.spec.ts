import { createLogger } from '@waybill/service-kit';
import { describeWithServer, startRabbitMq } from '@waybill/testing';
import { describeBus } from '../../contract/bus.contract.js';
import { RabbitMqTransport } from './rabbitmq-transport.js';

const logger = createLogger('test', 'silent');

describeWithServer('on a real server', startRabbitMq, (server) => {
  describeBus('the RabbitMQ bus', (databaseUrl, options) =>
    RabbitMqTransport.open({ url: server().url, prefix: prefixOf(databaseUrl), logger, ...options }),
  );
});

function prefixOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}
