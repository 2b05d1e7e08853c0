import type { ErrorCode } from '@waybill/contracts';
import type { SharedFile } from './shared-file.entity.js';

/** Nobody can open an infected file, and nobody but its owner one that waits for its scan. @returns null: passed */
export function scanRefusal(
  { scanState }: Pick<SharedFile, 'scanState'>,
  isOwner: boolean,
): ErrorCode | null {
  if (scanState === 'infected') return 'files.infected';
  return scanState === 'pending' && !isOwner ? 'files.being-scanned' : null;
}
