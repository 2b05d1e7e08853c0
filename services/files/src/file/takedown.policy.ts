import type { ErrorCode } from '@waybill/contracts';
import type { SharedFile } from './shared-file.entity.js';

/** Refuses a file that was taken down to everyone, its owner included. @returns null: passed */
export function takedownRefusal({ takenDownAt }: Pick<SharedFile, 'takenDownAt'>): ErrorCode | null {
  return takenDownAt === null ? null : 'files.taken-down';
}
