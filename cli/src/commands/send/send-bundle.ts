import type { BundleView } from '@waybill/contracts';
import { stat } from 'node:fs/promises';
import type { Api } from '../../api.js';
import { NetworkError, RefusedError } from '../../errors.js';
import { concurrently } from '../../transfer/concurrently.js';
import { fileKey, SentFiles } from '../../transfer/sent-files.js';
import type { Sources } from '../../transfer/sources.js';
import { bundleKey, unfinishedBundles } from '../../transfer/unfinished-bundles.js';
import { type Source, upload } from '../../transfer/upload.js';
import {
  limitedLink,
  type LinkOptions,
  orDelete,
  RefusedOptionError,
  type Sent,
  asOptionRefusal,
  switchOffFirstLink,
} from './link-options.js';

const UPLOADS_AT_ONCE = 4;
const SETTINGS_AT_ONCE = 8;
/** Statuses of a file that cannot be opened: it is infected, was deleted or was taken down. */
const UNAVAILABLE = [403, 404, 410];
type BundleSources = Sources & { readonly bundleName: string };

/**
 * Sends files under one link.
 *
 * @param paths paths as given on the command line; the same paths resume an interrupted upload
 */
export async function sendBundle(
  api: Api,
  sources: BundleSources,
  paths: readonly string[],
  options: LinkOptions,
): Promise<Sent> {
  const key = await bundleKey(api.url, paths, sources.bundleName);
  const bundle = await findOrCreate(api, key, sources.bundleName);
  const path = `/api/bundles/${bundle.id}`;
  const sent = new SentFiles();
  const clear = async () => {
    await unfinishedBundles.remove(key);
    await sent.clear();
  };
  try {
    await keepUntil(api, path, bundle.files, options);
    const fileIds = await sendMissing(api, sources.files, bundle, sent, options);
    const url = await asOptionRefusal(() => linkOf(api, path, bundle.id, fileIds, options));
    await clear();
    return { id: bundle.id, url };
  } catch (error) {
    if (error instanceof RefusedOptionError) {
      await clear();
      return orDelete(api, path, () => Promise.reject(error));
    }
    if (!(error instanceof NetworkError))
      process.stderr.write(
        `What has arrived is kept for the next run. "waybill rm ${bundle.id}" deletes it.\n`,
      );
    throw error;
  }
}

async function findOrCreate(api: Api, key: string, name: string): Promise<BundleView> {
  const id = await unfinishedBundles.find(key);
  const found = id === undefined ? undefined : await findBundle(api, id);
  if (found) return found;
  const created = await api.json<BundleView>('/api/bundles', { method: 'POST', body: { name } });
  await unfinishedBundles.save(key, created.id);
  return created;
}

async function findBundle(api: Api, id: string): Promise<BundleView | undefined> {
  try {
    return await api.json<BundleView>(`/api/bundles/${id}`);
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** @returns the ids of all files of the bundle, also of those that an earlier run has sent */
async function sendMissing(
  api: Api,
  files: readonly Source[],
  bundle: BundleView,
  sent: SentFiles,
  options: LinkOptions,
): Promise<readonly string[]> {
  const ids = new Set(bundle.files.map(({ id }) => id));
  const newIds: string[] = [];
  const stored = new Map(bundle.files.map((file) => [file.path, file]));
  await concurrently(files, UPLOADS_AT_ONCE, async (file) => {
    if (file.path === null) throw new RangeError('A pipe is no file of a bundle');
    const metadata = { bundle: bundle.id, path: file.relativePath ?? file.name };
    const key = await fileKey(api.url, file.path, metadata);
    const { size } = await stat(file.path);
    const isKept = (id: string) => ids.has(id);
    // Compare ids first: the stored path differs from the local one where Waybill has cleaned it.
    const id = await sent.sendOnce(key, isKept, async () => {
      const arrived = stored.get(metadata.path);
      return arrived?.size === size ? arrived.id : upload(api, file, metadata);
    });
    if (isKept(id)) return;
    newIds.push(id);
    await keepFilesUntil(api, [{ id }], options);
  });
  return [...ids, ...newIds];
}

/** Sets the expiry before the upload, which can take longer than a bundle is kept by default. */
async function keepUntil(
  api: Api,
  path: string,
  files: BundleView['files'],
  options: LinkOptions,
): Promise<void> {
  const { deleteAt } = options;
  if (deleteAt === undefined) return;
  await asOptionRefusal(() => api.json(path, { method: 'PUT', body: { deleteAt } }));
  await keepFilesUntil(api, files, options);
}

/** Files have their own expiry, and could expire before their bundle. */
async function keepFilesUntil(
  api: Api,
  files: readonly { readonly id: string }[],
  { deleteAt }: LinkOptions,
): Promise<void> {
  if (deleteAt === undefined) return;
  await concurrently(files, SETTINGS_AT_ONCE, async ({ id }) => {
    await asOptionRefusal(() => api.json(`/api/files/${id}/settings`, { method: 'PUT', body: { deleteAt } }));
  });
}

/** Sets the password, or makes a link with a limit. @returns the link to pass on */
async function linkOf(
  api: Api,
  path: string,
  id: string,
  fileIds: readonly string[],
  options: LinkOptions,
): Promise<string> {
  const { password, downloadLimit } = options;
  if (downloadLimit !== undefined) {
    await switchOffFileLinks(api, fileIds);
    return limitedLink(api, path, id, options);
  }
  if (password !== undefined) await api.json(path, { method: 'PUT', body: { password } });
  return `${api.url}/b/${id}`;
}

/** Switches off the first links of the files. The opened link shows their ids, so they would bypass its limit too. */
async function switchOffFileLinks(api: Api, ids: readonly string[]): Promise<void> {
  await concurrently(ids, SETTINGS_AT_ONCE, async (id) => {
    try {
      await switchOffFirstLink(api, id);
    } catch (error) {
      if (!(error instanceof RefusedError) || !UNAVAILABLE.includes(error.status)) throw error;
    }
  });
}
