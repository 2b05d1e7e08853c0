import type { BundleView } from '@waybill/contracts';
import { stat } from 'node:fs/promises';
import type { Api } from '../../api.js';
import { RefusedError } from '../../errors.js';
import type { BegunFiles } from '../../transfer/begun-files.js';
import { concurrently } from '../../transfer/concurrently.js';
import { fileKey, type SentFiles } from '../../transfer/sent-files.js';
import { type Source, upload } from '../../transfer/upload.js';

const UPLOADS_AT_ONCE = 4;
const FORBIDDEN = 403;
const GONE = [404, 410];

/** The token does not cover the deletion of the content of a file that has changed or was removed. */
export class UndeletableFileError extends RefusedError {}

/** State of the bundle that earlier runs have saved. */
export interface BundleState {
  readonly sent: SentFiles;
  readonly begun: BegunFiles;
}

/**
 * Sends the files that a bundle does not have yet. A file that has changed since an earlier run replaces its old
 * content. A file of an earlier run that is not among `files` is deleted.
 *
 * @param keepFile called with the id of each new file
 * @returns the ids of all files of the bundle, also of those that an earlier run has sent
 * @throws UndeletableFileError
 */
export async function sendMissing(
  api: Api,
  files: readonly Source[],
  bundle: BundleView,
  state: BundleState,
  keepFile: (id: string) => Promise<void>,
): Promise<readonly string[]> {
  const { sent, begun } = state;
  const ids = new Set(bundle.files.map(({ id }) => id));
  for (const id of await findRemoved(files, bundle, state)) {
    await deleteOld(api, id);
    ids.delete(id);
  }
  const newIds: string[] = [];
  const stored = new Map(bundle.files.map((file) => [file.path, file]));
  await concurrently(files, UPLOADS_AT_ONCE, async (file) => {
    if (file.path === null) throw new RangeError('A pipe is no file of a bundle');
    const metadata = { bundle: bundle.id, path: pathOf(file) };
    const key = await fileKey(api.url, file.path, metadata);
    const { size } = await stat(file.path);
    const isKept = (id: string) => ids.has(id);
    const begunKey = await begun.find(metadata.path);
    const saveBegun = async () => {
      if (begunKey !== key) await begun.save(metadata.path, key);
    };
    // Compare ids first: the stored path differs from the local one where Waybill has cleaned it.
    const id = await sent.sendOnce(key, isKept, async () => {
      const arrived = stored.get(metadata.path);
      if (begunKey === undefined || begunKey === key) {
        if (arrived?.size === size) return arrived.id;
      } else {
        const old = (await sent.find(begunKey)) ?? arrived?.id;
        if (old !== undefined && ids.delete(old)) await deleteOld(api, old);
      }
      // Save the new key after the deletion: a run between them would take the old content for the new one.
      await saveBegun();
      return upload(api, file, metadata);
    });
    if (isKept(id)) {
      await saveBegun();
      return;
    }
    newIds.push(id);
    await keepFile(id);
  });
  return [...ids, ...newIds];
}

/**
 * Files of an earlier run that are not to be sent any more. They would be visible under the link. Files that came into
 * the bundle in another way stay.
 */
async function findRemoved(
  files: readonly Source[],
  bundle: BundleView,
  { sent, begun }: BundleState,
): Promise<string[]> {
  const paths = new Set(files.map(pathOf));
  const removed: string[] = [];
  for (const { id, path } of bundle.files) {
    const key = paths.has(path) ? undefined : await begun.find(path);
    if (key === undefined) continue;
    // Looked up only so that it is cleared with the state of the others.
    await sent.find(key);
    removed.push(id);
  }
  return removed;
}

function pathOf({ relativePath, name }: Source): string {
  return relativePath ?? name;
}

async function deleteOld(api: Api, id: string): Promise<void> {
  try {
    await api.json(`/api/files/${id}`, { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.status === FORBIDDEN) throw new UndeletableFileError(error.message, error.status);
    if (!GONE.includes(error.status)) throw error;
  }
}
