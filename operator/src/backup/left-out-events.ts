import type { VerifiedBackup } from '@waybill/backup';
import { deliveriesDatabase } from '@waybill/bus';
import type { SharedEnvironment } from '@waybill/composition';
import { ConfigurationError } from '@waybill/service-kit';

/** Each row is an event that one service has not consumed, dead letters included. */
const DELIVERIES = 'delivery';

/**
 * Counts the events of the in-process bus that a restore leaves out, because RabbitMQ is the bus of the target.
 * Publishing them there would deliver them again to the services that have consumed them.
 * @throws ConfigurationError with one sentence when there are some, unless `force`
 */
export function countLeftOutEvents(
  { schemas }: Pick<VerifiedBackup['manifest'], 'schemas'>,
  { RABBITMQ_URL }: Pick<SharedEnvironment, 'RABBITMQ_URL'>,
  force: boolean,
): number {
  if (RABBITMQ_URL === undefined) return 0;
  const tables = schemas[deliveriesDatabase.schema]?.tables ?? [];
  const events = tables.find(({ name }) => name === DELIVERIES)?.rows ?? 0;
  if (events === 0 || force) return events;
  throw new ConfigurationError(
    `The backup has ${events} undelivered events or dead letters of one machine, which cannot be restored into ` +
      'RabbitMQ: start the one machine until they are delivered, replay or drop its dead letters with `dead-letters`, ' +
      'stop it and back up again. With --force they are left out, for good.',
  );
}
