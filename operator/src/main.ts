#!/usr/bin/env node
import { ConfigurationError } from '@waybill/service-kit';
import { constants } from 'node:os';
import { runCommand } from './run-command.js';

type Command = (args: readonly string[]) => Promise<void>;

/** Each is loaded only when it is run. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import('./backup/backup.command.js')).backup,
  restore: async () => (await import('./backup/restore.command.js')).restore,
  verify: async () => (await import('./backup/verify.command.js')).verify,
  plan: async () => (await import('./plan.command.js')).plan,
  storage: async () => (await import('./storage.command.js')).storage,
  'rotate-key': async () => (await import('./rotate-key.command.js')).rotateKey,
  'dead-letters': async () => (await import('./dead-letters/dead-letters.command.js')).deadLetters,
};

// Exit instead of the default action, which would skip the listeners of `exit` that remove temporary files and stop
// PostgreSQL. SIGHUP comes when the terminal closes or its connection is lost.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new ConfigurationError(`Usage: waybill-operator ${Object.keys(commands).join('|')} …`);
  await (
    await load()
  )(args);
});
