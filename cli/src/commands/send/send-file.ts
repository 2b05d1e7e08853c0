import type { Api } from '../../api.js';
import type { Sources } from '../../transfer/sources.js';
import { upload } from '../../transfer/upload.js';
import { findPublicUrl } from './public-url.js';
import { limitedLink, type LinkOptions, orDelete, type Sent } from './link-options.js';

/** Sends one file or standard input. */
export async function sendFile(api: Api, { files }: Sources, options: LinkOptions): Promise<Sent> {
  const [source] = files;
  if (!source) throw new RangeError('No file to send');
  const isLimited = options.downloadLimit !== undefined;
  // Before the upload, so that a failure leaves no file.
  const publicUrl = isLimited ? null : await findPublicUrl(api);
  const id = await upload(api, source);
  const path = `/api/files/${id}`;
  const url = await orDelete(api, path, async () => {
    // With a limit, the password is set on the new link instead of the file.
    const settings = {
      ...(options.deleteAt !== undefined && { deleteAt: options.deleteAt }),
      ...(options.password !== undefined && !isLimited && { password: options.password }),
    };
    if (Object.keys(settings).length > 0)
      await api.json(`${path}/settings`, { method: 'PUT', body: settings });
    return publicUrl === null ? limitedLink(api, path, id, options) : `${publicUrl}/${id}`;
  });
  return { id, url };
}
