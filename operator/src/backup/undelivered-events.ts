import { openRabbitMq } from '@waybill/bus';
import type { Logger } from '@waybill/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const POLL_MS = 100;

/**
 * Waits until RabbitMQ holds no event that was never delivered: such an event is in no row any more, and so in no
 * backup. Gives up after ten seconds, as the queues of a busy Waybill may never be empty.
 * @returns how many are left
 */
export async function countUndeliveredEvents(
  url: string,
  services: readonly string[],
  logger: Logger,
): Promise<number> {
  const transport = await openRabbitMq({ url, logger });
  try {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const backlogs = await Promise.all(services.map((service) => transport.backlog(service)));
      const waiting = backlogs.reduce((sum, backlog) => sum + backlog.waiting, 0);
      if (waiting === 0 || Date.now() > deadline) return waiting;
      await sleep(POLL_MS);
    }
  } finally {
    await transport.close();
  }
}
