import { uiMessages } from '@waybill/contracts';
import { fromAnswer } from '../../lib/api/api-error.js';

/**
 * Reason why a download is refused (spec §8): the server's message, else one for the status. Loaded when a download is
 * refused.
 */
export async function refusalOfDownload(address: string, status: number | undefined): Promise<string> {
  const details = status === undefined ? null : await requestDetails(address).catch(() => null);
  if (details?.message) return details.message;
  if (status === 404) return uiMessages.fileNotFound;
  if (status !== 410) return uiMessages.downloadFailed;
  return details?.areOpen ? uiMessages.linkUsedUp : uiMessages.fileExpired;
}

/**
 * Requests the details, which are refused for the same reasons. The response to HEAD has no message. Only a used-up
 * link still opens the details: its last download may be resumed for a while.
 */
async function requestDetails(address: string): Promise<{ areOpen: boolean; message: string | null }> {
  const url = new URL(address, window.location.origin);
  url.pathname = url.pathname.replace(/\/download$/, '');
  // With it, the details of a bundle would count as a visit.
  url.searchParams.delete('visit');
  const answer = await fetch(url);
  const message = answer.ok ? null : fromAnswer(answer.status, await answer.json()).message;
  return { areOpen: answer.ok, message };
}
