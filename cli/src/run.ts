import { CommandError, exitCode, isFileSystemError, UsageError } from './errors.js';
import { printLine } from './output/print.js';
import { usage, usageOf } from './usage.js';
import { readVersion } from './version.js';

type Command = (args: readonly string[]) => Promise<void>;

/** Each is loaded only when it is run. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  login: async () => (await import('./commands/login.command.js')).login,
  send: async () => (await import('./commands/send.command.js')).send,
  get: async () => (await import('./commands/get.command.js')).get,
  list: async () => (await import('./commands/list.command.js')).list,
  stats: async () => (await import('./commands/stats.command.js')).stats,
  rm: async () => (await import('./commands/rm.command.js')).rm,
};

/** Runs a command. @returns the exit code: 0, 1 (refused), 2 (usage, a missing local file) or 3 (network, busy) */
export async function run(argv: readonly string[]): Promise<number> {
  const [name = '', ...args] = argv;
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    printLine(usageOf(args[0]) ?? usage);
    return name === '' ? exitCode.usage : exitCode.success;
  }
  if (name === '--version' || name === '-V' || name === 'version') {
    printLine(await readVersion());
    return exitCode.success;
  }
  try {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!load) throw new UsageError(`There is no command "${name}": see "waybill --help".`);
    if (args.includes('--help') || args.includes('-h')) printLine(usageOf(name) ?? usage);
    else await (await load())(args);
    return exitCode.success;
  } catch (caught) {
    const error = isFileSystemError(caught)
      ? new UsageError(`A local file cannot be used: ${caught.message}`)
      : caught;
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}
