import { uiMessages } from '@waybill/contracts';
import { fromAnswer } from '../../lib/api/api-error.js';

/**
 * Reason why a download is refused (spec §8): the server's message, else one for the status. Loaded when a download is
 * refused.
 */
export async function refusalOfDownload(address: string, status: number | undefined): Promise<string> {
  const message = status === undefined ? null : await messageOfDetails(address).catch(() => null);
  if (message !== null) return message;
  if (status === 404) return uiMessages.fileNotFound;
  return status === 410 ? uiMessages.fileExpired : uiMessages.downloadFailed;
}

/** Requests the details, which are refused for the same reasons. The response to HEAD has no message. */
async function messageOfDetails(address: string): Promise<string | null> {
  const url = new URL(address, window.location.origin);
  url.pathname = url.pathname.replace(/\/download$/, '');
  // With it, the details of a bundle would count as a visit.
  url.searchParams.delete('visit');
  const answer = await fetch(url);
  return answer.ok ? null : fromAnswer(answer.status, await answer.json()).message;
}
