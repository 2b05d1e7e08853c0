import type { RabbitMqOptions } from './adapters/rabbitmq/rabbitmq-transport.js';
import type { BusTransport } from './transport.js';

/** The bus of many machines. Its SDK is loaded here, as a single machine does not need it. */
export async function openRabbitMq(options: RabbitMqOptions): Promise<BusTransport> {
  const { RabbitMqTransport } = await import('./adapters/rabbitmq/rabbitmq-transport.js');
  return RabbitMqTransport.open(options);
}
