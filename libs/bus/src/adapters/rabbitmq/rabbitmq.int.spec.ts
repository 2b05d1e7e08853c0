import { describeWithServer, startRabbitMq } from '@waybill/testing';
import { describeBus } from '../../contract/bus.contract.js';
import { busesOn } from './rabbitmq-under-test.js';

describeWithServer('on a real server', startRabbitMq, (server) => {
  describeBus(
    'the RabbitMQ bus',
    busesOn(() => server().url),
  );
});
