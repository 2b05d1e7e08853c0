import { isApiError } from './api-error.js';

/**
 * Whether a call about a file was refused because the file cannot be opened: it was deleted, taken down or is infected.
 */
export function cannotBeOpened(error: unknown): boolean {
  return (
    isApiError(error) && (error.status === 404 || error.status === 410 || error.code === 'files.infected')
  );
}
