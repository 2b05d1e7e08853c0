import type { LinkView } from '@waybill/contracts';
import type { Api } from '../../api.js';
import { RefusedError } from '../../errors.js';
import { printRemark } from '../../output/print.js';

/** An id that no file has. */
const NO_FILE = '00000000-0000-4000-8000-000000000000';

/** Settings of the link. For an omitted field, the default of Waybill applies. */
export interface LinkOptions {
  readonly deleteAt?: string | null;
  readonly password?: string;
  readonly downloadLimit?: number;
}

/** Waybill refused the expiry, the password or the limit. */
export class RefusedOptionError extends RefusedError {}

export interface Sent {
  readonly id: string;
  /** The link to pass on. */
  readonly url: string;
}

/**
 * Creates a link with a download limit, and switches off the first link, which would bypass the limit.
 *
 * @param path of the file or bundle in the API
 * @returns address of the link
 */
export async function limitedLink(
  api: Api,
  path: string,
  id: string,
  { password, downloadLimit }: LinkOptions,
): Promise<string> {
  const link = await api.json<LinkView>(`${path}/links`, {
    method: 'POST',
    body: { downloadLimit, ...(password !== undefined && { password }) },
  });
  await switchOffFirstLink(api, id);
  return link.url;
}

/** @param id of the file or bundle */
export async function switchOffFirstLink(api: Api, id: string): Promise<void> {
  await api.json(`/api/links/${id}`, { method: 'PUT', body: { isActive: false } });
}

/** @throws RefusedOptionError in place of a RefusedError */
export async function asOptionRefusal<T>(apply: () => Promise<T>): Promise<T> {
  try {
    return await apply();
  } catch (error) {
    throw error instanceof RefusedError ? new RefusedOptionError(error.message, error.status) : error;
  }
}

/**
 * Checks before the upload that the token may change settings. A token without the scope `manage` could neither apply
 * the options nor delete the file, which would stay open without its password.
 *
 * @throws RefusedError when Waybill does not accept the token for this
 */
export async function checkManage(api: Api): Promise<void> {
  try {
    await api.json(`/api/files/${NO_FILE}/settings`, { method: 'PUT', body: {} });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.status === 401 || error.status === 403) throw error;
  }
}

/** Deletes the upload when `apply` fails, so that no file stays open without the requested password. */
export async function orDelete<T>(api: Api, path: string, apply: () => Promise<T>): Promise<T> {
  try {
    return await apply();
  } catch (error) {
    await api.json(path, { method: 'DELETE' }).catch((failure: unknown) => {
      printRemark(`${api.url}${path} could not be deleted: ${(failure as Error).message}`);
    });
    throw error;
  }
}
