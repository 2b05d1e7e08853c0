import { type BusTransport, openRabbitMq } from '@waybill/bus';
import type { Logger } from '@waybill/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const POLL_MS = 100;

/**
 * Waits until RabbitMQ holds no event that was never delivered: such an event is in no row any more, and so in no
 * backup. Gives up after ten seconds, as the queues of a busy Waybill may never be empty.
 * @returns how many are left; null when RabbitMQ is unavailable or lost its queues
 */
export async function countUndeliveredEvents(
  url: string,
  services: readonly string[],
  logger: Logger,
): Promise<number | null> {
  const transport = await openRabbitMq({ url, logger });
  try {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const waiting = await countWaiting(transport, services);
      if (waiting === 0 || Date.now() > deadline) return waiting;
      await sleep(POLL_MS);
    }
  } catch {
    return null;
  } finally {
    await transport.close();
  }
}

async function countWaiting(transport: BusTransport, services: readonly string[]): Promise<number> {
  const backlogs = await Promise.all(services.map((service) => transport.backlog(service)));
  return backlogs.reduce((sum, backlog) => sum + backlog.waiting, 0);
}
