import { ConfigurationError } from '@waybill/service-kit';
import { parseArgs } from 'node:util';

const USAGE = [
  'Usage: npm run dead-letters -- list [--service files]',
  '       npm run dead-letters -- show ID [--service files]',
  '       npm run dead-letters -- replay ID [--service files], or --all [--service files]',
  '       npm run dead-letters -- drop ID --yes [--service files]',
].join('\n');

const verbs = ['list', 'show', 'replay', 'drop'] as const;

export interface DeadLettersCommand {
  readonly verb: (typeof verbs)[number];
  /** Id of the event; undefined for `list` and with `all`. */
  readonly id: string | undefined;
  /** Limits the command to the dead letters of one service. */
  readonly service: string | undefined;
  readonly all: boolean;
  /** Confirms that a dropped event is lost. */
  readonly yes: boolean;
}

/** @throws ConfigurationError with the usage */
export function parseDeadLettersCommand(args: readonly string[]): DeadLettersCommand {
  const { values, positionals } = parse(args);
  const [verb, id, ...rest] = positionals;
  const command = { ...values, verb: verbs.find((each) => each === verb), id };
  const needsId = command.verb !== 'list' && !command.all;
  if (command.verb === undefined || rest.length > 0 || (id !== undefined) !== needsId) throw usage();
  if (command.all && command.verb !== 'replay') throw usage();
  return { ...command, verb: command.verb };
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        service: { type: 'string' },
        all: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
      },
    });
    const { service, all, yes } = values;
    return { values: { service, all, yes }, positionals };
  } catch {
    throw usage();
  }
}

function usage(): ConfigurationError {
  return new ConfigurationError(USAGE);
}
