import type { RabbitMqOptions } from './adapters/rabbitmq/rabbitmq-transport.js';
import type { BusTransport } from './bus-transport.js';

/** Opens the bus of the cluster profile. Loads amqplib only here: the standalone profile does not need it. */
export async function openRabbitMq(options: RabbitMqOptions): Promise<BusTransport> {
  const { RabbitMqTransport } = await import('./adapters/rabbitmq/rabbitmq-transport.js');
  return RabbitMqTransport.open(options);
}
