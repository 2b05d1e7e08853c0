import { AppError } from '@waybill/contracts';
import { describeWithServer, eventually, startRabbitMq } from '@waybill/testing';
import { thing, useBus } from '../../contract/test-bus.js';
import { Alpha, echo, hold } from '../../contract/test-services.js';
import { busesOn, startBeta, tellOf } from './rabbitmq-under-test.js';

const PATIENT = { timeoutMs: 60_000 };

jest.setTimeout(240_000);

describeWithServer('when its broker fails, the RabbitMQ bus', startRabbitMq, (server) => {
  const test = useBus(busesOn(() => server().url));

  it('loses and doubles no event, though the broker is killed again and again under load', async () => {
    const replicas = [await startBeta(test), await startBeta(test)] as const;
    const alphas = [
      await test.start('alpha', new Alpha()),
      await test.start('alpha', new Alpha(), await test.open()),
    ] as const;
    const told: number[] = [];
    let loading = true;
    async function load(): Promise<void> {
      for (let n = 0; loading; n++) {
        await tellOf(n % 2 ? alphas[0] : alphas[1], n);
        told.push(n);
      }
    }
    const loaded = load();
    for (const progress of [50, 200]) {
      await eventually(() => expect(told.length).toBeGreaterThan(progress), PATIENT);
      await server().restart();
    }
    await eventually(() => expect(told.length).toBeGreaterThan(300), PATIENT);
    loading = false;
    await loaded;
    await eventually(() => expect(replicas[0].effects()).resolves.toEqual(told), PATIENT);
    await expect(replicas[0].service.transport.deadLetters().list()).resolves.toEqual([]);
  });

  it('fails requests at once while the broker is away, and recovers by itself', async () => {
    const { consumer } = await startBeta(test);
    const alpha = await test.start('alpha', new Alpha());
    await server().kill();
    await eventually(() => expect(test.transport.check()).rejects.toThrow('RabbitMQ is away'));
    const asked = Date.now();
    await expect(alpha.bus.request(echo, {})).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(Date.now() - asked).toBeLessThan(5000);
    await tellOf(alpha, 1);
    // As a process does that starts while the broker is away.
    const opened = await test.open();
    const { consumer: late } = await startBeta(test, opened);
    await expect(opened.check()).rejects.toThrow('RabbitMQ is away');

    await server().restart();
    await eventually(() => expect(alpha.bus.request(echo, { a: 1 })).resolves.toEqual({ a: 1 }), PATIENT);
    await eventually(() => test.transport.check(), PATIENT);
    await eventually(() => opened.check(), PATIENT);
    await eventually(() => expect([...consumer.numbers, ...late.numbers]).toEqual([1]), PATIENT);
    await expect(opened.client().request(echo, { b: 1 })).resolves.toEqual({ b: 1 });
  });

  it('keeps an event in hand while a server that its consumer needs is away, and counts no attempt', async () => {
    const { consumer, service, effects } = await startBeta(test);
    const takeEffect = consumer.react;
    // One more than the attempts after which it would be a dead letter.
    consumer.react = (event) =>
      consumer.seen.length > 3 ? takeEffect(event) : Promise.reject(new AppError('server.unavailable'));
    await test.transport.publisher().publish(thing(1));
    await eventually(() => expect(effects()).resolves.toEqual([1]), PATIENT);
    expect(consumer.numbers).toEqual([1, 1, 1, 1]);
    await expect(service.transport.deadLetters().list()).resolves.toEqual([]);
  });

  it('gives back what waits in hand when its service closes', async () => {
    const closing = await startBeta(test);
    closing.consumer.react = () => Promise.reject(new AppError('server.unavailable'));
    await test.transport.publisher().publish(thing(1));
    await eventually(() => expect(closing.consumer.seen.length).toBeGreaterThan(1), PATIENT);
    await closing.service.close();
    const other = await startBeta(test);
    await eventually(() => expect(other.effects()).resolves.toEqual([1]), PATIENT);
  });

  it('tells whoever waits for an answer that the broker went away', async () => {
    const alpha = new Alpha();
    let open = (): void => undefined;
    alpha.gate = new Promise((resolve) => (open = resolve));
    const service = await test.start('alpha', alpha);
    const asked = service.bus.request(hold, { n: 1 }, { timeoutMs: 60_000 });
    const outcome = expect(asked).rejects.toMatchObject({ code: 'server.unavailable' });
    await eventually(() => expect(alpha.begun).toEqual([1]));
    await server().kill();
    await outcome;
    open();
    await server().restart();
  });

  it('keeps an event whose consumer failed while the broker was away', async () => {
    const { consumer, effects } = await startBeta(test);
    const takeEffect = consumer.react;
    let fail = (): void => undefined;
    const failing = new Promise<never>((_, reject) => (fail = () => reject(new Error('not now'))));
    consumer.react = (event) => (consumer.seen.length === 1 ? failing : takeEffect(event));
    await test.transport.publisher().publish(thing(1));
    await eventually(() => expect(consumer.numbers).toEqual([1]));
    await server().kill();
    fail();
    await server().restart();
    await eventually(() => expect(effects()).resolves.toEqual([1]), PATIENT);
  });
});
