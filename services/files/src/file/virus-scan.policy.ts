import type { ErrorCode } from '@waybill/contracts';
import type { SharedFile } from './shared-file.entity.js';

/** Refuses an infected file to everyone, and an unscanned file to everyone but its owner. @returns null: passed */
export function scanRefusal(
  { scanState }: Pick<SharedFile, 'scanState'>,
  isOwner: boolean,
): ErrorCode | null {
  if (scanState === 'infected') return 'files.infected';
  return scanState === 'pending' && !isOwner ? 'files.being-scanned' : null;
}
