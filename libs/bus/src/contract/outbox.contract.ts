import { randomUUID } from 'node:crypto';
import { ManualClock } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { Inbox } from '../inbox/inbox.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { Outbox } from '../outbox/outbox.js';
import type { OpenBus } from './bus.contract.js';
import { range, thing, useBus } from './test-bus.js';
import { Alpha, Consumer, addEffect, effects, tell, thingHappened } from './test-services.js';

/** What outbox and inbox promise on every bus. */
export function describeOutbox(openBus: OpenBus): void {
  describe('the outbox', () => {
    const test = useBus(openBus);

    it('tells nothing of a transaction that rolled back', async () => {
      const beta = new Consumer();
      const alpha = await test.start('alpha', new Alpha());
      await test.start('beta', beta);
      await expect(
        alpha.bus.request(tell, { subject: 's', numbers: [1], rollBack: true }),
      ).rejects.toMatchObject({ code: 'request.invalid' });
      await alpha.bus.request(tell, { subject: 's', numbers: [2] });
      await eventually(() => expect(beta.numbers).toContain(2));
      expect(beta.numbers).toEqual([2]);
      expect(alpha.published()).toHaveLength(1);
    });

    it('takes nothing outside of a transaction', async () => {
      const alpha = await test.start('alpha', new Alpha());
      const { manager } = alpha.get(DataSource);
      await expect(alpha.get(Outbox).add(manager, thingHappened, 's', { n: 1 })).rejects.toThrow(
        'transaction',
      );
    });

    it("takes no other service's event", async () => {
      const beta = await test.start('beta', new Consumer());
      const told = beta
        .get(DataSource)
        .transaction((manager) => beta.get(Outbox).add(manager, thingHappened, 's', { n: 1 }));
      await expect(told).rejects.toThrow('beta may not tell alpha.thing.happened');
    });

    it('takes nothing its contract refuses', async () => {
      const alpha = await test.start('alpha', new Alpha());
      const told = alpha
        .get(DataSource)
        .transaction((manager) => alpha.get(Outbox).add(manager, thingHappened, 's', { n: 1.5 }));
      await expect(told).rejects.toThrow();
    });

    it('tells each event once, in order, with two relays at work', async () => {
      const beta = new Consumer();
      await test.start('beta', beta);
      const here = await test.start('alpha', new Alpha());
      const there = await test.start('alpha', new Alpha(), await test.open());
      await Promise.all(
        range(40).map((n) =>
          (n % 2 ? here : there).bus.request(tell, {
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

    it('tells what a killed relay had in hand once its lease has run out', async () => {
      const alpha = await test.start('alpha', new Alpha());
      const beta = new Consumer();
      await test.start('beta', beta);
      const event = thing(1);
      await alpha
        .get(DataSource)
        .query(
          "INSERT INTO outbox (subject, event, attempts, due_at) VALUES ('s', $1, 1, now() + interval '0.2 s')",
          [JSON.stringify(event)],
        );
      await eventually(() => expect(beta.numbers).toEqual([1]));
    });

    it('is handed over in full before the service closes', async () => {
      const beta = new Consumer();
      await test.start('beta', beta);
      const alpha = await test.start('alpha', new Alpha());
      await alpha.bus.request(tell, { subject: 's', numbers: range(250) });
      await alpha.close();
      await eventually(() => expect(beta.numbers).toEqual(range(250)));
    });

    it('knows how far it is behind', async () => {
      const alpha = await test.start('alpha', new Alpha());
      await alpha
        .get(DataSource)
        .query(
          "INSERT INTO outbox (subject, event, told_at, due_at) VALUES ('s', '{}', now() - interval '1 h', 'infinity')",
        );
      const lag = await alpha.get(OutboxRelay).lag();
      expect(lag.waiting).toBe(1);
      expect(lag.oldestSeconds).toBeGreaterThanOrEqual(3600);
    });

    it('keeps text that PostgreSQL has no character for', async () => {
      const alpha = await test.start('alpha', new Alpha());
      const beta = new Consumer();
      await test.start('beta', beta);
      await alpha.bus.request(tell, { subject: 's', numbers: [1], note: 'a\u0000b\ud800' });
      const [event] = await eventually(() => (expect(beta.seen).toHaveLength(1), beta.seen));
      expect(event?.data.note).toBe('a\u0000b\ud800');
    });
  });

  describe('the inbox', () => {
    const test = useBus(openBus);

    it('lets an event take effect once, however often it comes at once', async () => {
      const beta = await test.start('beta', new Consumer());
      const inbox = beta.get(Inbox);
      const event = thing(1);
      await Promise.all(range(1000).map(() => inbox.once(event, (manager) => addEffect(manager, 1))));
      await expect(effects(beta.get(DataSource))).resolves.toEqual([1]);
    });

    it('lets an event whose effect failed take effect the next time', async () => {
      const beta = await test.start('beta', new Consumer());
      const inbox = beta.get(Inbox);
      const event = thing(1);
      const failing = inbox.once(event, async (manager) => {
        await addEffect(manager, 1);
        throw new Error('half way');
      });
      await expect(failing).rejects.toThrow('half way');
      await expect(effects(beta.get(DataSource))).resolves.toEqual([]);
      await inbox.once(event, (manager) => addEffect(manager, 1));
      await expect(effects(beta.get(DataSource))).resolves.toEqual([1]);
    });

    it('forgets after thirty days, not before', async () => {
      const clock = new ManualClock();
      const beta = await test.start('beta', new Consumer(), test.transport, clock);
      const inbox = beta.get(Inbox);
      const event = thing(1);
      const take = () => inbox.once(event, (manager) => addEffect(manager, 1));
      await take();
      clock.advance(30 * 24 * 3600 * 1000);
      await inbox.purge();
      await take();
      await expect(effects(beta.get(DataSource))).resolves.toEqual([1]);
      clock.advance(1);
      await inbox.purge();
      await take();
      await expect(effects(beta.get(DataSource))).resolves.toEqual([1, 1]);
    });
  });
}
