import type { Logger } from '@waybill/service-kit';
import type { Channel } from 'amqplib';
import type { Subscriptions } from '../../bus-transport.js';
import type { AmqpConnection } from './amqp-connection.js';
import { ConfirmPublisher } from './confirm-publisher.js';
import { ReconnectingConnection } from './reconnecting-connection.js';
import { RenewableChannel } from './renewable-channel.js';
import { RpcChannel } from './rpc-channel.js';
import type { Topology } from './topology.js';

/** Channels for everything that a process publishes: events, requests, replies and replayed dead letters. */
export interface ProducerSession {
  /** `publisher` and `rpc` may be replaced at any time: read the property again for each message. */
  readonly publisher: ConfirmPublisher;
  readonly rpc: RpcChannel;
  readonly deadLetterChannel: Channel;
  /** Runs work on a channel of its own, whose errors do not affect the others. */
  readonly withChannel: AmqpConnection['withChannel'];
}

/**
 * The connection of producers. Consumers have their own: on a memory alarm RabbitMQ blocks connections that publish,
 * but must still receive acknowledgements.
 */
export function producerConnection(
  urls: readonly string[],
  topology: Topology,
  subscriptions: Subscriptions,
  logger: Logger,
): ReconnectingConnection<ProducerSession> {
  const openSession = async (connection: AmqpConnection): Promise<ProducerSession> => {
    const publisher = await RenewableChannel.open(connection, logger, (onFailure) =>
      ConfirmPublisher.open(connection, onFailure),
    );
    await topology.declareSubscriptions(publisher.current.channel, subscriptions);
    const rpc = await RenewableChannel.open(connection, logger, (onFailure) =>
      RpcChannel.open(connection, topology, onFailure),
    );
    return {
      get publisher() {
        return publisher.current;
      },
      get rpc() {
        return rpc.current;
      },
      deadLetterChannel: await connection.openChannel(),
      withChannel: (work) => connection.withChannel(work),
    };
  };
  return new ReconnectingConnection(urls, 'waybill producer', openSession, logger);
}

/** @throws Error while the broker is unavailable */
export function requireSession(connection: ReconnectingConnection<ProducerSession>): ProducerSession {
  const { session } = connection;
  if (!session) throw new Error('RabbitMQ is unavailable.');
  return session;
}
