import { type BusTransport, openRabbitMq } from '@waybill/bus';
import type { Logger } from '@waybill/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const POLL_MS = 100;

/** Events that have left the outbox and are in RabbitMQ only, so a backup of the rows lacks them. */
export interface EventsInRabbitMq {
  /** Not delivered yet, or waiting for their next attempt. */
  readonly undelivered: number;
  readonly deadLetters: number;
}

/**
 * Waits until RabbitMQ holds no undelivered event. Gives up after ten seconds, because the queues of a busy Waybill may
 * never be empty. Does not wait for dead letters.
 * @returns null when RabbitMQ is unavailable or lost its queues
 */
export async function countUndeliveredEvents(
  url: string,
  services: readonly string[],
  logger: Logger,
): Promise<EventsInRabbitMq | null> {
  const transport = await openRabbitMq({ url, logger });
  try {
    return await waitUntilDelivered(transport, services);
  } catch {
    return null;
  } finally {
    await transport.close();
  }
}

export async function waitUntilDelivered(
  transport: Pick<BusTransport, 'backlog'>,
  services: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<EventsInRabbitMq> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const backlogs = await Promise.all(services.map((service) => transport.backlog(service)));
    const undelivered = backlogs.reduce((sum, { waiting, retrying }) => sum + waiting + retrying, 0);
    const deadLetters = backlogs.reduce((sum, { dead }) => sum + dead, 0);
    if (undelivered === 0 || Date.now() > deadline) return { undelivered, deadLetters };
    await sleep(POLL_MS);
  }
}
