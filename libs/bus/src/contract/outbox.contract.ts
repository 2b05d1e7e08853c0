import { randomUUID } from 'node:crypto';
import { ManualClock } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { Inbox } from '../inbox/inbox.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { Outbox } from '../outbox/outbox.js';
import type { OpenBus } from './open-bus.js';
import { range, sampleEvent, useBus } from './test-bus.js';
import {
  SampleProducer,
  SampleConsumer,
  addEffect,
  effects,
  publishThings,
  thingHappened,
} from './sample-services.js';

/** Outbox and inbox, on every bus. */
export function describeOutbox(openBus: OpenBus): void {
  describe('outbox', () => {
    const test = useBus(openBus);

    it('publishes no event of a transaction that rolled back', async () => {
      const beta = new SampleConsumer();
      const alpha = await test.start('alpha', new SampleProducer());
      await test.start('beta', beta);
      await expect(
        alpha.bus.request(publishThings, { subject: 's', numbers: [1], rollBack: true }),
      ).rejects.toMatchObject({ code: 'request.invalid' });
      await alpha.bus.request(publishThings, { subject: 's', numbers: [2] });
      await eventually(() => expect(beta.numbers).toContain(2));
      expect(beta.numbers).toEqual([2]);
      expect(alpha.published()).toHaveLength(1);
    });

    it('refuses an event outside of a transaction', async () => {
      const alpha = await test.start('alpha', new SampleProducer());
      const { manager } = alpha.get(DataSource);
      await expect(alpha.get(Outbox).add(manager, thingHappened, 's', { n: 1 })).rejects.toThrow(
        'transaction',
      );
    });

    it('refuses an event of another service', async () => {
      const beta = await test.start('beta', new SampleConsumer());
      const added = beta
        .get(DataSource)
        .transaction((manager) => beta.get(Outbox).add(manager, thingHappened, 's', { n: 1 }));
      await expect(added).rejects.toThrow('beta may not publish alpha.thing.happened');
    });

    it('refuses data that violates the contract', async () => {
      const alpha = await test.start('alpha', new SampleProducer());
      const added = alpha
        .get(DataSource)
        .transaction((manager) => alpha.get(Outbox).add(manager, thingHappened, 's', { n: 1.5 }));
      await expect(added).rejects.toThrow();
    });

    it('publishes each event once and in order, with two relays', async () => {
      const beta = new SampleConsumer();
      await test.start('beta', beta);
      const here = await test.start('alpha', new SampleProducer());
      const there = await test.start('alpha', new SampleProducer(), await test.open());
      await Promise.all(
        range(40).map((n) =>
          (n % 2 ? here : there).bus.request(publishThings, {
            subject: randomUUID(),
            numbers: [10 * n, 10 * n + 1, 10 * n + 2],
          }),
        ),
      );
      await eventually(() => expect(beta.seen.length).toBeGreaterThanOrEqual(120));
      const subjects = new Set(beta.seen.map(({ subject }) => subject));
      for (const subject of subjects) {
        const numbers = beta.seen.filter((event) => event.subject === subject).map(({ data }) => data.n);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      }
      expect(beta.seen).toHaveLength(120);
    });

    it('publishes the events of a killed relay after its lease', async () => {
      const alpha = await test.start('alpha', new SampleProducer());
      const beta = new SampleConsumer();
      await test.start('beta', beta);
      const event = sampleEvent(1);
      await alpha
        .get(DataSource)
        .query(
          "INSERT INTO outbox (subject, event, attempts, due_at) VALUES ('s', $1, 1, now() + interval '0.2 s')",
          [JSON.stringify(event)],
        );
      await eventually(() => expect(beta.numbers).toEqual([1]));
    });

    it('publishes all events before the service closes', async () => {
      const beta = new SampleConsumer();
      await test.start('beta', beta);
      const alpha = await test.start('alpha', new SampleProducer());
      // 250 statements take long on a busy machine.
      const publication = { subject: 's', numbers: range(250) };
      await alpha.bus.request(publishThings, publication, { timeoutMs: 60_000 });
      await alpha.close();
      await eventually(() => expect(beta.numbers).toEqual(range(250)));
    });

    it('reports its lag', async () => {
      const alpha = await test.start('alpha', new SampleProducer());
      await alpha
        .get(DataSource)
        .query(
          "INSERT INTO outbox (subject, event, told_at, due_at) VALUES ('s', '{}', now() - interval '1 h', 'infinity')",
        );
      const lag = await alpha.get(OutboxRelay).lag();
      expect(lag.waiting).toBe(1);
      expect(lag.oldestSeconds).toBeGreaterThanOrEqual(3600);
    });

    it('keeps text with characters that PostgreSQL cannot store as text', async () => {
      const alpha = await test.start('alpha', new SampleProducer());
      const beta = new SampleConsumer();
      await test.start('beta', beta);
      await alpha.bus.request(publishThings, { subject: 's', numbers: [1], note: 'a\u0000b\ud800' });
      const [event] = await eventually(() => (expect(beta.seen).toHaveLength(1), beta.seen));
      expect(event?.data.note).toBe('a\u0000b\ud800');
    });
  });

  describe('inbox', () => {
    const test = useBus(openBus);

    it('applies an event once when it is delivered a thousand times, a hundred at once', async () => {
      const beta = await test.start('beta', new SampleConsumer());
      const inbox = beta.get(Inbox);
      const event = sampleEvent(1);
      const deliver = () => inbox.once(event, (manager) => addEffect(manager, 1));
      // No more at once: on a busy machine a thousand would wait for a connection longer than its timeout.
      for (let round = 0; round < 10; round++) await Promise.all(range(100).map(deliver));
      await expect(effects(beta.get(DataSource))).resolves.toEqual([1]);
    });

    it('applies an event on the next delivery when its effect failed', async () => {
      const beta = await test.start('beta', new SampleConsumer());
      const inbox = beta.get(Inbox);
      const event = sampleEvent(1);
      const failing = inbox.once(event, async (manager) => {
        await addEffect(manager, 1);
        throw new Error('half way');
      });
      await expect(failing).rejects.toThrow('half way');
      await expect(effects(beta.get(DataSource))).resolves.toEqual([]);
      await inbox.once(event, (manager) => addEffect(manager, 1));
      await expect(effects(beta.get(DataSource))).resolves.toEqual([1]);
    });

    it('purges event ids after thirty days, not before', async () => {
      const clock = new ManualClock();
      const beta = await test.start('beta', new SampleConsumer(), test.transport, clock);
      const inbox = beta.get(Inbox);
      const event = sampleEvent(1);
      const apply = () => inbox.once(event, (manager) => addEffect(manager, 1));
      await apply();
      clock.advance(30 * 24 * 3600 * 1000);
      await inbox.purge();
      await apply();
      await expect(effects(beta.get(DataSource))).resolves.toEqual([1]);
      clock.advance(1);
      await inbox.purge();
      await apply();
      await expect(effects(beta.get(DataSource))).resolves.toEqual([1, 1]);
    });
  });
}
