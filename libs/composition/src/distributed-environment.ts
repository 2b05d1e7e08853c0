import { ConfigurationError, type Environment } from '@waybill/service-kit';
import { type EnvironmentName, readSharedEnvironment, type SharedEnvironment } from './environment.js';

/** Variables that every process reads. */
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

/**
 * Variables that must be set in every process that reads them, because all processes must share the same values.
 * None may fall back to a default on its own machine.
 */
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

/** The shared environment, in which the shared variables that this process reads are always set. */
export type DistributedEnvironment<Name extends EnvironmentName = never> = SharedEnvironment & {
  readonly [N in Extract<Name | (typeof commonVariables)[number], Shared>]-?: NonNullable<
    SharedEnvironment[N]
  >;
};

const sentence = new Intl.ListFormat('en-GB');

/**
 * Reads and validates the environment of one process of the cluster profile. Ignores variables that the process
 * does not declare, so that it needs only its own secrets.
 * @param variables those that the process reads, in addition to the common ones
 * @throws ConfigurationError that names all missing variables, or the first malformed one
 */
export function readDistributedEnvironment<Name extends EnvironmentName>(
  environment: Environment,
  variables: readonly Name[],
): DistributedEnvironment<Name> {
  const names = new Set<string>([...commonVariables, ...variables]);
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
