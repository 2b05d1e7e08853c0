import { Controller, Module } from '@nestjs/common';
import {
  type BusTransport,
  busEntities,
  busMigrations,
  Consumes,
  InProcessTransport,
  openRabbitMq,
} from '@waybill/bus';
import { type RunningService, startServiceOn } from '@waybill/bus/testing';
import { type EventMessage, passwordResetRequested } from '@waybill/contracts';
import { createLogger } from '@waybill/service-kit';
import { eventually, startPostgres, startRabbitMq, type TestDatabase } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { parseDeadLettersCommand } from './arguments.js';
import { runDeadLettersCommand } from './run-dead-letters-command.js';

const retry = { attempts: 1, firstDelayMs: 10, longestDelayMs: 10 };
const logger = createLogger('test', 'silent');
const reason = startRabbitMq.unavailable();
if (reason !== null) process.stderr.write(`Skipped "dead-letters command on RabbitMQ": ${reason}\n`);

let consumed: string[] = [];
let isBroken = true;

@Controller()
class PostConsumer {
  @Consumes(passwordResetRequested)
  consume(event: EventMessage<typeof passwordResetRequested>): void {
    if (isBroken) throw new Error('The post office is closed.\nPlease ring.');
    consumed.push(event.id);
  }
}

@Module({ controllers: [PostConsumer] })
class PostModule {}

interface Bus {
  readonly transport: BusTransport;
  stop(): Promise<unknown>;
}

describe.each<[string, (databaseUrl: string) => Promise<Bus>]>([
  ['PostgreSQL', onPostgres],
  ...(reason === null ? [['RabbitMQ', onRabbitMq] as [string, () => Promise<Bus>]] : []),
])('dead-letters command on %s', (_, open) => {
  let database: TestDatabase;
  let bus: Bus;
  let services: RunningService[];

  beforeAll(async () => {
    database = await startPostgres();
    bus = await open(database.url);
    services = [await start('post'), await start('archive')];
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await bus.transport.close();
    await bus.stop();
    await database.stop();
  });
  beforeEach(() => {
    consumed = [];
    isBroken = true;
  });
  afterEach(async () => {
    for (const letter of await bus.transport.deadLetters().list())
      await bus.transport.deadLetters().drop(letter);
  });

  const start = (service: string) =>
    startServiceOn(bus.transport, {
      module: PostModule,
      service,
      url: database.url,
      database: { schema: service, entities: [...busEntities], migrations: [...busMigrations] },
    });
  const run = (...args: string[]) =>
    runDeadLettersCommand(parseDeadLettersCommand(args), bus.transport.deadLetters());

  /** Publishes an event that both services fail to consume. @returns its id */
  async function fail(): Promise<string> {
    const event = eventOf(randomUUID());
    await bus.transport.publisher().publish(event);
    await eventually(async () => {
      const letters = await bus.transport.deadLetters().list();
      expect(letters.filter(({ eventId }) => eventId === event.id)).toHaveLength(2);
    });
    return event.id;
  }

  it('lists one line for each dead letter, of one service if asked to', async () => {
    const id = await fail();
    expect((await run('list')).split('\n')).toHaveLength(3);
    const [heading, line, ...more] = (await run('list', '--service', 'post')).split('\n');
    expect(heading).toMatch(/^DIED +SERVICE +EVENT +ID +TRIES +ERROR$/);
    expect(line).toMatch(
      new RegExp(`post +auth.password-reset.requested +${id} +1 +Error: The post office is closed.$`),
    );
    expect(more).toEqual([]);
  });

  it('finds the letters of one service and of one event, however many others there are', async () => {
    const [first, second] = [await fail(), await fail()];
    const letters = bus.transport.deadLetters();
    expect(await letters.list(1, { consumer: 'archive', eventId: second })).toMatchObject([
      { consumer: 'archive', eventId: second },
    ]);
    expect((await letters.list(9, { eventId: first })).map(({ consumer }) => consumer).sort()).toEqual([
      'archive',
      'post',
    ]);
    expect(await run('list', '--service', 'nobody')).toBe('There are no dead letters of nobody.');
  });

  it('shows a whole event with its secrets hidden', async () => {
    const shown = await run('show', await fail(), '--service', 'post');
    expect(shown).toContain('Please ring.');
    expect(shown).toContain('ada@example.com');
    expect(shown).toContain('"token": "(hidden)"');
    expect(shown).not.toContain('a secret token');
  });

  it('replays an event to the service that failed and to no other', async () => {
    const id = await fail();
    isBroken = false;
    expect(await run('replay', id, '--service', 'archive')).toBe(
      `Sent again: auth.password-reset.requested ${id} to archive.`,
    );
    await eventually(() => expect(consumed).toEqual([id]));
    await expect(run('replay', id, '--service', 'archive')).rejects.toThrow(
      /^There is no dead letter .* of archive/,
    );
    expect(await run('list', '--service', 'post')).toContain(id);
  });

  it('replays all events', async () => {
    const ids = [await fail(), await fail()];
    isBroken = false;
    expect(await run('replay', '--all')).toBe('Sent again: 4 events.');
    await eventually(() => expect(consumed.toSorted()).toEqual([...ids, ...ids].toSorted()));
    expect(await run('list')).toBe('There are no dead letters.');
  });

  it('drops one event, and only with --yes', async () => {
    const id = await fail();
    await expect(run('drop', id, '--service', 'post')).rejects.toThrow(/^Dropping an event is permanent/);
    await expect(run('drop', id, '--yes')).rejects.toThrow(/^Several services failed to consume this event/);
    expect(await run('drop', id, '--yes', '--service', 'post')).toMatch(/^Dropped: /);
    expect((await bus.transport.deadLetters().list()).map(({ consumer }) => consumer)).toEqual(['archive']);
  });
});

async function onPostgres(databaseUrl: string): Promise<Bus> {
  return {
    transport: await InProcessTransport.open({ databaseUrl, logger, retry }),
    stop: () => Promise.resolve(),
  };
}

async function onRabbitMq(): Promise<Bus> {
  const { url, stop } = await startRabbitMq();
  return { transport: await openRabbitMq({ url, logger, retry }), stop };
}

function eventOf(userId: string): EventMessage<typeof passwordResetRequested> {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: 'auth',
    type: passwordResetRequested.type,
    time: new Date().toISOString(),
    subject: userId,
    correlationid: randomUUID(),
    data: {
      userId,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      token: 'a secret token',
      expiresAt: new Date().toISOString(),
    },
  };
}
