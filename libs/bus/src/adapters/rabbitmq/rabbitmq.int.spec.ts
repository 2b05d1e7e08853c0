import { describeWithServer, startRabbitMq } from '@waybill/testing';
import { describeBus } from '../../contract/bus.contract.js';
import { openBusOn } from './testing/rabbitmq-test-kit.js';

describeWithServer('RabbitMQ on a real server', startRabbitMq, (server) => {
  describeBus(
    'the RabbitMQ bus',
    openBusOn(() => server().url),
  );
});
