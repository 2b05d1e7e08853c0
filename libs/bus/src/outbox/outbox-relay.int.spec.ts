import type { EventMessage } from '@waybill/contracts';
import { openDatabase } from '@waybill/database';
import { SystemClock, createLogger } from '@waybill/service-kit';
import { eventually, startPostgres } from '@waybill/testing';
import type { DataSource } from 'typeorm';
import { EventPublisher } from '../bus.js';
import { range, sampleEvent } from '../contract/test-bus.js';
import { databaseOf } from '../contract/sample-services.js';
import { OutboxRelay } from './outbox-relay.js';
import { Outbox } from './outbox.js';

const logger = createLogger('test', 'silent');

class RecordingPublisher extends EventPublisher {
  readonly published: number[] = [];
  refuse: (n: number) => boolean = () => false;
  isDown = false;

  override get isAvailable(): boolean {
    return !this.isDown;
  }

  publish(event: EventMessage): Promise<void> {
    const { n } = event.data as { n: number };
    if (this.refuse(n)) return Promise.reject(new Error('the bus is unavailable'));
    this.published.push(n);
    return Promise.resolve();
  }
}

describe('OutboxRelay', () => {
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

  it('publishes each event once, with eight relays on one outbox', async () => {
    await fill(range(900).map((n) => sampleEvent(n)));
    for (const relay of relays) relay.onApplicationBootstrap();
    await empty();
    expect(publisher.published.sort((a, b) => a - b)).toEqual(range(900));
  });

  it('keeps the order of a subject when publishing one of its events fails', async () => {
    let refusals = 0;
    let isUnavailable = true;
    publisher.refuse = (n) => {
      if (n !== 0 || !isUnavailable) return false;
      refusals++;
      return true;
    };
    await fill([sampleEvent(0, 'one subject')]);
    for (const relay of relays) relay.onApplicationBootstrap();
    await eventually(() => expect(refusals).toBeGreaterThan(0));
    await fill([...range(9).map((n) => sampleEvent(n + 1, 'one subject')), sampleEvent(99, 'another')]);
    await eventually(() => expect(publisher.published).toContain(99));
    isUnavailable = false;
    await empty();
    expect(publisher.published).toEqual([99, ...range(10)]);
  });

  it('counts no attempt of an event while the bus is unavailable', async () => {
    publisher.isDown = true;
    await fill([sampleEvent(0)]);
    const looks = jest.spyOn(publisher, 'isAvailable', 'get');
    for (const relay of relays) relay.onApplicationBootstrap();
    await eventually(() => expect(looks.mock.calls.length).toBeGreaterThan(2 * relays.length));
    await expect(dataSource.query('SELECT attempts FROM outbox')).resolves.toEqual([{ attempts: 0 }]);
    publisher.isDown = false;
    await empty();
    expect(publisher.published).toEqual([0]);
  });

  it('publishes a backlog of a table that looks empty to the planner', async () => {
    await dataSource.query('ALTER TABLE outbox SET (autovacuum_enabled = off)');
    const numbers = range(5000);
    await fill(numbers.map((n) => sampleEvent(n)));
    await dataSource.query('DELETE FROM outbox');
    await dataSource.query('ANALYZE outbox');
    await fill(numbers.map((n) => sampleEvent(n, `subject ${n % 8}`)));
    for (const relay of relays) relay.onApplicationBootstrap();
    await empty();
    expect(publisher.published).toEqual(numbers);
  });

  it('lets another relay go on when the one at work hangs or is killed', async () => {
    const [first, second] = relays as [OutboxRelay, OutboxRelay];
    let endHang: (() => void) | undefined;
    jest
      .spyOn(publisher, 'publishAll')
      .mockImplementationOnce(() => new Promise((resolve) => (endHang = () => resolve([]))));
    await fill([sampleEvent(0)]);
    first.onApplicationBootstrap();
    await eventually(() => expect(endHang).toBeDefined());
    second.onApplicationBootstrap();
    // PostgreSQL ends the session of a killed process immediately, and that of a hanging one after a timeout.
    await dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted`,
    );
    await empty();
    expect(publisher.published).toEqual([0]);
    endHang?.();
  });

  it('publishes the events of other subjects while those of one fail', async () => {
    publisher.refuse = (n) => n === 0;
    await fill(range(10).map((n) => sampleEvent(n)));
    for (const relay of relays) relay.onApplicationBootstrap();
    await eventually(() => expect(publisher.published).toHaveLength(9));
    publisher.refuse = () => false;
    await empty();
  });
});
