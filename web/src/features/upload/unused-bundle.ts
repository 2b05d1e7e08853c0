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
    // An entry of an earlier version does not know the name that the bundle was made with.
    const isUnchanged = bundle.name === name && !bundle.isPasswordProtected && bundle.viewCount === 0;
    if (bundle.files.length > 0 || !isUnchanged) return false;
    // Keeps a file that arrives meanwhile.
    await uploadBundles.dissolve(bundleId);
  }
  return true;
}
