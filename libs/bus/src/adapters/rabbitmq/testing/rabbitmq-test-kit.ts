import { createLogger } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { type ChannelModel, type Connection, type ConsumeMessage, connect } from 'amqplib';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect as dial, createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { DataSource } from 'typeorm';
import type { OpenBus } from '../../../contract/open-bus.js';
import type { TestBus } from '../../../contract/test-bus.js';
import { SampleConsumer, addEffect, effects, thingHappened } from '../../../contract/sample-services.js';
import { Inbox } from '../../../inbox/inbox.js';
import { Outbox } from '../../../outbox/outbox.js';
import type { RunningService } from '../../../testing/start-service.js';
import type { BusTransport } from '../../../bus-transport.js';
import { RabbitMqTransport } from '../rabbitmq-transport.js';
import { Topology } from '../topology.js';

const logger = createLogger('test', 'silent');

/** Opens independent buses on one server, one per database. */
export function openBusOn(url: () => string): OpenBus {
  return (databaseUrl, options) =>
    RabbitMqTransport.open({ url: url(), prefix: prefixOf(databaseUrl), logger, ...options });
}

/** The topology of the bus that belongs to a database. */
export function topologyOf(databaseUrl: string): Topology {
  return new Topology(prefixOf(databaseUrl), { attempts: 3, firstDelayMs: 10, longestDelayMs: 50 });
}

function prefixOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}

export interface Replica {
  readonly consumer: SampleConsumer;
  readonly service: RunningService;
  /** Effects in the database that all replicas share, sorted by number. */
  effects(): Promise<number[]>;
}

/** A replica of beta with its own connections, as in a process of its own. Applies events through the inbox. */
export async function startBeta(test: TestBus, on?: BusTransport): Promise<Replica> {
  const consumer = new SampleConsumer();
  const starting = test.start('beta', consumer, on ?? (await test.open()));
  consumer.react = async (event) => {
    const service = await starting;
    await service.get(Inbox).once(event, (manager) => addEffect(manager, event.data.n));
  };
  const service = await starting;
  return { consumer, service, effects: () => effects(service.get(DataSource)) };
}

/** Publishes number `n` through the outbox of alpha, with one of seven subjects. */
export async function publishNumber(alpha: RunningService, n: number): Promise<void> {
  await alpha.get(DataSource).transaction(async (manager) => {
    await alpha.get(Outbox).add(manager, thingHappened, `subject ${n % 7}`, { n });
  });
}

/** A process that receives messages of a queue, acknowledges none of them, and is killed. */
export class CrashingConsumer {
  private readonly deliveries: ConsumeMessage[] = [];

  private constructor(private readonly connection: ChannelModel) {
    connection.on('error', () => undefined);
  }

  /** Resolves when it consumes the queue. */
  static async start(url: string, queue: string, prefetch: number): Promise<CrashingConsumer> {
    const consumer = new CrashingConsumer(await connect(url));
    const channel = await consumer.connection.createChannel();
    await channel.prefetch(prefetch);
    await channel.consume(queue, (message) => {
      if (message) consumer.deliveries.push(message);
    });
    return consumer;
  }

  /** Is killed as soon as it has received `count` messages. */
  async dieHolding(count: number): Promise<ConsumeMessage[]> {
    await eventually(() => expect(this.deliveries).toHaveLength(count));
    (this.connection.connection as Connection & { stream: Duplex }).stream.destroy(new Error('killed'));
    return this.deliveries;
  }
}

/** A proxy in front of a server. Cutting it looks to the server as if the process at its other end was killed. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(target: string): Promise<TcpProxy> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(target);
    const port = Number(url.port);
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new TcpProxy(server, url.href);
    server.on('connection', (near) => {
      const far = dial(port, url.hostname);
      for (const socket of [near, far]) proxy.sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    return proxy;
  }

  /** Closes all connections. */
  cut(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
