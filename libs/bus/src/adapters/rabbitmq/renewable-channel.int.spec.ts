import { randomUUID } from 'node:crypto';
import { createLogger } from '@waybill/service-kit';
import { describeWithServer, eventually, startRabbitMq } from '@waybill/testing';
import { sampleEvent } from '../../contract/test-bus.js';
import type { ProducerSession } from './producer-session.js';
import { producerConnection } from './producer-session.js';
import type { ReconnectingConnection } from './reconnecting-connection.js';
import { Topology } from './topology.js';
import { encodeEvent } from './wire-format.js';

const RETRIES = { attempts: 3, firstDelayMs: 10, longestDelayMs: 50 };
const message = encodeEvent(sampleEvent(1));
/** A queue that refuses all messages. */
const REFUSING = { arguments: { 'x-max-length': 0, 'x-overflow': 'reject-publish' } };

describeWithServer('a channel on which a queue takes no messages', startRabbitMq, (server) => {
  const prefix = `renewal-${randomUUID()}`;
  let full: string;
  let connection: ReconnectingConnection<ProducerSession>;
  let session: ProducerSession;

  beforeEach(async () => {
    full = `full ${randomUUID()}`;
    const topology = new Topology(prefix, RETRIES);
    connection = producerConnection([server().url], topology, {}, createLogger('test', 'silent'));
    await connection.open();
    if (!connection.session) throw new Error('There is no session.');
    session = connection.session;
    await session.withChannel((channel) => channel.assertQueue(full, REFUSING));
  });
  afterEach(() => connection.close());

  it('a channel for events that takes no messages is replaced, and the connection stays open', async () => {
    const { publisher } = session;
    await expect(publisher.publish('', full, message)).rejects.toThrow();
    await eventually(() => expect(session.publisher).not.toBe(publisher));
    await expect(session.publisher.publish('', full, message)).rejects.toThrow();
    await session.withChannel((channel) => channel.deleteQueue(full));
    await session.withChannel((channel) => channel.assertQueue(full, { durable: false, autoDelete: true }));
    await session.publisher.publish('', full, message);
    expect(connection.session).toBe(session);
  });

  it('a channel for requests that takes no messages is replaced; it fails immediately, after the replies that it waits for', async () => {
    const topology = new Topology(prefix, RETRIES);
    const waiting = topology.requestQueue('waiting');
    const { rpc } = session;
    const request = { name: 'alpha.echo.say', input: {}, correlationId: 'c', deadline: Date.now() + 60_000 };
    await session.withChannel(async (channel) => {
      await channel.assertQueue(waiting, { durable: false, autoDelete: true });
      await channel.assertQueue(topology.requestQueue('full'), REFUSING);
    });
    const replied = rpc.call('waiting', request);
    await expect(rpc.call('full', request)).resolves.toMatchObject({ error: { code: 'server.unavailable' } });
    await eventually(() => expect(session.rpc).not.toBe(rpc));
    await session.withChannel(async (channel) => {
      const asked = await channel.get(waiting, { noAck: true });
      if (!asked) throw new Error('The request did not arrive.');
      session.rpc.reply(asked.properties, { answer: 'late' });
    });
    await expect(replied).resolves.toEqual({ answer: 'late' });
  });
});
