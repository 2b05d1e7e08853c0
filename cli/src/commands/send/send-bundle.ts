import type { BundleView } from '@waybill/contracts';
import type { Api } from '../../api.js';
import { NetworkError, RefusedError } from '../../errors.js';
import { printRemark } from '../../output/print.js';
import { BegunFiles } from '../../transfer/begun-files.js';
import { concurrently } from '../../transfer/concurrently.js';
import { SentFiles } from '../../transfer/sent-files.js';
import type { Sources } from '../../transfer/sources.js';
import { bundleKey, unfinishedBundles } from '../../transfer/unfinished-bundles.js';
import type { Source } from '../../transfer/upload.js';
import {
  limitedLink,
  type LinkOptions,
  orDelete,
  RefusedOptionError,
  type Sent,
  asOptionRefusal,
  switchOffFirstLink,
} from './link-options.js';
import { findPublicUrl } from './public-url.js';
import { sendMissing, UndeletableFileError } from './send-missing.js';

const SETTINGS_AT_ONCE = 8;
/** Statuses of a file that cannot be opened: it is infected, was deleted or was taken down. */
const UNAVAILABLE = [403, 404, 410];
type BundleSources = Sources & { readonly bundleName: string };

interface BundleOptions extends LinkOptions {
  /** Base address of the first link. Null: a link with a limit is made in its place. */
  readonly publicUrl: string | null;
}

/**
 * Sends files under one link.
 *
 * @param paths paths as given on the command line; the same paths resume an interrupted upload
 */
export async function sendBundle(
  api: Api,
  sources: BundleSources,
  paths: readonly string[],
  linkOptions: LinkOptions,
): Promise<Sent> {
  const isLimited = linkOptions.downloadLimit !== undefined;
  const options = { ...linkOptions, publicUrl: isLimited ? null : await findPublicUrl(api) };
  const key = await bundleKey(api.url, paths, sources.bundleName);
  const unfinished = await findUnfinished(api, key);
  if (unfinished) {
    try {
      return await sendTo(api, unfinished, key, sources.files, options);
    } catch (error) {
      if (!(error instanceof UndeletableFileError)) throw error;
      printRemark(
        `A file has changed or was removed since an earlier run, and Waybill keeps its content: ${error.message}. All files are sent again under a new link. "waybill rm ${unfinished.id}" deletes what has arrived before.`,
      );
    }
  }
  const bundle = await create(api, key, sources.bundleName);
  return sendTo(api, bundle, key, sources.files, options);
}

/** @param key under which the bundle is saved for a later run */
async function sendTo(
  api: Api,
  bundle: BundleView,
  key: string,
  files: readonly Source[],
  options: BundleOptions,
): Promise<Sent> {
  const path = `/api/bundles/${bundle.id}`;
  const state = { sent: new SentFiles(), begun: new BegunFiles(bundle.id) };
  const clear = async () => {
    await unfinishedBundles.remove(key);
    await state.sent.clear();
    await state.begun.clear();
  };
  try {
    await keepUntil(api, path, bundle.files, options);
    const fileIds = await sendMissing(api, files, bundle, state, (id) =>
      keepFilesUntil(api, [{ id }], options),
    );
    const url = await asOptionRefusal(() => linkOf(api, path, bundle.id, fileIds, options));
    await clear();
    return { id: bundle.id, url };
  } catch (error) {
    if (error instanceof RefusedOptionError) {
      await clear();
      return orDelete(api, path, () => Promise.reject(error));
    }
    if (error instanceof UndeletableFileError) await clear();
    else if (!(error instanceof NetworkError))
      printRemark(`What has arrived is kept for the next run. "waybill rm ${bundle.id}" deletes it.`);
    throw error;
  }
}

async function create(api: Api, key: string, name: string): Promise<BundleView> {
  const created = await api.json<BundleView>('/api/bundles', { method: 'POST', body: { name } });
  await unfinishedBundles.save(key, created.id);
  return created;
}

async function findUnfinished(api: Api, key: string): Promise<BundleView | undefined> {
  const id = await unfinishedBundles.find(key);
  if (id === undefined) return undefined;
  try {
    return await api.json<BundleView>(`/api/bundles/${id}`);
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
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
  options: BundleOptions,
): Promise<string> {
  const { password, publicUrl } = options;
  if (publicUrl === null) {
    await switchOffFileLinks(api, fileIds);
    return limitedLink(api, path, id, options);
  }
  if (password !== undefined) await api.json(path, { method: 'PUT', body: { password } });
  return `${publicUrl}/b/${id}`;
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
