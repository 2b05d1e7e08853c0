import { uiMessages } from '@waybill/contracts';
import { timings } from './timings.js';
import { showFailureToast, showSuccessToast } from './toast.js';

/**
 * Copies `text` and shows a toast with the result.
 * @param done message after copying
 * @returns whether it was copied
 */
export async function copyWithToast(text: string, done: string): Promise<boolean> {
  try {
    await copyText(text);
    showSuccessToast(done, timings.copiedToast);
    return true;
  } catch {
    showFailureToast(uiMessages.copyFailed);
    return false;
  }
}

/**
 * Copies text. Plain-http origins other than localhost have no clipboard API, but still support the old command.
 * @throws Error when the browser refuses
 */
async function copyText(text: string): Promise<void> {
  // Undefined outside secure contexts, although the type excludes it.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- works on plain http
  const copied = document.execCommand('copy');
  area.remove();
  // Browsers focus what they select.
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!copied) throw new Error('The browser refused to copy');
}
