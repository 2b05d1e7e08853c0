import { ConfigurationError } from '@waybill/service-kit';
import { parseArgs } from 'node:util';

const USAGE = [
  'Usage: npm run dead-letters -- list [--service files]',
  '       npm run dead-letters -- show ID [--service files]',
  '       npm run dead-letters -- replay ID [--service files], or --all [--service files]',
  '       npm run dead-letters -- drop ID --yes [--service files]',
].join('\n');

const verbs = ['list', 'show', 'replay', 'drop'] as const;

/** What an operator asked for. */
export interface Order {
  readonly verb: (typeof verbs)[number];
  /** Id of the event; undefined for `list` and with `all`. */
  readonly id: string | undefined;
  /** Only the letters of this service. */
  readonly service: string | undefined;
  readonly all: boolean;
  /** The operator knows that what is dropped is gone. */
  readonly yes: boolean;
}

/** @throws ConfigurationError how to use it */
export function readOrder(args: readonly string[]): Order {
  const { values, positionals } = parsed(args);
  const [verb, id, ...rest] = positionals;
  const order = { ...values, verb: verbs.find((each) => each === verb), id };
  const needsId = order.verb !== 'list' && !order.all;
  if (order.verb === undefined || rest.length > 0 || (id !== undefined) !== needsId) throw usage();
  if (order.all && order.verb !== 'replay') throw usage();
  return { ...order, verb: order.verb };
}

function parsed(args: readonly string[]) {
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
