import { createLogger } from '@waybill/service-kit';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { countUndeliveredEvents, waitUntilDelivered } from './undelivered-events.js';

describe('countUndeliveredEvents', () => {
  it('returns null while RabbitMQ is unavailable', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const url = `amqp://127.0.0.1:${port}`;
    await expect(countUndeliveredEvents(url, ['files'], createLogger('test', 'silent'))).resolves.toBeNull();
  });
});

describe('waitUntilDelivered', () => {
  const transportWith = (backlog: { waiting: number; retrying: number; dead: number }) => ({
    backlog: jest.fn().mockResolvedValue({ waiting: 0, retrying: 0, dead: 0 }).mockResolvedValueOnce(backlog),
  });

  it.each(['waiting', 'retrying'])('waits for %s events', async (state) => {
    const transport = transportWith({ waiting: 0, retrying: 0, dead: 0, [state]: 3 });
    expect(await waitUntilDelivered(transport, ['files'])).toEqual({ undelivered: 0, deadLetters: 0 });
    expect(transport.backlog).toHaveBeenCalledTimes(2);
  });

  it('counts waiting and retrying events after the timeout', async () => {
    const transport = transportWith({ waiting: 1, retrying: 2, dead: 0 });
    expect(await waitUntilDelivered(transport, ['files'], -1)).toEqual({ undelivered: 3, deadLetters: 0 });
  });

  it('counts dead letters without waiting for them', async () => {
    const transport = transportWith({ waiting: 0, retrying: 0, dead: 4 });
    expect(await waitUntilDelivered(transport, ['files'])).toEqual({ undelivered: 0, deadLetters: 4 });
    expect(transport.backlog).toHaveBeenCalledTimes(1);
  });
});
