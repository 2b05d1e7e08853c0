import type { UnfinishedBundle } from './unfinished-uploads.js';
import { uploadBundles } from './upload-bundle.js';

/**
 * Dissolves the bundle that an interrupted upload made, unless files have arrived in it or its user has changed it
 * since. @returns whether it is gone
 * @throws UploadError
 */
export async function dissolveUnused({ bundleId, name }: UnfinishedBundle): Promise<boolean> {
  const bundle = await uploadBundles.find(bundleId);
  if (bundle) {
    const isRenamed = name !== undefined && bundle.name !== name;
    if (bundle.files.length > 0 || bundle.isPasswordProtected || isRenamed) return false;
    // Keeps a file that arrives meanwhile.
    await uploadBundles.dissolve(bundleId, true);
  }
  return true;
}
