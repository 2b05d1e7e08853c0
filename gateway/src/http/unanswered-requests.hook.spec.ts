import { Bus } from '@waybill/bus/client';
import { AppError } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const REQUEST = 'GET /api/files/6f9619ff-8b86-4d11-b42d-00c04fc964ff/metadata HTTP/1.1\r\nHost: x\r\n\r\n';

/** A service that replies when the test releases its requests. */
class HeldBus extends Bus {
  readonly held: (() => void)[] = [];

  override request(): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.held.push(() => reject(new AppError('files.not-found')));
    });
  }

  release(): void {
    for (const reply of this.held.splice(0)) reply();
  }
}

describe('limitUnansweredRequests', () => {
  let bus: HeldBus;
  let gateway: GatewayUnderTest;
  let client: Socket;
  let received: string;

  beforeEach(async () => {
    bus = new HeldBus();
    gateway = await startGatewayUnderTest(bus);
    client = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    received = '';
    client.on('data', (chunk: Buffer) => (received += String(chunk)));
    await once(client, 'connect');
  });
  afterEach(async () => {
    client.destroy();
    bus.release();
    await gateway.close();
  });

  const answers = () => received.split('HTTP/1.1 404').length - 1;

  it('serves 32 pipelined requests of a connection, and 32 more once those are answered', async () => {
    for (const total of [32, 64]) {
      client.write(REQUEST.repeat(32));
      await eventually(() => expect(bus.held).toHaveLength(32));
      bus.release();
      await eventually(() => expect(answers()).toBe(total));
    }
    expect(client.closed).toBe(false);
  });

  it('ends a connection with more than 32 unanswered requests, and starts none of the others', async () => {
    client.write(REQUEST.repeat(800));
    await eventually(() => expect(client.closed).toBe(true));
    expect(bus.held.length).toBeLessThanOrEqual(32);
  });
});
