import { isApiError } from '../api/api-error.js';

/** Whether the file waits for its virus scan. The page that got this answer polls, and opens it afterwards. */
export function isBeingScanned(error: unknown): boolean {
  return isApiError(error) && error.code === 'files.being-scanned';
}
