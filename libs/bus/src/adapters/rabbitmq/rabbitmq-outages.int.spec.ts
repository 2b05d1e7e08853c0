import { AppError } from '@waybill/contracts';
import { describeWithServer, eventually, startRabbitMq } from '@waybill/testing';
import { sampleEvent, useBus } from '../../contract/test-bus.js';
import { SampleProducer, echo, hold } from '../../contract/sample-services.js';
import { openBusOn, startBeta, publishNumber } from './testing/rabbitmq-test-kit.js';

const LONG_TIMEOUT = { timeoutMs: 60_000 };
/** Maximum number of waiting events. Without a limit it depends on how long the broker takes to start. */
const MAX_WAITING = 300;

jest.setTimeout(240_000);

describeWithServer('the RabbitMQ bus while its broker fails', startRabbitMq, (server) => {
  const test = useBus(openBusOn(() => server().url));

  it('neither loses nor duplicates an event when the broker is killed repeatedly under load', async () => {
    const replicas = [await startBeta(test), await startBeta(test)] as const;
    const alphas = [
      await test.start('alpha', new SampleProducer()),
      await test.start('alpha', new SampleProducer(), await test.open()),
    ] as const;
    const published: number[] = [];
    let loading = true;
    const consumed = async () => (await replicas[0].effects()).length;
    async function load(): Promise<void> {
      for (let n = 0; loading; n++) {
        if (n % 50 === 0)
          await eventually(
            async () => expect(loading ? n - (await consumed()) : 0).toBeLessThan(MAX_WAITING),
            LONG_TIMEOUT,
          );
        await publishNumber(n % 2 ? alphas[0] : alphas[1], n);
        published.push(n);
      }
    }
    const loaded = load();
    try {
      for (const progress of [50, 200]) {
        await eventually(() => expect(consumed()).resolves.toBeGreaterThan(progress), LONG_TIMEOUT);
        await server().restart();
      }
      await eventually(() => expect(consumed()).resolves.toBeGreaterThan(400), LONG_TIMEOUT);
    } finally {
      loading = false;
    }
    await loaded;
    await eventually(() => expect(replicas[0].effects()).resolves.toEqual(published), LONG_TIMEOUT);
    // The other replica can have consumed everything while this one still reconnects.
    await eventually(
      () => expect(replicas[0].service.transport.deadLetters().list()).resolves.toEqual([]),
      LONG_TIMEOUT,
    );
  });

  it('fails requests immediately while the broker is unavailable, and recovers by itself', async () => {
    const { consumer } = await startBeta(test);
    const alpha = await test.start('alpha', new SampleProducer());
    await server().kill();
    await eventually(() => expect(test.transport.check()).rejects.toThrow('RabbitMQ is unavailable'));
    const sentAt = Date.now();
    await expect(alpha.bus.request(echo, {})).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(Date.now() - sentAt).toBeLessThan(5000);
    await publishNumber(alpha, 1);
    // A process that starts while the broker is unavailable.
    const opened = await test.open();
    const { consumer: late } = await startBeta(test, opened);
    await expect(opened.check()).rejects.toThrow('RabbitMQ is unavailable');

    await server().restart();
    await eventually(
      () => expect(alpha.bus.request(echo, { a: 1 })).resolves.toEqual({ a: 1 }),
      LONG_TIMEOUT,
    );
    await eventually(() => test.transport.check(), LONG_TIMEOUT);
    await eventually(() => opened.check(), LONG_TIMEOUT);
    await eventually(() => expect([...consumer.numbers, ...late.numbers]).toEqual([1]), LONG_TIMEOUT);
    await expect(opened.client().request(echo, { b: 1 })).resolves.toEqual({ b: 1 });
  });

  it('counts no attempt while a server that the consumer needs is unavailable', async () => {
    const { consumer, service, effects } = await startBeta(test);
    const takeEffect = consumer.react;
    // Fails three times: if the failures counted as attempts, the event would be a dead letter.
    consumer.react = (event) =>
      consumer.seen.length > 3 ? takeEffect(event) : Promise.reject(new AppError('server.unavailable'));
    await test.transport.publisher().publish(sampleEvent(1));
    await eventually(() => expect(effects()).resolves.toEqual([1]), LONG_TIMEOUT);
    expect(consumer.numbers).toEqual([1, 1, 1, 1]);
    await expect(service.transport.deadLetters().list()).resolves.toEqual([]);
  });

  it('returns a waiting event to the broker when its service closes', async () => {
    const closing = await startBeta(test);
    closing.consumer.react = () => Promise.reject(new AppError('server.unavailable'));
    await test.transport.publisher().publish(sampleEvent(1));
    await eventually(() => expect(closing.consumer.seen.length).toBeGreaterThan(1), LONG_TIMEOUT);
    await closing.service.close();
    const other = await startBeta(test);
    await eventually(() => expect(other.effects()).resolves.toEqual([1]), LONG_TIMEOUT);
  });

  it('fails pending requests when the connection to the broker is lost', async () => {
    const alpha = new SampleProducer();
    let open = (): void => undefined;
    alpha.gate = new Promise((resolve) => (open = resolve));
    const service = await test.start('alpha', alpha);
    const reply = service.bus.request(hold, { n: 1 }, { timeoutMs: 60_000 });
    const outcome = expect(reply).rejects.toMatchObject({ code: 'server.unavailable' });
    await eventually(() => expect(alpha.begun).toEqual([1]));
    await server().kill();
    await outcome;
    open();
    await server().restart();
  });

  it('keeps an event whose consumer failed while the broker was unavailable', async () => {
    const { consumer, effects } = await startBeta(test);
    const takeEffect = consumer.react;
    let fail = (): void => undefined;
    const failing = new Promise<never>((_, reject) => (fail = () => reject(new Error('not now'))));
    consumer.react = (event) => (consumer.seen.length === 1 ? failing : takeEffect(event));
    await test.transport.publisher().publish(sampleEvent(1));
    await eventually(() => expect(consumer.numbers).toEqual([1]));
    await server().kill();
    fail();
    await server().restart();
    await eventually(() => expect(effects()).resolves.toEqual([1]), LONG_TIMEOUT);
  });
});
