import { refusalOfDownload } from '../../../lib/api/download-refusal.js';

const INTERRUPTED = 'Playback was interrupted. Please check your connection and try again.';

/** Why a medium does not play. `denied`: the verification token is no longer valid. */
export type MediaFailure =
  { readonly kind: 'unsupported' } | { readonly kind: 'interrupted' | 'denied'; readonly message: string };

/**
 * Finds out why a medium does not play. The browser reports the same error for a type that it cannot play and for a
 * response that has failed, so a HEAD request checks that the bytes are available.
 */
export async function mediaFailureOf(
  address: string,
  error: MediaError | null,
  signal: AbortSignal,
): Promise<MediaFailure> {
  const answer = await fetch(address, { method: 'HEAD', signal }).catch(() => null);
  if (!answer) return { kind: 'interrupted', message: INTERRUPTED };
  if (answer.ok) {
    return isAboutContent(error) ? { kind: 'unsupported' } : { kind: 'interrupted', message: INTERRUPTED };
  }
  const message = await refusalOfDownload(address, answer.status, INTERRUPTED);
  return { kind: answer.status === 401 ? 'denied' : 'interrupted', message };
}

/** Whether the browser could not read the content. It reports a first response that has failed in the same way. */
function isAboutContent(error: MediaError | null): boolean {
  if (error === null) return false;
  return error.code === error.MEDIA_ERR_DECODE || error.code === error.MEDIA_ERR_SRC_NOT_SUPPORTED;
}
