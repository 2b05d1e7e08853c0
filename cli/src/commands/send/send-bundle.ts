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
} from './link-options.js';

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
    await sendMissing(api, sources.files, bundle, sent, options);
    const url = await asOptionRefusal(() => linkOf(api, path, bundle.id, options));
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

async function sendMissing(
  api: Api,
  files: readonly Source[],
  bundle: BundleView,
  sent: SentFiles,
  options: LinkOptions,
): Promise<void> {
  const ids = new Set(bundle.files.map(({ id }) => id));
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
    if (!isKept(id)) await keepFilesUntil(api, [{ id }], options);
  });
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
async function linkOf(api: Api, path: string, id: string, options: LinkOptions): Promise<string> {
  const { password, downloadLimit } = options;
  if (downloadLimit !== undefined) return limitedLink(api, path, id, options);
  if (password !== undefined) await api.json(path, { method: 'PUT', body: { password } });
  return `${api.url}/b/${id}`;
}
