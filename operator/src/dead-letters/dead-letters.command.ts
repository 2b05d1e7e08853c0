import { type BusTransport, InProcessTransport, openRabbitMq } from '@waybill/bus';
import { readSharedEnvironment } from '@waybill/composition';
import { serviceNames } from '@waybill/contracts';
import { ConfigurationError, createLogger, reasonOf } from '@waybill/service-kit';
import { withDatabase } from '../with-database.js';
import { type DeadLettersCommand, parseDeadLettersCommand } from './arguments.js';
import { runDeadLettersCommand } from './run-dead-letters-command.js';

/** Lists, shows, replays or drops the events that a service failed to consume. */
export async function deadLetters(args: readonly string[]): Promise<void> {
  const command = parseDeadLettersCommand(args);
  requireService(command);
  const env = readSharedEnvironment(process.env);
  const logger = createLogger('dead-letters', 'silent');
  const runOn = async (opening: Promise<BusTransport>) => {
    const transport = await opening;
    try {
      process.stdout.write(`${await runDeadLettersCommand(command, transport.deadLetters())}\n`);
    } finally {
      await transport.close();
    }
  };
  try {
    if (env.RABBITMQ_URL !== undefined) await runOn(openRabbitMq({ url: env.RABBITMQ_URL, logger }));
    else await withDatabase(env, (databaseUrl) => runOn(InProcessTransport.open({ databaseUrl, logger })));
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    // An unavailable server says so in its message; a stack would not help the operator.
    throw new ConfigurationError(`${reasonOf(error as Error)}.`, { cause: error });
  }
}

/** @throws ConfigurationError for a mistyped service, whose dead letters would seem to be none */
function requireService({ service }: DeadLettersCommand): void {
  const names: readonly string[] = serviceNames;
  if (service === undefined || names.includes(service)) return;
  throw new ConfigurationError(`There is no service ${service}. There are: ${names.join(', ')}.`);
}
