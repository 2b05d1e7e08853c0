import { type BusTransport, openRabbitMq } from '@waybill/bus';
import type { Logger } from '@waybill/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const POLL_MS = 100;

/**
 * Waits until RabbitMQ holds no undelivered event. Such an event has left the outbox, so a backup of the rows lacks it.
 * Gives up after ten seconds, because the queues of a busy Waybill may never be empty.
 * @returns number of undelivered events; null when RabbitMQ is unavailable or lost its queues
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
