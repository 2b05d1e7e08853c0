import { ConfigurationError, type Environment } from '@waybill/service-kit';
import { readSharedEnvironment, type SharedEnvironment } from './environment.js';

/** What the processes of one Waybill have to share, so that none of them may fall back on its own machine. */
const shared = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'RABBITMQ_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SESSION_SECRET',
  'ENCRYPTION_KEY',
] as const;

type Shared = (typeof shared)[number];

/** The shared environment, with everything set that all processes must agree on. */
export type DistributedEnvironment = SharedEnvironment & {
  readonly [Name in Shared]-?: NonNullable<SharedEnvironment[Name]>;
};

const sentence = new Intl.ListFormat('en-GB');

/**
 * The validated environment of one process among many.
 * @throws ConfigurationError that names all that is missing, or the first variable that is malformed
 */
export function readDistributedEnvironment(environment: Environment): DistributedEnvironment {
  const missing = shared.filter((name) => !environment[name]);
  if (missing.length > 0) {
    throw new ConfigurationError(
      `${sentence.format(missing)} ${missing.length > 1 ? 'are' : 'is'} not set, but needed by a process that ` +
        'runs beside others.',
    );
  }
  return readSharedEnvironment(environment) as DistributedEnvironment;
}
