import { describeWithServer, eventually, startRabbitMq } from '@waybill/testing';
import { type Channel, type ChannelModel, type ConsumeMessage, connect } from 'amqplib';
import { SampleProducer, echo, hold, refuse } from '../../contract/sample-services.js';
import { range, useBus } from '../../contract/test-bus.js';
import { openBusOn, topologyOf } from './testing/rabbitmq-test-kit.js';
import { REPLY_TO } from './request-publisher.js';
import { decodeBatch, decodeRequest, encodeReply } from './wire-format.js';

describeWithServer('requests of one moment on RabbitMQ', startRabbitMq, (server) => {
  const test = useBus(openBusOn(() => server().url));
  let connection: ChannelModel;
  let channel: Channel;

  beforeEach(async () => {
    connection = await connect(server().url);
    channel = await connection.createChannel();
  });
  afterEach(() => connection.close());

  /** Consumes a queue of alpha and replies with `replyOf`. The returned list grows with each message. */
  async function consume(
    queue: string,
    replyOf: (message: ConsumeMessage) => object,
  ): Promise<ConsumeMessage[]> {
    const messages: ConsumeMessage[] = [];
    await channel.assertQueue(queue, {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', 'x-expires': 10_000 },
    });
    await channel.consume(queue, (message) => {
      if (!message) return;
      messages.push(message);
      const { replyTo, correlationId, type } = message.properties;
      const content = Buffer.from(JSON.stringify(replyOf(message)));
      channel.publish('', String(replyTo), content, {
        correlationId: correlationId as string,
        type: type === 'batch' ? type : undefined,
      });
      channel.ack(message);
    });
    return messages;
  }

  const contentOf = ({ content }: ConsumeMessage) => JSON.parse(content.toString()) as unknown;

  it('concurrent requests travel in one message, and a later request in the next', async () => {
    const bus = test.transport.client();
    const batches = await consume(topologyOf(test.url).requestBatchQueue('alpha'), (message) =>
      decodeBatch(message).map((request) =>
        encodeReply({ answer: decodeRequest(request).input }, String(request.properties.correlationId)),
      ),
    );
    const send = () => Promise.all(range(5).map((n) => bus.request(echo, { n })));
    await expect(send()).resolves.toEqual(range(5).map((n) => ({ n })));
    await expect(send()).resolves.toEqual(range(5).map((n) => ({ n })));
    expect(batches).toHaveLength(2);
  });

  it('requests travel alone to a service of the version before, which has no queue for batches', async () => {
    const bus = test.transport.client();
    const singles = await consume(topologyOf(test.url).requestQueue('alpha'), (message) => ({
      answer: (contentOf(message) as { input: unknown }).input,
    }));
    const send = () => Promise.all(range(5).map((n) => bus.request(echo, { n })));
    await expect(send()).resolves.toEqual(range(5).map((n) => ({ n })));
    await expect(send()).resolves.toEqual(range(5).map((n) => ({ n })));
    expect(singles).toHaveLength(10);
    expect(singles[0]!.properties).toMatchObject({
      type: echo.name,
      headers: { correlationid: expect.any(String) },
    });
  });

  it('requests of a caller of the version before are answered, each in its own message', async () => {
    await test.start('alpha', new SampleProducer());
    const replies: ConsumeMessage[] = [];
    await channel.consume(REPLY_TO, (message) => void replies.push(message!), { noAck: true });
    for (const n of range(3)) {
      const headers = { correlationid: 'call', deadline: Date.now() + 10_000 };
      const properties = { type: echo.name, replyTo: REPLY_TO, correlationId: String(n), headers };
      const content = Buffer.from(JSON.stringify({ input: { n } }));
      channel.publish('', topologyOf(test.url).requestQueue('alpha'), content, properties);
    }
    await eventually(() => expect(replies).toHaveLength(3));
    const byId = replies.map((reply) => [reply.properties.correlationId as string, contentOf(reply)]);
    expect(Object.fromEntries(byId)).toEqual({
      0: { answer: { n: 0 } },
      1: { answer: { n: 1 } },
      2: { answer: { n: 2 } },
    });
  });

  it('requests of one message get their replies as each is ready', async () => {
    const alpha = new SampleProducer();
    let open = (): void => undefined;
    alpha.gate = new Promise((resolve) => (open = resolve));
    await test.start('alpha', alpha);
    const bus = test.transport.client();
    const [held, refused, late, echoed] = [
      bus.request(hold, { n: 1 }),
      bus.request(refuse, {}),
      bus.request(hold, { n: 2 }, { timeoutMs: 200 }),
      bus.request(echo, { n: 3 }),
    ];
    await Promise.all([
      expect(refused).rejects.toMatchObject({ code: 'auth.too-many-attempts', retryAfterSeconds: 7 }),
      expect(late).rejects.toMatchObject({ code: 'server.timeout' }),
      expect(echoed).resolves.toEqual({ n: 3 }),
    ]);
    open();
    await expect(held).resolves.toEqual({ n: 1 });
  });

  it('an unreadable message of requests does not stop the consumer', async () => {
    await test.start('alpha', new SampleProducer());
    const queue = topologyOf(test.url).requestBatchQueue('alpha');
    channel.sendToQueue(queue, Buffer.from('{'), { type: 'batch', replyTo: 'nobody' });
    const bus = test.transport.client();
    await expect(Promise.all(range(3).map((n) => bus.request(echo, { n })))).resolves.toHaveLength(3);
    await eventually(async () => expect((await channel.checkQueue(queue)).messageCount).toBe(0));
  });
});
