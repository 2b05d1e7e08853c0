import { createLogger } from '@waybill/service-kit';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { countUndeliveredEvents } from './undelivered-events.js';

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
