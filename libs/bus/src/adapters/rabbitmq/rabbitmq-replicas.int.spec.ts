import { describeWithServer, eventually, startRabbitMq } from '@waybill/testing';
import type { ConsumeMessage } from 'amqplib';
import { range, thing, useBus } from '../../contract/test-bus.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { Alpha, echo, hold } from '../../contract/test-services.js';
import { Cable, DoomedProcess, busesOn, queuesOf, startBeta, tellOf } from './rabbitmq-under-test.js';
import { decodeEvent } from './wire.js';

describeWithServer('among replicas, the RabbitMQ bus', startRabbitMq, (server) => {
  const test = useBus(busesOn(() => server().url));

  async function takeAndDie(queue: string, count: number): Promise<ConsumeMessage[]> {
    return (await DoomedProcess.start(server().url, queue, count)).dieWith(count);
  }

  it('shares out events and requests', async () => {
    const [here, there] = [await startBeta(test), await startBeta(test)];
    const doubles = [new Alpha(), new Alpha()];
    for (const double of doubles) await test.start('alpha', double, await test.open());
    await Promise.all(range(200).map((n) => test.transport.publisher().publish(thing(n))));
    const bus = test.transport.client();
    const answers = await Promise.all(range(200).map((n) => bus.request(hold, { n })));
    expect(answers.map(({ n }) => n)).toEqual(range(200));
    await eventually(() => expect(here.effects()).resolves.toEqual(range(200)));
    for (const { consumer } of [here, there]) expect(consumer.seen.length).toBeGreaterThan(20);
    for (const { begun } of doubles) expect(begun.length).toBeGreaterThan(20);
  });

  it('answers thousands of requests at once', async () => {
    const alpha = await test.start('alpha', new Alpha());
    const answers = await Promise.all(range(5000).map((n) => alpha.bus.request(echo, { n })));
    expect(answers.map(({ n }) => n)).toEqual(range(5000));
  });

  it('lets an event that comes a thousand times take effect once', async () => {
    const { consumer, effects } = await startBeta(test);
    const event = thing(1);
    await Promise.all(range(1000).map(() => test.transport.publisher().publish(event)));
    await eventually(() => expect(consumer.seen).toHaveLength(1000), { timeoutMs: 30_000 });
    await eventually(() => expect(effects()).resolves.toEqual([1]));
  });

  it('lets a closing replica end what it has begun, and nothing else', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const alpha = new Alpha();
    alpha.gate = gate;
    const closing = await test.start('alpha', alpha);
    const beta = await startBeta(test);
    beta.consumer.react = () => gate;
    const begun = test.transport.client().request(hold, { n: 1 });
    await test.transport.publisher().publish(thing(7));
    await eventually(() => expect([alpha.begun, beta.consumer.numbers]).toEqual([[1], [7]]));

    const closed = Promise.all([closing.close(), beta.service.close()]);
    const other = await startBeta(test);
    await test.start('alpha', new Alpha(), await test.open());
    await expect(test.transport.client().request(echo, {})).resolves.toEqual({});
    open();
    await expect(begun).resolves.toEqual({ n: 1 });
    await closed;
    await test.transport.publisher().publish(thing(8));
    await eventually(() => expect(other.consumer.numbers).toEqual([8]));
  });

  it('gives an event to another replica when the one that had it in hand was killed', async () => {
    const cable = await Cable.to(server().url);
    const transport = await busesOn(() => cable.url)(test.url);
    const killed = await startBeta(test, transport);
    let end = (): void => undefined;
    killed.consumer.react = () => new Promise((resolve) => (end = resolve));
    try {
      await test.transport.publisher().publish(thing(1));
      await eventually(() => expect(killed.consumer.numbers).toEqual([1]));
      cable.cut();
      const other = await startBeta(test);
      await eventually(() => expect(other.effects()).resolves.toEqual([1]));
    } finally {
      end();
      await transport.close();
    }
  });

  it('begins no request a second time when its replica was killed, and says so at once', async () => {
    const alpha = new Alpha();
    await test.start('alpha', alpha);
    const bus = test.transport.client();
    const doomed = await DoomedProcess.start(server().url, queuesOf(test.url).requestsTo('alpha'), 1);
    const asked = range(2).map((n) => bus.request(hold, { n }, { timeoutMs: 60_000 }));
    await doomed.dieWith(1);
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'server.unavailable' } },
    ]);
    expect(alpha.begun).toHaveLength(1);
  });

  it('tells whoever asked when the last replica was killed with the question in hand', async () => {
    const cable = await Cable.to(server().url);
    const transport = await busesOn(() => cable.url)(test.url);
    let end = (): void => undefined;
    const alpha = new Alpha();
    alpha.gate = new Promise((resolve) => (end = resolve));
    try {
      await test.start('alpha', alpha, transport);
      const asked = test.transport.client().request(hold, { n: 1 }, { timeoutMs: 60_000 });
      const outcome = expect(asked).rejects.toMatchObject({ code: 'server.unavailable' });
      await eventually(() => expect(alpha.begun).toEqual([1]));
      const cutAt = Date.now();
      cable.cut();
      await outcome;
      expect(Date.now() - cutAt).toBeLessThan(15_000);
    } finally {
      end();
      await transport.close();
    }
  });

  it('waits for a replica that is at it for long, as it says so', async () => {
    const alpha = new Alpha();
    alpha.gate = sleep(12_000);
    await test.start('alpha', alpha);
    const asked = test.transport.client().request(hold, { n: 1 }, { timeoutMs: 60_000 });
    await expect(asked).resolves.toEqual({ n: 1 });
  });

  it('finds the event that kills its consumers, and has the innocent ones consumed', async () => {
    await (await startBeta(test)).service.close();
    const poison = thing(0);
    const innocent = range(5).map((n) => thing(n + 1));
    for (const event of [poison, ...innocent]) await test.transport.publisher().publish(event);
    // Each death returns what was in hand, and the fourth makes all of it suspect.
    for (let death = 0; death < 4; death++) await takeAndDie(queuesOf(test.url).eventsTo('beta'), 6);
    for (let death = 0; death < 9; death++) {
      const [inHand] = await takeAndDie(queuesOf(test.url).suspectsOf('beta'), 1);
      expect(decodeEvent(inHand!).id).toBe(poison.id);
    }
    const { consumer, service } = await startBeta(test);
    await eventually(() => expect([...consumer.numbers].sort()).toEqual([1, 2, 3, 4, 5]));
    const [letter] = await eventually(async () => {
      const letters = await service.transport.deadLetters().list();
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(letter).toMatchObject({ eventId: poison.id, error: 'The process died of it.' });
    expect(Math.abs(Date.now() - letter!.diedAt.getTime())).toBeLessThan(60_000);
  });

  it('keeps an event in the outbox as long as its consumer has never run', async () => {
    const alpha = await test.start('alpha', new Alpha());
    await expect(test.transport.publisher().publish(thing(0))).rejects.toThrow('No queue takes');
    await tellOf(alpha, 1);
    const { consumer } = await startBeta(test);
    await eventually(() => expect(consumer.numbers).toEqual([1]));
  });
});
