import { createLogger } from '@waybill/service-kit';
import { describeWithServer, eventually, startRedis } from '@waybill/testing';
import { openRedis, type RedisConnection } from '../redis-connection.js';
import { RedisSignals } from './redis-signals.js';
import { signalsContract } from './signals.contract.js';

const logger = createLogger('test', 'silent');

describeWithServer('RedisSignals', startRedis, (server) => {
  const opened: { redis: RedisConnection; signals: RedisSignals }[] = [];

  async function open(): Promise<RedisSignals> {
    const redis = await openRedis(server().url, logger);
    const signals = new RedisSignals(redis, logger);
    opened.push({ redis, signals });
    return signals;
  }

  afterEach(async () => {
    for (const { redis, signals } of opened.splice(0)) {
      await signals.close();
      redis.disconnect();
    }
  });

  signalsContract(open);

  it('listens again after an outage', async () => {
    const [sender, listener] = [await open(), await open()];
    const received: string[] = [];
    await listener.listen('topic', (message) => received.push(message));
    await server().kill();
    await sender.send('topic', 'lost');
    await server().restart();
    await eventually(async () => {
      await sender.send('topic', 'again');
      expect(received).toContain('again');
    });
    expect(received).not.toContain('lost');
  });
});
