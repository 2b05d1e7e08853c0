import { createLogger } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import type { Channel } from 'amqplib';
import { ReconnectingConnection } from './reconnecting-connection.js';
import { SilentBroker } from './testing/silent-broker.js';
import { Topology } from './topology.js';

const RETRIES = { attempts: 3, firstDelayMs: 10, longestDelayMs: 50 };

jest.setTimeout(60_000);

describe('a broker that sends heartbeats and replies to nothing else', () => {
  let broker: SilentBroker;
  let connection: ReconnectingConnection<Channel>;

  beforeEach(async () => {
    broker = await SilentBroker.start();
    connection = new ReconnectingConnection(
      [broker.url],
      'test',
      (opened) => opened.openChannel(),
      createLogger('test', 'silent'),
    );
    await connection.open();
  });
  afterEach(async () => {
    await connection.close();
    await broker.stop();
  });

  it('a broker that closed a channel is connected to again, though it does not confirm the end of the connection', async () => {
    const first = connection.session;
    expect(first).toBeDefined();
    broker.closeChannel();
    await eventually(
      () => {
        expect(broker.connections).toBe(2);
        expect(connection.session).toBeDefined();
        expect(connection.session).not.toBe(first);
      },
      { timeoutMs: 15_000 },
    );
  });

  it('a broker that does not declare a queue is named with that queue', async () => {
    const topology = new Topology('test', RETRIES);
    await expect(topology.declareDeadLetterQueue(connection.session!, 'beta')).rejects.toThrow(
      'RabbitMQ did not declare test.beta.dead-letters',
    );
  });
});
