import { type Address, parseTarget } from '../address.js';
import { Api } from '../api.js';
import { isNotFound, NOT_FOUND, RefusedError } from '../errors.js';
import { onFileOrBundle } from './file-or-bundle.js';
import { findOwnLink, findOwnRequest } from './find-own.js';
import { printable } from '../output/format.js';
import { printRemark } from '../output/print.js';
import { parseArguments, some } from '../settings/arguments.js';
import { requireCredentials } from '../settings/credentials.js';

const UNAUTHENTICATED = 401;

/** `waybill rm`: deletes files, bundles and file requests, and revokes links. */
export async function rm(args: readonly string[]): Promise<void> {
  const { positionals } = parseArguments('rm', args, {}, some);
  const { url, token } = await requireCredentials();
  const targets = positionals.map(parseTarget);
  const api = new Api(url, token);
  const refusals: RefusedError[] = [];
  for (const [index, target] of targets.entries()) {
    try {
      await remove(api, target);
    } catch (error) {
      const concernsTarget = error instanceof RefusedError && error.status !== UNAUTHENTICATED;
      if (!concernsTarget || targets.length === 1) throw error;
      // The others are deleted all the same.
      printRemark(`${printable(positionals[index] ?? '')}: ${error.message}`);
      refusals.push(error);
    }
  }
  const [first] = refusals;
  if (first) throw new RefusedError(`${refusals.length} of ${targets.length} are not deleted.`, first.status);
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
  } else {
    const { status } = await onFileOrBundle(api, target, (path) => api.answer(path, call));
    // A repeated DELETE whose first answer was lost does not say whether the id is of a file or of a bundle.
    if (status === NOT_FOUND && target.url === null) await removeBundleIfAny(api, target.id);
  }
}

async function removeBundleIfAny(api: Api, id: string): Promise<void> {
  try {
    await api.json(`/api/bundles/${id}`, { method: 'DELETE' });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
