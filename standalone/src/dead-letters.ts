import { type BusTransport, InProcessTransport, openRabbitMq } from '@waybill/bus';
import { createLogger } from '@waybill/service-kit';
import { readOrder } from './dead-letters/arguments.js';
import { obey } from './dead-letters/obey.js';
import { readEnvironment } from './environment.js';
import { withDatabase } from './running-database.js';

/** Shows an operator the events that a service failed to take, sends them again or drops them, on either profile. */
async function main(args: readonly string[]): Promise<void> {
  const order = readOrder(args);
  const env = readEnvironment(process.env);
  const logger = createLogger('dead-letters', 'silent');
  const work = async (open: Promise<BusTransport>) => {
    const transport = await open;
    try {
      process.stdout.write(`${await obey(order, transport.deadLetters())}\n`);
    } finally {
      await transport.close();
    }
  };
  if (env.RABBITMQ_URL !== undefined) return work(openRabbitMq({ url: env.RABBITMQ_URL, logger }));
  return withDatabase(env, (databaseUrl) => work(InProcessTransport.open({ databaseUrl, logger })));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
