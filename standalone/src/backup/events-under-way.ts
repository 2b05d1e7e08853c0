import { openRabbitMq } from '@waybill/bus';
import type { Logger } from '@waybill/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;
const POLL_MS = 100;

/**
 * Waits until RabbitMQ keeps no event that nobody has tried to take: those would be in no backup, as they are in no row
 * any more. A busy Waybill may never come to rest, so it is waited for ten seconds at most.
 * @returns how many are left
 */
export async function eventsUnderWay(
  url: string,
  services: readonly string[],
  logger: Logger,
): Promise<number> {
  const transport = await openRabbitMq({ url, logger });
  try {
    const deadline = Date.now() + PATIENCE_MS;
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
