import { parseArgs } from 'node:util';
import { MIB, parseSize } from './report/size.js';

const benchmarks = [
  'speed',
  'memory',
  'bundles',
  'profile',
  'distributed',
  'visits',
  'small',
  'analytics',
  'connections',
  'integrations',
] as const;
export type Benchmark = (typeof benchmarks)[number];

export interface Options {
  readonly benchmark: Benchmark;
  /** Bytes of one file. */
  readonly size: number;
  readonly rounds: number;
  /** Duration of the load on a route in each round. */
  readonly seconds: number;
  /** Number of visits of the larger file of the benchmark `analytics`. */
  readonly entries: number;
  /** Number of concurrent uploads and of concurrent downloads. */
  readonly clients: number;
  /** Pace of a slow client, in bytes per second. */
  readonly slowRate: number;
  /** Address of a running PsiTransfer to compare with. */
  readonly psitransfer: string | null;
  readonly psitransferPid: number | null;
  /** Whether to write the result into docs/benchmarks.md. */
  readonly write: boolean;
  /** The command line, printed with the result so that a reader can repeat it. */
  readonly command: string;
  /** Environment of the servers, without the caller's settings, so that every run measures the same profile. */
  readonly environment: NodeJS.ProcessEnv;
  log(line: string): void;
}

const defaultSizes: Record<Benchmark, string> = {
  speed: '1GiB',
  memory: '500MiB',
  bundles: '500MiB',
  profile: '1GiB',
  distributed: '512MiB',
  visits: '10KiB',
  small: '10KiB',
  analytics: '4KiB',
  connections: '64MiB',
  integrations: '64MiB',
};

export const usage = `npm run bench -- [speed|memory|bundles|profile|distributed|visits|small|analytics|connections|integrations] [--size 1GiB] [--rounds 5]
                [--seconds 8] [--clients 20] [--slow-rate 8MiB] [--entries 10000000] [--write]
                [--psitransfer http://127.0.0.1:3000/ [--psitransfer-pid 1234]]`;

/** @throws Error with one sentence for an unknown flag */
export function readOptions(
  args: readonly string[],
  path: string | undefined,
  log: (line: string) => void,
): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      size: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '8' },
      entries: { type: 'string', default: '10000000' },
      clients: { type: 'string', default: '20' },
      'slow-rate': { type: 'string', default: `${8 * MIB}` },
      psitransfer: { type: 'string' },
      'psitransfer-pid': { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const [name = 'speed', ...rest] = positionals;
  const benchmark = benchmarks.find((known) => known === name);
  if (!benchmark || rest.length > 0) throw new RangeError(`${positionals.join(' ')} is no benchmark.`);
  return {
    benchmark,
    size: parseSize(values.size ?? defaultSizes[benchmark]),
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    entries: wholeNumber('entries', values.entries),
    clients: wholeNumber('clients', values.clients),
    slowRate: parseSize(values['slow-rate']),
    psitransfer: values.psitransfer ?? null,
    psitransferPid:
      values['psitransfer-pid'] === undefined
        ? null
        : wholeNumber('psitransfer-pid', values['psitransfer-pid']),
    write: values.write,
    command: ['npm run bench --', benchmark, ...args.filter((arg) => arg !== benchmark)].join(' '),
    environment: { PATH: path },
    log,
  };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`--${name} ${text} is no whole number above 0.`);
}
