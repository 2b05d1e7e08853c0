import { billingDatabase, grantPlan } from '@waybill/billing';
import { readSharedEnvironment } from '@waybill/composition';
import { planIdSchema } from '@waybill/contracts';
import { MIGRATION_CONNECTIONS, openDatabase } from '@waybill/database';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { withDatabase } from './with-database.js';

const USAGE = 'Usage: npm run plan -- someone@example.com free|basic|pro';

/** Grants a plan to an account, while Waybill runs or while it is stopped. */
export async function plan([email, planName]: readonly string[]): Promise<void> {
  const planId = planIdSchema.safeParse(planName);
  if (email === undefined || !planId.success) throw new ConfigurationError(USAGE);
  const env = readSharedEnvironment(process.env);
  const effective = await withDatabase(env, async (url) => {
    const database = await openDatabase(url, billingDatabase, createLogger('plan', 'warn'), {
      poolSize: MIGRATION_CONNECTIONS,
    });
    try {
      return await grantPlan(database, email, planId.data);
    } finally {
      await database.destroy();
    }
  });
  process.stdout.write(`${email} is on the ${effective} plan now.\n`);
}
