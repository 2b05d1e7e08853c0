import { readStripeConfig, stripeEnv } from '@waybill/billing';
import { readSharedEnvironment, sharedVariables } from '@waybill/composition';
import type { Environment } from '@waybill/service-kit';

/** Names of all variables, for the tests of the documentation. */
export const environmentNames = [...sharedVariables, ...Object.keys(stripeEnv)];

/** The validated environment of the standalone profile. @throws ConfigurationError */
export function readEnvironment(environment: Environment) {
  return { ...readSharedEnvironment(environment), stripe: readStripeConfig(environment) };
}

export type StandaloneEnvironment = ReturnType<typeof readEnvironment>;
