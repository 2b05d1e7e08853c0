import { uiMessages } from '@waybill/contracts';
import { fromAnswer } from './api-error.js';

/**
 * Reason why the bytes at an address are refused (spec §8): the server's message, else one for the status, else
 * `fallback`. Loaded when a request for bytes has failed.
 */
export async function refusalOfDownload(
  address: string,
  status: number | undefined,
  fallback: string = uiMessages.downloadFailed,
): Promise<string> {
  const details = status === undefined ? null : await requestDetails(address).catch(() => null);
  if (details?.message) return details.message;
  if (status === 404) return uiMessages.fileNotFound;
  if (status !== 410) return fallback;
  return details?.areOpen ? uiMessages.linkUsedUp : uiMessages.fileExpired;
}

/**
 * Requests the details, which are refused for the same reasons. The response to HEAD has no message. Only a used-up
 * link still opens the details: its last download may be resumed for a while. An export has no details: it is requested
 * itself.
 */
async function requestDetails(address: string): Promise<{ areOpen: boolean; message: string | null }> {
  const url = new URL(address, window.location.origin);
  url.pathname = url.pathname.replace(/\/download$/, '');
  // With it, the details of a bundle would count as a visit.
  url.searchParams.delete('visit');
  const answer = await fetch(url);
  if (answer.ok) {
    void answer.body?.cancel();
    return { areOpen: true, message: null };
  }
  return { areOpen: false, message: fromAnswer(answer.status, await answer.json()).message };
}
