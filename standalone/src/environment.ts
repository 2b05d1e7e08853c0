import { readBackupTarget } from '@waybill/backup';
import { readStripeConfig, stripeEnv } from '@waybill/billing';
import { readSharedEnvironment, senderOf, sharedVariables } from '@waybill/composition';
import type { Environment } from '@waybill/service-kit';

/** Names of all variables, for the tests of the documentation. */
export const environmentNames = [...sharedVariables, ...Object.keys(stripeEnv)];

/** The validated environment of the standalone profile. @throws ConfigurationError */
export function readEnvironment(environment: Environment) {
  const shared = readSharedEnvironment(environment);
  // Checked here, because other processes of an installation know only one of the two variables.
  senderOf(shared);
  // Backups would fail one by one, while their operator relies on them.
  const { BACKUP_TO: target } = shared;
  if (target !== undefined) readBackupTarget(target, shared, `BACKUP_TO=${target}`);
  return { ...shared, stripe: readStripeConfig(environment) };
}

export type StandaloneEnvironment = ReturnType<typeof readEnvironment>;
