import { parseTarget } from '../address.js';
import { Api } from '../api.js';
import { UsageError } from '../errors.js';
import { onFileOrBundle } from './file-or-bundle.js';
import { parseArguments, some } from '../settings/arguments.js';
import { requireCredentials } from '../settings/credentials.js';

/** `waybill rm`: deletes files and bundles. */
export async function rm(args: readonly string[]): Promise<void> {
  const { positionals } = parseArguments('rm', args, {}, some);
  const { url, token } = await requireCredentials();
  const api = new Api(url, token);
  const targets = positionals.map(parseTarget);
  const foreign = targets.find((target) => target.url !== null && target.url !== url);
  if (foreign) throw new UsageError(`${foreign.url ?? ''} is not ${url}, where you are logged in`);
  for (const target of targets)
    await onFileOrBundle(target, (path) => api.response(path, { method: 'DELETE' }));
}
