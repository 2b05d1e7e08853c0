import { createLogger } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { type ChannelModel, type Connection, type ConsumeMessage, connect } from 'amqplib';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect as dial, createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { DataSource } from 'typeorm';
import type { OpenBus } from '../../contract/bus.contract.js';
import type { BusForTest } from '../../contract/test-bus.js';
import { Consumer, addEffect, effects, thingHappened } from '../../contract/test-services.js';
import { Inbox } from '../../inbox/inbox.js';
import { Outbox } from '../../outbox/outbox.js';
import type { RunningService } from '../../testing/start-service.js';
import type { BusTransport } from '../../transport.js';
import { RabbitMqTransport } from './rabbitmq-transport.js';
import { Topology } from './topology.js';

const logger = createLogger('test', 'silent');

/** Opens buses on one server that know nothing of each other, one for each database. */
export function busesOn(url: () => string): OpenBus {
  return (databaseUrl, options) =>
    RabbitMqTransport.open({ url: url(), prefix: prefixOf(databaseUrl), logger, ...options });
}

/** The queues of the bus that belongs to a database. */
export function queuesOf(databaseUrl: string): Topology {
  return new Topology(prefixOf(databaseUrl), { attempts: 3, firstDelayMs: 10, longestDelayMs: 50 });
}

function prefixOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}

export interface Replica {
  readonly consumer: Consumer;
  readonly service: RunningService;
  /** What took effect in the database that all replicas share, in order of the numbers. */
  effects(): Promise<number[]>;
}

/** A replica of beta, as if in a process of its own, whose events take effect through the inbox. */
export async function startBeta(test: BusForTest, on?: BusTransport): Promise<Replica> {
  const consumer = new Consumer();
  const starting = test.start('beta', consumer, on ?? (await test.open()));
  consumer.react = async (event) => {
    const service = await starting;
    await service.get(Inbox).once(event, (manager) => addEffect(manager, event.data.n));
  };
  const service = await starting;
  return { consumer, service, effects: () => effects(service.get(DataSource)) };
}

/** Has alpha tell number `n` through its outbox, about one of seven subjects. */
export async function tellOf(alpha: RunningService, n: number): Promise<void> {
  await alpha.get(DataSource).transaction(async (manager) => {
    await alpha.get(Outbox).add(manager, thingHappened, `subject ${n % 7}`, { n });
  });
}

/** A process that takes messages of a queue, ends none of them, and is killed. */
export class DoomedProcess {
  private readonly taken: ConsumeMessage[] = [];

  private constructor(private readonly connection: ChannelModel) {
    connection.on('error', () => undefined);
  }

  /** Resolves when it has taken hold of the queue. */
  static async start(url: string, queue: string, atOnce: number): Promise<DoomedProcess> {
    const doomed = new DoomedProcess(await connect(url));
    const channel = await doomed.connection.createChannel();
    await channel.prefetch(atOnce);
    await channel.consume(queue, (message) => {
      if (message) doomed.taken.push(message);
    });
    return doomed;
  }

  /** Is killed as soon as it has `count` messages in hand. */
  async dieWith(count: number): Promise<ConsumeMessage[]> {
    await eventually(() => expect(this.taken).toHaveLength(count));
    (this.connection.connection as Connection & { stream: Duplex }).stream.destroy(new Error('killed'));
    return this.taken;
  }
}

/** A cable to a server, that can be cut: to the server, the process at its other end is dead. */
export class Cable {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(target: string): Promise<Cable> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(target);
    const port = Number(url.port);
    url.port = String((server.address() as AddressInfo).port);
    const cable = new Cable(server, url.href);
    server.on('connection', (near) => {
      const far = dial(port, url.hostname);
      for (const socket of [near, far]) cable.sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    return cable;
  }

  /** Nothing goes through any more. */
  cut(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
