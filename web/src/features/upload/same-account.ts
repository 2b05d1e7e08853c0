import { uiMessages } from '@waybill/contracts';
import { UploadError } from './transfer.js';

/**
 * Checks that an upload that answered 404 is really gone, and not hidden because the session ended or another account
 * signed in.
 * @throws UploadError
 */
export async function requireSameAccount(account: string | null): Promise<void> {
  if (account === null) return;
  const response = await fetch('/api/user').catch(() => null);
  // The server is unavailable, so the account is unknown: continue with the next request of the upload.
  if (!response || response.status >= 500) return;
  const user = (await response.json().catch(() => null)) as { id?: unknown } | null;
  if (!response.ok || user?.id !== account) throw new UploadError(uiMessages.uploadSignedOut, 401);
}
