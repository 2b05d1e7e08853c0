import { billingDatabase, grantPlan } from '@waybill/billing';
import { AppError, planIdSchema } from '@waybill/contracts';
import { openDatabase } from '@waybill/database';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { readEnvironment } from './environment.js';
import { withDatabase } from './running-database.js';
import { runCommand } from './run-command.js';

/** One holds the migrations' lock while another runs them. */
const CONNECTIONS = 2;

const USAGE = 'Usage: npm run plan -- someone@example.com free|basic|pro';

/** Gives an account a plan, beside a running Waybill or without one. */
async function main(email: string | undefined, planName: string | undefined): Promise<void> {
  const plan = planIdSchema.safeParse(planName);
  if (email === undefined || !plan.success) throw new ConfigurationError(USAGE);
  const env = readEnvironment(process.env);
  const now = await withDatabase(env, async (url) => {
    const database = await openDatabase(url, billingDatabase, createLogger('plan', 'warn'), {
      poolSize: CONNECTIONS,
    });
    try {
      return await grantPlan(database, email, plan.data);
    } finally {
      await database.destroy();
    }
  });
  process.stdout.write(`${email} is on the ${now} plan now.\n`);
}

await runCommand(() => main(process.argv[2], process.argv[3]), AppError);
