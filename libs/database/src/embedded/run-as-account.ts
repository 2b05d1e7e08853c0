import { ConfigurationError } from '@waybill/service-kit';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Account } from './account.js';

const run = promisify(execFile);

/**
 * Capabilities for an account without access to a parent folder of the data or of the programs, the weakest first:
 * none; reading in folders without access; any access to them, for containers without `dac_read_search`.
 */
export const capabilities = [null, 'dac_read_search', 'dac_override'] as const;

export type Capability = (typeof capabilities)[number];

/**
 * Account for PostgreSQL when Waybill runs as root, which PostgreSQL refuses to do.
 * @param owner owner of the data, if any
 * @throws ConfigurationError when there is no suitable account
 */
export async function chooseAccount(owner: Account | null): Promise<Account> {
  if (owner && owner.uid !== 0) return owner;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      continue;
    }
  }
  throw new ConfigurationError('The database cannot run as root, and there is no user postgres or nobody.');
}

/** Command line that runs a program as the account, with one capability. */
export function withCapability(
  { uid, gid }: Account,
  capability: NonNullable<Capability>,
  program: string,
  args: readonly string[],
): { file: string; argv: string[] } {
  const only = `-all,+${capability}`;
  const options = [
    ...['--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
    // Without this bit access(2) ignores the capability, and PostgreSQL does not find its own programs.
    '--securebits=+no_setuid_fixup',
    ...[`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`],
  ];
  return { file: 'setpriv', argv: [...options, '--', program, ...args] };
}
