import { ConfigurationError, type Environment } from '@waybill/service-kit';
import { type EnvironmentName, readSharedEnvironment, type SharedEnvironment } from './environment.js';

/** What every process reads, whatever it does. */
export const commonVariables = [
  'PORT',
  'HOST',
  'GRACE_SECONDS',
  'LOG_LEVEL',
  'METRICS_PORT',
  'METRICS_HOST',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
  'RABBITMQ_URL',
] as const satisfies readonly EnvironmentName[];

/** What the processes of one Waybill have to share, so that none that reads it may fall back on its own machine. */
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

/** The shared environment, with everything set that this process reads and all must agree on. */
export type DistributedEnvironment<Name extends EnvironmentName = never> = SharedEnvironment & {
  readonly [N in Extract<Name | (typeof commonVariables)[number], Shared>]-?: NonNullable<
    SharedEnvironment[N]
  >;
};

const sentence = new Intl.ListFormat('en-GB');

/**
 * The validated environment of one process among many. Variables that it did not say it reads are as if unset, so
 * nobody has to give it secrets that are not its own.
 * @param reads beside what every process reads
 * @throws ConfigurationError that names all that is missing, or the first variable that is malformed
 */
export function readDistributedEnvironment<Name extends EnvironmentName>(
  environment: Environment,
  reads: readonly Name[],
): DistributedEnvironment<Name> {
  const names = new Set<string>([...commonVariables, ...reads]);
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => names.has(name)));
  const missing = shared.filter((name) => names.has(name) && !own[name]);
  if (missing.length > 0) {
    throw new ConfigurationError(
      `${sentence.format(missing)} ${missing.length > 1 ? 'are' : 'is'} not set, but needed by a process that ` +
        'runs beside others.',
    );
  }
  return readSharedEnvironment(own) as DistributedEnvironment<Name>;
}
