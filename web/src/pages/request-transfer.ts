import type { StartSending } from '../features/file-requests/hooks/use-sending.js';
import { loadTransfers } from '../features/upload/load-transfers.js';
import { toOutgoingFile } from '../features/upload/outgoing-file.js';
import { UnfinishedUploads } from '../features/upload/unfinished-uploads.js';

/** Sends files to a request by tus, and resumes what was sent before when the same file is chosen again. */
export function sendingTo(slug: string): StartSending {
  const storage = new UnfinishedUploads(`request.${slug}`);
  return async ({ file, destination: { token, sender, senderEmail } }, onChange) => {
    const start = await loadTransfers();
    const outgoing = toOutgoingFile(file);
    return start(
      {
        ...{ ...outgoing, bundleId: null, storage, token },
        unfinished: storage.find(outgoing),
        metadata: { request: slug, sender, ...(senderEmail !== '' && { senderEmail }) },
        // No account is required: anyone with the link may send, and the server knows the browser by its cookie.
        requireSameAccount: () => Promise.resolve(),
      },
      {
        onProgress: (bytes) => onChange({ fraction: file.size === 0 ? 1 : bytes / file.size }),
        onNews: (news) => onChange({ step: news === 'lost' || news === 'elsewhere' ? 'lost' : 'sending' }),
      },
    );
  };
}
