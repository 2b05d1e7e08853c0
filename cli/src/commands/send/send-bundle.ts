import type { BundleView } from '@waybill/contracts';
import { stat } from 'node:fs/promises';
import type { Api } from '../../api.js';
import { NetworkError, RefusedError } from '../../errors.js';
import { concurrently } from '../../transfer/concurrently.js';
import type { Sources } from '../../transfer/sources.js';
import { bundleKey, unfinishedBundles } from '../../transfer/unfinished-bundles.js';
import { type Source, upload } from '../../transfer/upload.js';
import { limitedLink, type LinkWishes, orDelete, type Sent } from './wishes.js';

const UPLOADS_AT_ONCE = 4;
const SETTINGS_AT_ONCE = 8;
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
  wishes: LinkWishes,
): Promise<Sent> {
  const key = await bundleKey(api.url, paths, sources.bundleName);
  const bundle = await findOrCreate(api, key, sources.bundleName);
  const path = `/api/bundles/${bundle.id}`;
  try {
    await sendMissing(api, sources.files, bundle);
    const url = await applyWishes(api, path, bundle.id, wishes);
    if (wishes.deleteAt !== undefined) await keepFilesUntil(api, path, wishes.deleteAt);
    await unfinishedBundles.remove(key);
    return { id: bundle.id, url };
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    await unfinishedBundles.remove(key);
    return orDelete(api, path, () => Promise.reject(error as Error));
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

async function sendMissing(api: Api, files: readonly Source[], bundle: BundleView): Promise<void> {
  const sizes = new Map(bundle.files.map((file) => [file.path, file.size]));
  await concurrently(files, UPLOADS_AT_ONCE, async (file) => {
    const path = file.relativePath ?? file.name;
    if (file.path !== null && sizes.get(path) === (await stat(file.path)).size) return;
    await upload(api, file, { bundle: bundle.id, path });
  });
}

async function applyWishes(api: Api, path: string, id: string, wishes: LinkWishes): Promise<string> {
  const { deleteAt, password, downloadLimit } = wishes;
  const settings = {
    ...(deleteAt !== undefined && { deleteAt }),
    ...(password !== undefined && downloadLimit === undefined && { password }),
  };
  if (Object.keys(settings).length > 0) await api.response(path, { method: 'PUT', body: settings });
  return downloadLimit === undefined ? `${api.url}/b/${id}` : limitedLink(api, path, id, wishes);
}

/** Sets the expiry of each file, too: files have their own expiry, and could expire before their bundle. */
async function keepFilesUntil(api: Api, path: string, deleteAt: string | null): Promise<void> {
  const { files } = await api.json<BundleView>(path);
  await concurrently(files, SETTINGS_AT_ONCE, async ({ id }) => {
    await api.response(`/api/files/${id}/settings`, { method: 'PUT', body: { deleteAt } });
  });
}
