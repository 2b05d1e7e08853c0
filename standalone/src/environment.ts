import { billingConfiguration } from '@waybill/billing';
import { readSharedEnvironment, sharedNames } from '@waybill/composition';
import { type Environment, readConfiguration } from '@waybill/service-kit';

/** Every variable there is. */
export const environmentNames = [...sharedNames, ...Object.keys(billingConfiguration)];

/** The whole validated environment of the standalone profile. @throws ConfigurationError */
export function readEnvironment(environment: Environment) {
  return { ...readSharedEnvironment(environment), ...readConfiguration(billingConfiguration, environment) };
}

export type StandaloneEnvironment = ReturnType<typeof readEnvironment>;
