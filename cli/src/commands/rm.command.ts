import { type Address, parseTarget } from '../address.js';
import { Api } from '../api.js';
import { onFileOrBundle } from './file-or-bundle.js';
import { findOwnLink, findOwnRequest } from './find-own.js';
import { printRemark } from '../output/print.js';
import { parseArguments, some } from '../settings/arguments.js';
import { requireCredentials } from '../settings/credentials.js';

/** `waybill rm`: deletes files, bundles and file requests, and revokes links. */
export async function rm(args: readonly string[]): Promise<void> {
  const { positionals } = parseArguments('rm', args, {}, some);
  const { url, token } = await requireCredentials();
  const targets = positionals.map(parseTarget);
  const api = new Api(url, token);
  for (const target of targets) await remove(api, target);
}

async function remove(api: Api, target: Address): Promise<void> {
  const call = { method: 'DELETE' } as const;
  if (target.kind === 'link') {
    const link = await findOwnLink(api, target);
    await api.json(`/api/links/${link.id}`, call);
    // Keep the file or bundle: other people may have other links to it.
    printRemark(
      `Revoked the link. Its ${link.target.kind} is kept: "waybill rm ${link.target.id}" deletes it.`,
    );
  } else if (target.kind === 'request') {
    const request = await findOwnRequest(api, target);
    await api.json(`/api/requests/${request.id}`, call);
  } else await onFileOrBundle(api, target, (path) => api.json(path, call));
}
