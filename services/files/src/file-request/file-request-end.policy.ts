import type { ErrorCode, FileRequestState } from '@waybill/contracts';
import { isExpired } from '../file/expiry.policy.js';
import type { FileRequest } from './file-request.entity.js';

type Ending = Pick<FileRequest, 'isActive' | 'deleteAt' | 'maxFiles' | 'received'>;

/** Whether a file request takes files, and if not, why. */
export function stateOf({ isActive, deleteAt, maxFiles, received }: Ending, now: Date): FileRequestState {
  if (!isActive) return 'closed';
  if (isExpired(deleteAt, now)) return 'expired';
  return received >= maxFiles ? 'full' : 'open';
}

/** Why a file request takes no files; null while it does. */
export function endOfRequest(request: Ending & Pick<FileRequest, 'deletedAt'>, now: Date): ErrorCode | null {
  if (request.deletedAt !== null) return 'requests.deleted';
  const state = stateOf(request, now);
  return state === 'open' ? null : `requests.${state}`;
}
