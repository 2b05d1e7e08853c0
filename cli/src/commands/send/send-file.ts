import type { Api } from '../../api.js';
import type { Sources } from '../../transfer/sources.js';
import { upload } from '../../transfer/upload.js';
import { limitedLink, type LinkOptions, orDelete, type Sent } from './link-options.js';

/** Sends one file or standard input. */
export async function sendFile(api: Api, { files }: Sources, options: LinkOptions): Promise<Sent> {
  const [source] = files;
  if (!source) throw new RangeError('No file to send');
  const id = await upload(api, source);
  const path = `/api/files/${id}`;
  const url = await orDelete(api, path, async () => {
    const isLimited = options.downloadLimit !== undefined;
    // With a limit, the password is set on the new link instead of the file.
    const settings = {
      ...(options.deleteAt !== undefined && { deleteAt: options.deleteAt }),
      ...(options.password !== undefined && !isLimited && { password: options.password }),
    };
    if (Object.keys(settings).length > 0)
      await api.json(`${path}/settings`, { method: 'PUT', body: settings });
    return isLimited ? limitedLink(api, path, id, options) : `${api.url}/${id}`;
  });
  return { id, url };
}
