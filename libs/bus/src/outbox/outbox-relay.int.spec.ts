import type { EventMessage } from '@waybill/contracts';
import { openDatabase } from '@waybill/database';
import { SystemClock, createLogger } from '@waybill/service-kit';
import { eventually, startPostgres } from '@waybill/testing';
import type { DataSource } from 'typeorm';
import { EventPublisher } from '../bus.js';
import { range, thing } from '../contract/test-bus.js';
import { databaseOf } from '../contract/test-services.js';
import { OutboxRelay } from './outbox-relay.js';
import { Outbox } from './outbox.js';

const logger = createLogger('test', 'silent');

class RecordingPublisher extends EventPublisher {
  readonly told: number[] = [];
  refuse: (n: number) => boolean = () => false;

  publish(event: EventMessage): Promise<void> {
    const { n } = event.data as { n: number };
    if (this.refuse(n)) return Promise.reject(new Error('the bus is away'));
    this.told.push(n);
    return Promise.resolve();
  }
}

describe('outbox relays', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let dataSource: DataSource;
  let publisher: RecordingPublisher;
  let relays: OutboxRelay[];

  beforeEach(async () => {
    postgres = await startPostgres();
    dataSource = await openDatabase(postgres.url, databaseOf('alpha'), logger, { poolSize: 20 });
    publisher = new RecordingPublisher();
    const outbox = new Outbox('alpha', dataSource, new SystemClock());
    relays = range(8).map(() => new OutboxRelay(outbox, dataSource, publisher, logger));
  });

  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.beforeApplicationShutdown()));
    await dataSource.destroy();
    await postgres.stop();
  });

  async function fill(events: EventMessage[]): Promise<void> {
    const rows = JSON.stringify(events.map((event) => ({ subject: event.subject, event })));
    await dataSource.query(
      'INSERT INTO outbox (subject, event) SELECT subject, event FROM json_to_recordset($1) AS rows(subject text, event json)',
      [rows],
    );
  }

  const empty = () =>
    eventually(async () => {
      await expect(dataSource.query('SELECT FROM outbox')).resolves.toEqual([]);
    });

  it('share the work, and tell each event once', async () => {
    await fill(range(900).map((n) => thing(n)));
    for (const relay of relays) relay.onApplicationBootstrap();
    await empty();
    expect(publisher.told.sort((a, b) => a - b)).toEqual(range(900));
  });

  it('let no event of a subject overtake one that was not taken', async () => {
    let refusals = 0;
    let away = true;
    publisher.refuse = (n) => {
      if (n !== 0 || !away) return false;
      refusals++;
      return true;
    };
    await fill([thing(0, 'one subject')]);
    for (const relay of relays) relay.onApplicationBootstrap();
    await eventually(() => expect(refusals).toBeGreaterThan(0));
    await fill([...range(9).map((n) => thing(n + 1, 'one subject')), thing(99, 'another')]);
    await eventually(() => expect(publisher.told).toContain(99));
    away = false;
    await empty();
    expect(publisher.told).toEqual([99, ...range(10)]);
  });

  it('tell the other subjects while one is not taken', async () => {
    publisher.refuse = (n) => n === 0;
    await fill(range(10).map((n) => thing(n)));
    for (const relay of relays) relay.onApplicationBootstrap();
    await eventually(() => expect(publisher.told).toHaveLength(9));
    publisher.refuse = () => false;
    await empty();
  });
});
