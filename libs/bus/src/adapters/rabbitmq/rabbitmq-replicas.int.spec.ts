import { describeWithServer, eventually, startRabbitMq } from '@waybill/testing';
import type { ConsumeMessage } from 'amqplib';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { retiredTypes } from '../../bus-transport.js';
import { range, sampleEvent, useBus } from '../../contract/test-bus.js';
import { SampleProducer, echo, hold } from '../../contract/sample-services.js';
import {
  TcpProxy,
  CrashingConsumer,
  openBusOn,
  topologyOf,
  startBeta,
  publishNumber,
} from './testing/rabbitmq-test-kit.js';
import { decodeEvent } from './wire-format.js';

describeWithServer('the RabbitMQ bus with several replicas', startRabbitMq, (server) => {
  const test = useBus(openBusOn(() => server().url));

  async function crashHolding(queue: string, count: number): Promise<ConsumeMessage[]> {
    return (await CrashingConsumer.start(server().url, queue, count)).dieHolding(count);
  }

  it('distributes events and requests over the replicas', async () => {
    const [here, there] = [await startBeta(test), await startBeta(test)];
    const producers = [new SampleProducer(), new SampleProducer()];
    for (const producer of producers) await test.start('alpha', producer, await test.open());
    await Promise.all(range(200).map((n) => test.transport.publisher().publish(sampleEvent(n))));
    const bus = test.transport.client();
    const answers = await Promise.all(range(200).map((n) => bus.request(hold, { n })));
    expect(answers.map(({ n }) => n)).toEqual(range(200));
    await eventually(() => expect(here.effects()).resolves.toEqual(range(200)));
    for (const { consumer } of [here, there]) expect(consumer.seen.length).toBeGreaterThan(20);
    for (const { begun } of producers) expect(begun.length).toBeGreaterThan(20);
  });

  it('handles thousands of concurrent requests', async () => {
    const alpha = await test.start('alpha', new SampleProducer());
    const answers = await Promise.all(range(5000).map((n) => alpha.bus.request(echo, { n })));
    expect(answers.map(({ n }) => n)).toEqual(range(5000));
  });

  it('applies an event once when it is published a thousand times', async () => {
    const { consumer, effects } = await startBeta(test);
    const event = sampleEvent(1);
    await Promise.all(range(1000).map(() => test.transport.publisher().publish(event)));
    await eventually(() => expect(consumer.seen).toHaveLength(1000), { timeoutMs: 120_000 });
    await eventually(() => expect(effects()).resolves.toEqual([1]));
  });

  it('lets a closing replica finish its running handlers and start no others', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const alpha = new SampleProducer();
    alpha.gate = gate;
    const closing = await test.start('alpha', alpha);
    const beta = await startBeta(test);
    beta.consumer.react = () => gate;
    const begun = test.transport.client().request(hold, { n: 1 });
    await test.transport.publisher().publish(sampleEvent(7));
    await eventually(() => expect([alpha.begun, beta.consumer.numbers]).toEqual([[1], [7]]));

    const closed = Promise.all([closing.close(), beta.service.close()]);
    const other = await startBeta(test);
    await test.start('alpha', new SampleProducer(), await test.open());
    await expect(test.transport.client().request(echo, {})).resolves.toEqual({});
    open();
    await expect(begun).resolves.toEqual({ n: 1 });
    await closed;
    await test.transport.publisher().publish(sampleEvent(8));
    await eventually(() => expect(other.consumer.numbers).toEqual([8]));
  });

  it('redelivers an event to another replica when its consumer was killed', async () => {
    const proxy = await TcpProxy.to(server().url);
    const transport = await openBusOn(() => proxy.url)(test.url);
    const killed = await startBeta(test, transport);
    let end = (): void => undefined;
    killed.consumer.react = () => new Promise((resolve) => (end = resolve));
    try {
      await test.transport.publisher().publish(sampleEvent(1));
      await eventually(() => expect(killed.consumer.numbers).toEqual([1]));
      proxy.cut();
      const other = await startBeta(test);
      await eventually(() => expect(other.effects()).resolves.toEqual([1]));
    } finally {
      end();
      await transport.close();
    }
  });

  it.each([
    ['a request', 1],
    ['the requests of a batch', 3],
  ])('does not execute %s again when its replica was killed, and fails it immediately', async (_, count) => {
    const alpha = new SampleProducer();
    await test.start('alpha', alpha);
    const bus = test.transport.client();
    const topology = topologyOf(test.url);
    const queue = count > 1 ? topology.requestBatchQueue('alpha') : topology.requestQueue('alpha');
    const crashing = await CrashingConsumer.start(server().url, queue, 1);
    const send = () => range(count).map((n) => bus.request(hold, { n }, { timeoutMs: 60_000 }));
    // RabbitMQ delivers in turns (round-robin), so one of the two messages goes to the crashing consumer.
    const first = send();
    await nextTurn();
    const requests = [...first, ...send()];
    await crashing.dieHolding(1);
    const outcomes = await Promise.allSettled(requests);
    const rejected = outcomes.filter(({ status }) => status === 'rejected');
    expect(rejected).toMatchObject(
      Array.from({ length: count }, () => ({ reason: { code: 'server.unavailable' } })),
    );
    expect(alpha.begun).toHaveLength(count);
  });

  it('fails a request whose only replica was killed as soon as the next replica starts', async () => {
    const proxy = await TcpProxy.to(server().url);
    const transport = await openBusOn(() => proxy.url)(test.url);
    let end = (): void => undefined;
    const alpha = new SampleProducer();
    alpha.gate = new Promise((resolve) => (end = resolve));
    const next = new SampleProducer();
    try {
      await test.start('alpha', alpha, transport);
      const reply = test.transport.client().request(hold, { n: 1 }, { timeoutMs: 60_000 });
      const outcome = expect(reply).rejects.toMatchObject({ code: 'server.unavailable' });
      await eventually(() => expect(alpha.begun).toEqual([1]));
      proxy.cut();
      await test.start('alpha', next, await test.open());
      const startedAt = Date.now();
      await outcome;
      expect(Date.now() - startedAt).toBeLessThan(15_000);
      expect(next.begun).toEqual([]);
    } finally {
      end();
      await transport.close();
    }
  });

  it('lets requests wait while the only replica restarts', async () => {
    const closing = await test.start('alpha', new SampleProducer());
    await closing.close();
    const reply = test.transport.client().request(echo, { n: 1 }, { timeoutMs: 60_000 });
    await test.start('alpha', new SampleProducer(), await test.open());
    await expect(reply).resolves.toEqual({ n: 1 });
  });

  it('fails requests immediately when a service has been stopped for a while', async () => {
    const alpha = await test.start('alpha', new SampleProducer());
    const bus = test.transport.client();
    await expect(bus.request(echo, {})).resolves.toEqual({});
    await alpha.close();
    await eventually(
      () =>
        expect(bus.request(echo, {}, { timeoutMs: 500 })).rejects.toMatchObject({
          code: 'server.unavailable',
        }),
      { timeoutMs: 60_000 },
    );
  });

  it('isolates the event that crashes its consumers, and delivers the others', async () => {
    await (await startBeta(test)).service.close();
    const poison = sampleEvent(0);
    const innocent = range(5).map((n) => sampleEvent(n + 1));
    for (const event of [poison, ...innocent]) await test.transport.publisher().publish(event);
    // Each crash returns all unacknowledged events. After the fourth one they are suspects.
    for (let crash = 0; crash < 4; crash++) await crashHolding(topologyOf(test.url).eventQueue('beta'), 6);
    for (let crash = 0; crash < 9; crash++) {
      const [held] = await crashHolding(topologyOf(test.url).suspectQueue('beta'), 1);
      expect(decodeEvent(held!).id).toBe(poison.id);
    }
    const { consumer, service } = await startBeta(test);
    await eventually(() => expect([...consumer.numbers].sort()).toEqual([1, 2, 3, 4, 5]));
    const [letter] = await eventually(async () => {
      const letters = await service.transport.deadLetters().list();
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(letter).toMatchObject({ eventId: poison.id, error: 'The process was killed while consuming it.' });
    expect(Math.abs(Date.now() - letter!.diedAt.getTime())).toBeLessThan(60_000);
  });

  it('lets an event of a retired type leave the outbox', async () => {
    expect(retiredTypes.size).toBeGreaterThan(0);
    for (const type of retiredTypes)
      await expect(test.transport.publisher().publish({ ...sampleEvent(0), type })).resolves.toBeUndefined();
  });

  it('keeps an event in the outbox until its consumer has run once', async () => {
    const alpha = await test.start('alpha', new SampleProducer());
    await expect(test.transport.publisher().publish(sampleEvent(0))).rejects.toThrow('No queue takes');
    await publishNumber(alpha, 1);
    const { consumer } = await startBeta(test);
    await eventually(() => expect(consumer.numbers).toEqual([1]));
  });
});
